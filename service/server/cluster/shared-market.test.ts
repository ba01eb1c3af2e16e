/** One node watches the market for all nodes; if it fails, another node takes over. */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Quote } from '#contract/feed.ts'
import type { Market } from '#service/markets/market.ts'
import { silentLog } from '#service/shared/log.ts'
import { testMarket } from '#service/testing/test-market.ts'
import { createLeases } from './leases.ts'
import { elapsed, freshPrefix, openLink, redisMissing, redisUrl, proxyToRedis } from './redis.fixture.ts'
import { sharedMarket } from './shared-market.ts'

/** Creates a market whose quotes have the node's name as `source`. */
function createNodeMarket(node: string) {
  const listenersBySymbol = new Map<string, Set<(quote: Quote) => void>>()
  const market: Market = {
    ...testMarket(() => Date.UTC(2026, 10, 20, 15)),
    watch([symbol], onQuote) {
      const listeners = listenersBySymbol.get(symbol!) ?? new Set()
      listenersBySymbol.set(symbol!, listeners.add(onQuote))
      return () => {
        listeners.delete(onQuote)
        if (listeners.size === 0) listenersBySymbol.delete(symbol!)
      }
    },
  }
  const trade = (symbol: string, price: number) => {
    const quote = { symbol, last: price, source: node } as unknown as Quote
    for (const onQuote of listenersBySymbol.get(symbol) ?? []) onQuote(quote)
  }
  return { market, watched: () => [...listenersBySymbol.keys()].toSorted(), trade }
}

async function createNode(name: string, url: string, prefix: string) {
  const nodeMarket = createNodeMarket(name)
  const { redis } = await openLink(url)
  const leases = createLeases({ redis, prefix, holder: name, elapsed })
  const shared = sharedMarket({
    market: nodeMarket.market,
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
  return { ...nodeMarket, isSource: shared.isSource, stop, received, subscribe }
}

describe.skipIf(redisMissing)(`the market of several nodes${redisMissing}`, () => {
  test('one node watches it for the subscriptions of all nodes, and every node gets the same quotes', async () => {
    const prefix = freshPrefix()
    const first = await createNode('one', redisUrl, prefix)
    await vi.waitFor(() => expect(first.isSource()).toBe(true))
    const second = await createNode('two', redisUrl, prefix)
    await vi.waitFor(() => expect(second.isSource()).toBe(false))
    first.subscribe('AAPL')
    second.subscribe('AAPL')
    const unsubscribe = second.subscribe('MSFT')
    await vi.waitFor(() => expect(first.watched()).toEqual(['AAPL', 'MSFT']))
    expect(second.watched()).toEqual([])

    first.trade('AAPL', 1)
    first.trade('MSFT', 2)
    await vi.waitFor(() =>
      expect(second.received).toEqual([
        { symbol: 'AAPL', last: 1, source: 'one' },
        { symbol: 'MSFT', last: 2, source: 'one' },
      ]),
    )
    expect(first.received).toEqual([{ symbol: 'AAPL', last: 1, source: 'one' }])
    unsubscribe()
    await vi.waitFor(() => expect(first.watched()).toEqual(['AAPL']))
  })

  test('quotes reach the other node again after Redis loses its data', async () => {
    const prefix = freshPrefix()
    const { redis } = await openLink(redisUrl)
    const leaseKey = `${prefix}lease:source`
    // Starts at fencing token 6, as if five leases had been granted before. `:term` is the stored key's suffix.
    await redis()!.set(`${leaseKey}:term`, 5)
    const nodes = [await createNode('one', redisUrl, prefix), await createNode('two', redisUrl, prefix)]
    for (const candidate of nodes) candidate.subscribe('AAPL')
    let price = 0
    /** Waits until quotes of the node that is the source reach the other node. */
    const expectDelivery = async () => {
      const [sourceNode, priceBefore] = [
        await vi.waitUntil(() => nodes.find((candidate) => candidate.isSource())),
        price,
      ]
      const other = nodes.find((candidate) => candidate !== sourceNode)!
      await vi.waitFor(
        () => {
          sourceNode.trade('AAPL', ++price)
          expect(other.received.at(-1)?.last).toBeGreaterThan(priceBefore)
        },
        { timeout: 5000 },
      )
    }
    await expectDelivery()
    await redis()!.del([leaseKey, `${leaseKey}:term`])
    await vi.waitUntil(() => redis()!.exists(`${leaseKey}:term`), { timeout: 3000 })
    await expectDelivery()
  })

  test('another node becomes the source within seconds after the source loses Redis or stops', async () => {
    const prefix = freshPrefix()
    const proxy = await proxyToRedis()
    const first = await createNode('one', proxy.url, prefix)
    await vi.waitFor(() => expect(first.isSource()).toBe(true))
    const second = await createNode('two', redisUrl, prefix)
    await vi.waitFor(() => expect(second.isSource()).toBe(false))
    second.subscribe('AAPL')
    first.subscribe('AAPL')
    const startedAt = elapsed()
    proxy.cut()
    await vi.waitFor(() => expect(second.isSource()).toBe(true), { timeout: 5000, interval: 20 })
    expect(elapsed() - startedAt).toBeLessThan(5000)
    second.trade('AAPL', 1)
    expect(second.received.at(-1)).toEqual({ symbol: 'AAPL', last: 1, source: 'two' })
    // A disconnected node watches for itself.
    await vi.waitFor(() => expect(first.watched()).toEqual(['AAPL']))

    proxy.restore()
    await vi.waitFor(() => expect(first.isSource()).toBe(false), { timeout: 10_000 })
    await second.stop()
    await vi.waitFor(() => expect(first.watched()).toEqual(['AAPL']), { timeout: 3000 })
    expect(first.isSource()).toBe(true)
  })
})
