/** The reverse proxy and the lines on a worker thread, so that driving the browser does not delay them. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Transport } from './transport.ts'
import { type FakeFeed, openFakeFeed } from '#bench/embed/fake-feed.ts'
import { startReverseProxy } from './reverse-proxy.ts'
import { serveLine } from './line-server.ts'
import { lineNames, lines } from './lines.ts'
import type { FromProxy, ToProxy } from './proxy.ts'

const { service: servicePort, over: transport } = workerData as { service: number; over: Transport }
const reverseProxy = await startReverseProxy(servicePort, transport)
const [direct, medium, far] = await Promise.all(
  lineNames.map((name) => serveLine(lines[name], reverseProxy.port, transport === 'plain' ? 2 : 1)),
)
const servers = { direct: direct!, '60': medium!, '150': far! }
let feed: FakeFeed | undefined

const post = (message: FromProxy) => parentPort!.postMessage(message)
parentPort!.on('message', (message: ToProxy) => {
  if (message.type === 'take')
    post({
      type: 'seen',
      requests: reverseProxy.takeRequests(),
      traffic: servers[message.line].takeTraffic(),
      quotes: feed?.sent() ?? 0,
    })
  else reverseProxy.useFeed((feed = openFakeFeed(message.perSecond, message.prices)))
})
post({ type: 'open', ports: { direct: direct!.port, '60': medium!.port, '150': far!.port } })
