/** Clients of the feed: as many connections as the contracts need, with the last quote of each contract. */
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { maxOptions } from '#contract/feed.ts'
import type { OptionQuote, ServerFrame } from '#contract/feed.ts'
import type { BenchService } from './service.ts'
import type { BenchContract } from './vendor.ts'

export type FeedClients = {
  readonly connectionCount: number
  /** The bid that was received last. */
  lastBid(id: string): number | undefined
  /** Calls `onQuote` with each received quote; replaces an earlier listener. */
  listen(onQuote: (quote: OptionQuote) => void): void
  /** Resolves once the condition holds; checked after each frame. Rejects after `timeoutMs`. */
  until(condition: () => boolean, timeoutMs: number, expected: string): Promise<void>
  close(): void
}

/** Maximum number of connections of a session. */
const connectionsPerSession = 4

/** Contracts of one connection each: of one symbol. */
function groupsOf(contracts: readonly BenchContract[]): BenchContract[][] {
  const groups: BenchContract[][] = []
  for (const contract of contracts) {
    const group = groups.at(-1)
    if (group && group.length < maxOptions && group[0]!.symbol === contract.symbol) group.push(contract)
    else groups.push([contract])
  }
  return groups
}

/** Opens the connections and subscribes. */
export async function openFeedClients(
  service: BenchService,
  contracts: readonly BenchContract[],
): Promise<FeedClients> {
  const lastBids = new Map<string, number>()
  const waiting = new Set<() => void>()
  let listener: (quote: OptionQuote) => void = () => {}
  const onFrame = (frame: ServerFrame) => {
    if (frame.type === 'problem') throw new Error(`the feed sent a problem: ${JSON.stringify(frame)}`)
    if (frame.type !== 'options') return
    for (const quote of frame.options) {
      lastBids.set(quote.id, quote.bid)
      listener(quote)
    }
    for (const check of waiting) check()
  }
  const sockets: WebSocket[] = []
  let session = { instance: '', cookie: '' }
  for (const group of groupsOf(contracts)) {
    if (sockets.length % connectionsPerSession === 0) {
      const instance = `bench-quotes-${sockets.length}`
      session = { instance, cookie: await service.openSession(instance) }
    }
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/feed?instance=${session.instance}`, {
      headers: { Cookie: session.cookie, Origin: service.url },
    })
    socket.on('message', (data) => onFrame(JSON.parse((data as Buffer).toString()) as ServerFrame))
    await once(socket, 'open')
    const ids = group.map(({ id }) => id)
    socket.send(JSON.stringify({ type: 'subscribe-options', symbol: group[0]!.symbol, contracts: ids }))
    sockets.push(socket)
  }
  return {
    connectionCount: sockets.length,
    lastBid: (id) => lastBids.get(id),
    listen: (onQuote) => void (listener = onQuote),
    until: (condition, timeoutMs, expected) =>
      new Promise((resolve, reject) => {
        const end = () => {
          clearTimeout(timer)
          waiting.delete(check)
        }
        const check = () => {
          if (!condition()) return
          end()
          resolve()
        }
        const timer = setTimeout(() => {
          end()
          reject(new Error(`after ${timeoutMs / 1000} s: expected ${expected}`))
        }, timeoutMs)
        waiting.add(check)
        check()
      }),
    close() {
      for (const socket of sockets) socket.terminate()
    },
  }
}
