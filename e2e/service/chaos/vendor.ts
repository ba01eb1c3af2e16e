/** A market-data vendor as a server: it can stop answering while accepting connections and requests. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Variables } from '../kit/process.ts'

const preload = new URL('./vendor-market.mjs', import.meta.url).href

export type Vendor = {
  /** Environment of a service that uses this vendor as its market. */
  readonly variables: Variables
  /** Stops responding to all requests, or only to the given calls, such as `chain`. */
  readonly hang: (...calls: string[]) => void
  /** Responds again, also to pending requests. */
  readonly goOn: () => void
  /** Number of pending requests. */
  readonly waiting: () => number
  readonly close: () => Promise<void>
}

/** Starts a vendor that responds. */
export async function startVendor(): Promise<Vendor> {
  let hangs = (_call: string): boolean => false
  const waiting = new Set<ServerResponse>()
  const server = createServer((request, answer) => {
    // `/chain/AAPL`
    if (!hangs(request.url!.split('/')[1]!)) return void answer.end()
    waiting.add(answer)
    answer.once('close', () => waiting.delete(answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    variables: { NODE_OPTIONS: `--import=${preload}`, VENDOR: `http://127.0.0.1:${port}` },
    hang: (...calls) => void (hangs = (call) => calls.length === 0 || calls.includes(call)),
    goOn() {
      hangs = () => false
      for (const answer of waiting) answer.end()
    },
    waiting: () => waiting.size,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
