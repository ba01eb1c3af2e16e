/** One node watches the market for all nodes, and another one takes over. */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Quote } from '#contract/feed.ts'
import type { Market } from '#service/markets/market.ts'
import { silentLog } from '#service/shared/log.ts'
import { testMarket } from '#service/testing/test-market.ts'
import { createLeases } from './leases.ts'
import { elapsed, freshPrefix, openLink, redisMissing, redisUrl, proxyToRedis } from './redis.fixture.ts'
import { sharedMarket } from './shared-market.ts'

/** Creates a market whose quotes have the name of the node. */
function marketOf(node: string) {
  const watching = new Map<string, Set<(quote: Quote) => void>>()
  const market: Market = {
    ...testMarket(() => Date.UTC(2026, 10, 20, 15)),
    watch([symbol], onQuote) {
      const listeners = watching.get(symbol!) ?? new Set()
      watching.set(symbol!, listeners.add(onQuote))
      return () => {
        listeners.delete(onQuote)
        if (listeners.size === 0) watching.delete(symbol!)
      }
    },
  }
  const trade = (symbol: string, price: number) => {
    const quote = { symbol, last: price, source: node } as unknown as Quote
    for (const onQuote of watching.get(symbol) ?? []) onQuote(quote)
  }
  return { market, watched: () => [...watching.keys()].toSorted(), trade }
}

async function node(name: string, url: string, prefix: string) {
  const source = marketOf(name)
  const { redis } = await openLink(url)
  const leases = createLeases({ redis, prefix, holder: name, elapsed })
  const shared = sharedMarket({
    market: source.market,
    url,
    prefix,
    node: name,
    leases,
    log: silentLog,
    elapsed,
  })
  const stop = vi.fn(shared.stop)
  onTestFinished(async () => {
    if (stop.mock.calls.length === 0) await stop()
  })
  const received: { symbol: string; last: number; source: string }[] = []
  const subscribe = (symbol: string) =>
    shared.market.watch(
      [symbol],
      (quote) => void received.push(quote as unknown as (typeof received)[number]),
    )
  return { ...source, isSource: shared.isSource, stop, heard: received, follow: subscribe }
}

describe.skipIf(redisMissing)(`the market of several nodes${redisMissing}`, () => {
  test('one node watches it for the subscriptions of all nodes, and every node gets the same quotes', async () => {
    const prefix = freshPrefix()
    const first = await node('one', redisUrl, prefix)
    await vi.waitFor(() => expect(first.isSource()).toBe(true))
    const second = await node('two', redisUrl, prefix)
    await vi.waitFor(() => expect(second.isSource()).toBe(false))
    first.follow('AAPL')
    second.follow('AAPL')
    const unsubscribe = second.follow('MSFT')
    await vi.waitFor(() => expect(first.watched()).toEqual(['AAPL', 'MSFT']))
    expect(second.watched()).toEqual([])

    first.trade('AAPL', 1)
    first.trade('MSFT', 2)
    await vi.waitFor(() =>
      expect(second.heard).toEqual([
        { symbol: 'AAPL', last: 1, source: 'one' },
        { symbol: 'MSFT', last: 2, source: 'one' },
      ]),
    )
    expect(first.heard).toEqual([{ symbol: 'AAPL', last: 1, source: 'one' }])
    unsubscribe()
    await vi.waitFor(() => expect(first.watched()).toEqual(['AAPL']))
  })

  test('continues after Redis has lost its data', async () => {
    const prefix = freshPrefix()
    const { redis } = await openLink(redisUrl)
    const lease = `${prefix}lease:source`
    // Earlier sources had fencing tokens, so that this one is not the first.
    await redis()!.set(`${lease}:term`, 5)
    const nodes = [await node('one', redisUrl, prefix), await node('two', redisUrl, prefix)]
    for (const candidate of nodes) candidate.follow('AAPL')
    let price = 0
    /** Waits until quotes of the source reach the other node. */
    const expectDelivery = async () => {
      const [source, priceBefore] = [
        await vi.waitUntil(() => nodes.find((candidate) => candidate.isSource())),
        price,
      ]
      const other = nodes.find((candidate) => candidate !== source)!
      await vi.waitFor(
        () => {
          source.trade('AAPL', ++price)
          expect(other.heard.at(-1)?.last).toBeGreaterThan(priceBefore)
        },
        { timeout: 5000 },
      )
    }
    await expectDelivery()
    await redis()!.del([lease, `${lease}:term`])
    await vi.waitUntil(() => redis()!.exists(`${lease}:term`), { timeout: 3000 })
    await expectDelivery()
  })

  test('another node becomes the source within seconds after the first one stops or dies', async () => {
    const prefix = freshPrefix()
    const wire = await proxyToRedis()
    const [first, other] = [await node('one', wire.url, prefix), { last: 0 }]
    await vi.waitFor(() => expect(first.isSource()).toBe(true))
    const second = await node('two', redisUrl, prefix)
    await vi.waitFor(() => expect(second.isSource()).toBe(false))
    second.follow('AAPL')
    first.follow('AAPL')
    const startedAt = elapsed()
    wire.cut()
    await vi.waitFor(() => expect(second.isSource()).toBe(true), { timeout: 5000, interval: 20 })
    expect(elapsed() - startedAt).toBeLessThan(5000)
    second.trade('AAPL', ++other.last)
    expect(second.heard.at(-1)).toEqual({ symbol: 'AAPL', last: 1, source: 'two' })
    // A disconnected node watches for itself.
    await vi.waitFor(() => expect(first.watched()).toEqual(['AAPL']))

    wire.mend()
    await vi.waitFor(() => expect(first.isSource()).toBe(false), { timeout: 10_000 })
    await second.stop()
    await vi.waitFor(() => expect(first.watched()).toEqual(['AAPL']), { timeout: 3000 })
    expect(first.isSource()).toBe(true)
  })
})
