/**
 * Worker thread with the reverse proxy and the lines, so that the code that drives the browser does
 * not delay them.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { type FakeFeed, openFakeFeed } from '#bench/embed/fake-feed.ts'
import { startReverseProxy } from './reverse-proxy.ts'
import { type LineServer, serveLine } from './line-server.ts'
import { type LineName, lineNames, lines } from './lines.ts'
import type { FromProxy, ProxyWorkerData, ToProxy } from './proxy.ts'

const { servicePort, transport } = workerData as ProxyWorkerData
const reverseProxy = await startReverseProxy(servicePort, transport)
const openedLines = await Promise.all(
  lineNames.map(
    async (name) =>
      [name, await serveLine(lines[name], reverseProxy.port, transport === 'plain' ? 2 : 1)] as const,
  ),
)
const lineServers = Object.fromEntries(openedLines) as Record<LineName, LineServer>
const ports = Object.fromEntries(openedLines.map(([name, { port }]) => [name, port])) as Record<
  LineName,
  number
>
let feed: FakeFeed | undefined

const post = (message: FromProxy) => parentPort!.postMessage(message)
parentPort!.on('message', (message: ToProxy) => {
  if (message.type === 'take-traffic')
    post({
      type: 'traffic',
      requests: reverseProxy.takeRequests(),
      traffic: lineServers[message.line].takeTraffic(),
      quotes: feed?.sentCount() ?? 0,
    })
  else reverseProxy.useFeed((feed = openFakeFeed(message.quotesPerSecond, message.prices)))
})
post({ type: 'opened', ports })
