/** Controls the proxy worker, which has the lines to a service. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Transport } from './transport.ts'
import type { LoggedRequest } from './reverse-proxy.ts'
import type { Traffic } from './line-server.ts'
import type { LineName } from './lines.ts'

/**
 * Traffic of a line since the last call, the requests over all lines since the last call, and the
 * total number of quotes from the fake feed.
 */
export type LineTraffic = { requests: LoggedRequest[]; traffic: Traffic; quotes: number }

export type ProxyWorkerData = { servicePort: number; transport: Transport }
export type ToProxy =
  | { type: 'take-traffic'; line: LineName }
  | { type: 'replace-feed'; quotesPerSecond: number; prices: Readonly<Record<string, number>> }
export type FromProxy =
  | { type: 'opened'; ports: Record<LineName, number> }
  | ({ type: 'traffic' } & LineTraffic)

export type Proxy = {
  /** Address of the service over a line, for a browser. */
  origin: (line: LineName) => string
  /** Returns the traffic of a line since the last call. */
  takeTraffic: (line: LineName) => Promise<LineTraffic>
  /**
   * Replaces the service's feed: clients receive this many quotes per second, around these prices
   * in dollars.
   */
  replaceFeed: (quotesPerSecond: number, prices: Readonly<Record<string, number>>) => void
  stop: () => Promise<void>
}

/** Opens all lines to the service at a port of this machine. */
export async function openProxy(servicePort: number, transport: Transport = 'plain'): Promise<Proxy> {
  const worker = new Worker(new URL('./proxy-worker.ts', import.meta.url), {
    workerData: { servicePort, transport } satisfies ProxyWorkerData,
  })
  const nextMessage = async <T extends FromProxy['type']>(type: T) => {
    const [message] = (await once(worker, 'message')) as [FromProxy]
    if (message.type !== type) throw new Error(`the proxy worker sent "${message.type}", expected "${type}"`)
    return message as Extract<FromProxy, { type: T }>
  }
  const { ports } = await nextMessage('opened')
  return {
    origin: (line) => `${transport === 'plain' ? 'http' : 'https'}://widget.localhost:${ports[line]}`,
    takeTraffic(line) {
      const reply = nextMessage('traffic')
      worker.postMessage({ type: 'take-traffic', line } satisfies ToProxy)
      return reply
    },
    replaceFeed: (quotesPerSecond, prices) =>
      worker.postMessage({ type: 'replace-feed', quotesPerSecond, prices } satisfies ToProxy),
    stop: async () => void (await worker.terminate()),
  }
}
