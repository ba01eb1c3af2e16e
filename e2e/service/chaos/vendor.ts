/** A server in place of a market-data vendor, which can hang: it then accepts requests and does not respond. */
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
  readonly resume: () => void
  /** Number of pending requests. */
  readonly pendingCount: () => number
  readonly close: () => Promise<void>
}

/** Starts a vendor that responds. */
export async function startVendor(): Promise<Vendor> {
  let isHanging = (_call: string): boolean => false
  const pending = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    // `/chain/AAPL`
    if (!isHanging(request.url!.split('/')[1]!)) return void response.end()
    pending.add(response)
    response.once('close', () => pending.delete(response))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    variables: { NODE_OPTIONS: `--import=${preload}`, VENDOR: `http://127.0.0.1:${port}` },
    hang: (...calls) => void (isHanging = (call) => calls.length === 0 || calls.includes(call)),
    resume() {
      isHanging = () => false
      for (const response of pending) response.end()
    },
    pendingCount: () => pending.size,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
