/** A market-data vendor as a server: it can stop answering while accepting connections and requests. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Variables } from '../kit/process.ts'

const preload = new URL('./vendor-market.mjs', import.meta.url).href

export type Vendor = {
  /** For a service that gets its market from here. */
  readonly variables: Variables
  /** Leaves every request unanswered from now on; where calls are named, those alone, such as `chain`. */
  readonly hang: (...calls: string[]) => void
  /** Answers again, what has been waiting included. */
  readonly goOn: () => void
  /** Requests that wait for an answer. */
  readonly waiting: () => number
  readonly close: () => Promise<void>
}

/** Starts one that answers. */
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
