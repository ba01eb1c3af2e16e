/** One node watches the market for all; another one takes over. */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Quote } from '#contract/feed.ts'
import type { Market } from '#service/markets/market.ts'
import { silentLog } from '#service/shared/log.ts'
import { testMarket } from '#service/testing/test-market.ts'
import { createLeases } from './leases.ts'
import { elapsed, freshPrefix, linkTo, redisMissing, redisUrl, wireToRedis } from './redis.fixture.ts'
import { sharedMarket } from './shared-market.ts'

/** A market whose quotes identify the node. */
function marketOf(node: string) {
  const watching = new Map<string, Set<(quote: Quote) => void>>()
  const market: Market = {
    ...testMarket(() => Date.UTC(2026, 10, 20, 15)),
    watch([symbol], onQuote) {
      const all = watching.get(symbol!) ?? new Set()
      watching.set(symbol!, all.add(onQuote))
      return () => {
        all.delete(onQuote)
        if (all.size === 0) watching.delete(symbol!)
      }
    },
  }
  const trade = (symbol: string, last: number) => {
    const quote = { symbol, last, source: node } as unknown as Quote
    for (const onQuote of watching.get(symbol) ?? []) onQuote(quote)
  }
  return { market, watched: () => [...watching.keys()].toSorted(), trade }
}

async function node(name: string, url: string, prefix: string) {
  const source = marketOf(name)
  const { redis } = await linkTo(url)
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
  const heard: { symbol: string; last: number; source: string }[] = []
  const follow = (symbol: string) =>
    shared.market.watch([symbol], (quote) => void heard.push(quote as unknown as (typeof heard)[number]))
  return { ...source, isSource: shared.isSource, stop, heard, follow }
}

describe.skipIf(redisMissing)(`the market of several nodes${redisMissing}`, () => {
  test('is watched by one node for the subscriptions of all, and every node gets the same quotes', async () => {
    const prefix = freshPrefix()
    const one = await node('one', redisUrl, prefix)
    await vi.waitFor(() => expect(one.isSource()).toBe(true))
    const two = await node('two', redisUrl, prefix)
    await vi.waitFor(() => expect(two.isSource()).toBe(false))
    one.follow('AAPL')
    two.follow('AAPL')
    const leave = two.follow('MSFT')
    await vi.waitFor(() => expect(one.watched()).toEqual(['AAPL', 'MSFT']))
    expect(two.watched()).toEqual([])

    one.trade('AAPL', 1)
    one.trade('MSFT', 2)
    await vi.waitFor(() =>
      expect(two.heard).toEqual([
        { symbol: 'AAPL', last: 1, source: 'one' },
        { symbol: 'MSFT', last: 2, source: 'one' },
      ]),
    )
    expect(one.heard).toEqual([{ symbol: 'AAPL', last: 1, source: 'one' }])
    leave()
    await vi.waitFor(() => expect(one.watched()).toEqual(['AAPL']))
  })

  test('continues after Redis has lost its data', async () => {
    const prefix = freshPrefix()
    const { redis } = await linkTo(redisUrl)
    const lease = `${prefix}lease:source`
    // There were sources before: this is not the first fencing token.
    await redis()!.set(`${lease}:term`, 5)
    const nodes = [await node('one', redisUrl, prefix), await node('two', redisUrl, prefix)]
    for (const each of nodes) each.follow('AAPL')
    let last = 0
    /** Whether the source's quotes reach the other node. */
    const isHeard = async () => {
      const [source, before] = [await vi.waitUntil(() => nodes.find((each) => each.isSource())), last]
      const other = nodes.find((each) => each !== source)!
      await vi.waitFor(
        () => {
          source.trade('AAPL', ++last)
          expect(other.heard.at(-1)?.last).toBeGreaterThan(before)
        },
        { timeout: 5000 },
      )
    }
    await isHeard()
    await redis()!.del([lease, `${lease}:term`])
    await vi.waitUntil(() => redis()!.exists(`${lease}:term`), { timeout: 3000 })
    await isHeard()
  })

  test('has another source within seconds after the first one stops or dies', async () => {
    const prefix = freshPrefix()
    const wire = await wireToRedis()
    const [one, other] = [await node('one', wire.url, prefix), { last: 0 }]
    await vi.waitFor(() => expect(one.isSource()).toBe(true))
    const two = await node('two', redisUrl, prefix)
    await vi.waitFor(() => expect(two.isSource()).toBe(false))
    two.follow('AAPL')
    one.follow('AAPL')
    const begun = elapsed()
    wire.cut()
    await vi.waitFor(() => expect(two.isSource()).toBe(true), { timeout: 5000, interval: 20 })
    expect(elapsed() - begun).toBeLessThan(5000)
    two.trade('AAPL', ++other.last)
    expect(two.heard.at(-1)).toEqual({ symbol: 'AAPL', last: 1, source: 'two' })
    // A node that is cut off watches for itself.
    await vi.waitFor(() => expect(one.watched()).toEqual(['AAPL']))

    wire.mend()
    await vi.waitFor(() => expect(one.isSource()).toBe(false), { timeout: 10_000 })
    await two.stop()
    await vi.waitFor(() => expect(one.watched()).toEqual(['AAPL']), { timeout: 3000 })
    expect(one.isSource()).toBe(true)
  })
})
