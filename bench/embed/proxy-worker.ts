/** The front and the lines, on a thread of their own, so that driving the browser does not hold them up. */
import { parentPort, workerData } from 'node:worker_threads'
import { serveFront } from './front.ts'
import { serveLine, type LineServer } from './line-server.ts'
import { type LineName, lines } from './lines.ts'
import type { FromProxy, ToProxy } from './proxy.ts'

const { service } = workerData as { service: number }
const front = await serveFront(service)
const servers = {} as Record<LineName, LineServer>
for (const name of Object.keys(lines) as LineName[]) servers[name] = await serveLine(lines[name], front.port)

const say = (message: FromProxy) => parentPort!.postMessage(message)
parentPort!.on('message', ({ line }: ToProxy) =>
  say({ type: 'seen', asked: front.take(), traffic: servers[line].take() }),
)
say({
  type: 'open',
  ports: { direct: servers.direct.port, '60': servers['60'].port, '150': servers['150'].port },
})
