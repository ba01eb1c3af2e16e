/** The lines to a service, as the bench has them. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Over } from './over.ts'
import type { LoggedRequest } from './front.ts'
import type { Traffic } from './line-server.ts'
import type { LineName } from './lines.ts'

/** Traffic of a line since the last reading, and the total number of quotes from the fake feed. */
export type Seen = { asked: LoggedRequest[]; traffic: Traffic; quotes: number }

export type ToProxy =
  | { type: 'take'; line: LineName }
  | { type: 'feed'; perSecond: number; prices: Readonly<Record<string, number>> }
export type FromProxy = { type: 'open'; ports: Record<LineName, number> } | ({ type: 'seen' } & Seen)

export type Proxy = {
  /** The service's address as a browser has it over a line. */
  origin: (line: LineName) => string
  take: (line: LineName) => Promise<Seen>
  /** From now on feed clients receive this many quotes a second, around these prices in dollars. */
  replaceFeed: (perSecond: number, prices: Readonly<Record<string, number>>) => void
  stop: () => Promise<void>
}

/** Opens every line to the service at a port of this machine. */
export async function openProxy(service: number, over: Over = 'plain'): Promise<Proxy> {
  const worker = new Worker(new URL('./proxy-worker.ts', import.meta.url), { workerData: { service, over } })
  const hear = async <T extends FromProxy['type']>(type: T) => {
    const [message] = (await once(worker, 'message')) as [FromProxy]
    if (message.type !== type) throw new Error(`the proxy said ${message.type}, not ${type}`)
    return message as Extract<FromProxy, { type: T }>
  }
  const { ports } = await hear('open')
  return {
    origin: (line) => `${over === 'plain' ? 'http' : 'https'}://widget.localhost:${ports[line]}`,
    take(line) {
      const seen = hear('seen')
      worker.postMessage({ type: 'take', line } satisfies ToProxy)
      return seen
    },
    replaceFeed: (perSecond, prices) =>
      worker.postMessage({ type: 'feed', perSecond, prices } satisfies ToProxy),
    stop: async () => void (await worker.terminate()),
  }
}
