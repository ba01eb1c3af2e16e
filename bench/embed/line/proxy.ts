/** The lines to a service, as the bench uses them. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Transport } from './transport.ts'
import type { LoggedRequest } from './reverse-proxy.ts'
import type { Traffic } from './line-server.ts'
import type { LineName } from './lines.ts'

/** Traffic of a line since the last call, and the total number of quotes from the fake feed. */
export type LineTraffic = { requests: LoggedRequest[]; traffic: Traffic; quotes: number }

export type ToProxy =
  | { type: 'take'; line: LineName }
  | { type: 'feed'; perSecond: number; prices: Readonly<Record<string, number>> }
export type FromProxy = { type: 'open'; ports: Record<LineName, number> } | ({ type: 'seen' } & LineTraffic)

export type Proxy = {
  /** Address of the service over a line, for a browser. */
  origin: (line: LineName) => string
  takeTraffic: (line: LineName) => Promise<LineTraffic>
  /** Replaces the feed: clients receive this many quotes a second, around these prices in dollars. */
  replaceFeed: (perSecond: number, prices: Readonly<Record<string, number>>) => void
  stop: () => Promise<void>
}

/** Opens every line to the service at a port of this machine. */
export async function openProxy(servicePort: number, transport: Transport = 'plain'): Promise<Proxy> {
  const worker = new Worker(new URL('./proxy-worker.ts', import.meta.url), {
    workerData: { service: servicePort, over: transport },
  })
  const nextMessage = async <T extends FromProxy['type']>(type: T) => {
    const [message] = (await once(worker, 'message')) as [FromProxy]
    if (message.type !== type) throw new Error(`the proxy said ${message.type}, not ${type}`)
    return message as Extract<FromProxy, { type: T }>
  }
  const { ports } = await nextMessage('open')
  return {
    origin: (line) => `${transport === 'plain' ? 'http' : 'https'}://widget.localhost:${ports[line]}`,
    takeTraffic(line) {
      const reply = nextMessage('seen')
      worker.postMessage({ type: 'take', line } satisfies ToProxy)
      return reply
    },
    replaceFeed: (perSecond, prices) =>
      worker.postMessage({ type: 'feed', perSecond, prices } satisfies ToProxy),
    stop: async () => void (await worker.terminate()),
  }
}
