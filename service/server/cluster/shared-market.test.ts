/** One node watches the market for all nodes; if it fails, another node takes over. */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { OptionQuote, Quote } from '#contract/feed.ts'
import type { Market } from '#service/markets/market.ts'
import { silentLog } from '#service/shared/log.ts'
import { testMarket } from '#service/testing/test-market.ts'
import { createLeases } from './leases.ts'
import { elapsed, freshPrefix, openLink, redisMissing, redisUrl, proxyToRedis } from './redis.fixture.ts'
import { sharedMarket } from './shared-market.ts'

/** Creates a market whose quotes have the node's name as `source`. */
function createNodeMarket(node: string) {
  const [symbols, contracts] = [createListeners<Quote>(), createListeners<OptionQuote>()]
  const market: Market = {
    ...testMarket(() => Date.UTC(2026, 10, 20, 15)),
    watch: symbols.watch,
    watchContracts: contracts.watch,
  }
  const trade = (symbol: string, price: number) => {
    const quote = { symbol, last: price, source: node } as unknown as Quote
    symbols.deliver(symbol, quote)
  }
  const quoteContract = (id: string, bid: number) =>
    contracts.deliver(id, { id, bid, ask: bid + 1, last: null, time: '2026-11-20T15:00:00Z' })
  return { market, watched: symbols.keys, watchedContracts: contracts.keys, trade, quoteContract }
}

/** Watches of one key each. */
function createListeners<PushedQuote>() {
  const listenersByKey = new Map<string, Set<(quote: PushedQuote) => void>>()
  return {
    watch: ([key]: readonly string[], onQuote: (quote: PushedQuote) => void) => {
      const listeners = listenersByKey.get(key!) ?? new Set()
      listenersByKey.set(key!, listeners.add(onQuote))
      return () => {
        listeners.delete(onQuote)
        if (listeners.size === 0) listenersByKey.delete(key!)
      }
    },
    deliver(key: string, quote: PushedQuote) {
      for (const onQuote of listenersByKey.get(key) ?? []) onQuote(quote)
    },
    keys: () => [...listenersByKey.keys()].toSorted(),
  }
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
  return { ...nodeMarket, shared: shared.market, isSource: shared.isSource, stop, received, subscribe }
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

  test('one node watches the option contracts of all nodes', async () => {
    const prefix = freshPrefix()
    const first = await createNode('one', redisUrl, prefix)
    await vi.waitFor(() => expect(first.isSource()).toBe(true))
    const second = await createNode('two', redisUrl, prefix)
    await vi.waitFor(() => expect(second.isSource()).toBe(false))
    const id = 'AAPL261218C00300000'
    const received: [string, number][] = []
    const stops = [first, second].map(({ shared }, index) =>
      shared.watchContracts!([id], ({ bid }) => received.push([['one', 'two'][index]!, bid])),
    )
    await vi.waitFor(() => expect(first.watchedContracts()).toEqual([id]))
    expect([second.watchedContracts(), first.watched()]).toEqual([[], []])
    stops[0]!()
    await vi.waitFor(() => {
      first.quoteContract(id, 7)
      expect(received.at(-1)).toEqual(['two', 7])
    })
    expect(received.filter(([node]) => node === 'one')).toEqual([])
    stops[1]!()
    await vi.waitFor(() => expect(first.watchedContracts()).toEqual([]))
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
