/** The lines to a service, as the bench has them. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Asked } from './front.ts'
import type { Traffic } from './line-server.ts'
import type { LineName } from './lines.ts'

/** What went over a line since it was last asked for. */
export type Seen = { asked: Asked[]; traffic: Traffic }

export type ToProxy = { line: LineName }
export type FromProxy = { type: 'open'; ports: Record<LineName, number> } | ({ type: 'seen' } & Seen)

export type Proxy = {
  /** The service's address as a browser has it over a line. */
  origin: (line: LineName) => string
  take: (line: LineName) => Promise<Seen>
  stop: () => Promise<void>
}

/** Opens every line to the service at a port of this machine. */
export async function openProxy(service: number): Promise<Proxy> {
  const worker = new Worker(new URL('./proxy-worker.ts', import.meta.url), { workerData: { service } })
  const hear = async <T extends FromProxy['type']>(type: T) => {
    const [message] = (await once(worker, 'message')) as [FromProxy]
    if (message.type !== type) throw new Error(`the proxy said ${message.type}, not ${type}`)
    return message as Extract<FromProxy, { type: T }>
  }
  const { ports } = await hear('open')
  return {
    origin: (line) => `http://widget.localhost:${ports[line]}`,
    take(line) {
      const seen = hear('seen')
      worker.postMessage({ line } satisfies ToProxy)
      return seen
    },
    stop: async () => void (await worker.terminate()),
  }
}
