/** The front and the lines on a worker thread, so that driving the browser does not delay them. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Over } from './over.ts'
import { type FeedStandIn, openFeedStandIn } from '#bench/embed/feed-stand-in.ts'
import { serveFront } from './front.ts'
import { serveLine } from './line-server.ts'
import { lineNames, lines } from './lines.ts'
import type { FromProxy, ToProxy } from './proxy.ts'

const { service, over } = workerData as { service: number; over: Over }
const front = await serveFront(service, over)
const [direct, middle, far] = await Promise.all(
  lineNames.map((name) => serveLine(lines[name], front.port, over === 'plain' ? 2 : 1)),
)
const servers = { direct: direct!, '60': middle!, '150': far! }
let feed: FeedStandIn | undefined

const say = (message: FromProxy) => parentPort!.postMessage(message)
parentPort!.on('message', (message: ToProxy) => {
  if (message.type === 'take')
    say({
      type: 'seen',
      asked: front.take(),
      traffic: servers[message.line].take(),
      quotes: feed?.sent() ?? 0,
    })
  else front.standIn((feed = openFeedStandIn(message.perSecond, message.prices)))
})
say({ type: 'open', ports: { direct: direct!.port, '60': middle!.port, '150': far!.port } })
