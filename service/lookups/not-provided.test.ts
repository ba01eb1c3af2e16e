/** A source that lacks a kind of data: its fields are unknown for that reason, not because of the symbol. */
import { expect, test } from 'vitest'
import { whyUnknown } from '#contract/responses/unknown.ts'
import { capabilityNames, provides } from '#service/markets/capabilities.ts'
import type { Capability } from '#service/markets/capabilities.ts'
import { unknownDividends } from '#service/markets/market.ts'
import { silentLog } from '#service/shared/log.ts'
import { memoryBatches } from '#service/store/memory/batches.ts'
import { testMarket } from '#service/testing/test-market.ts'
import { testStartMs } from '#service/testing/test-service.ts'
import { createLookups } from './lookups.ts'

/** Look-ups of a market that has the named kinds of data, and returns nothing of the others. */
function lookupsWithout(...missing: readonly Capability[]) {
  const market = testMarket(() => testStartMs)
  const capabilities = provides(
    capabilityNames.filter((name) => !missing.includes(name)),
    { source: 'Vendor', dataClass: 'delayed', delayedSeconds: 900, isLicensed: true, state: 'working' },
  )
  return createLookups({
    market: {
      ...market,
      capabilities: () => capabilities,
      profile: async (symbol) => {
        const profile = await market.profile(symbol)
        const none = missing.includes('profiles') ? { marketCap: null, eps: null } : {}
        return profile && { ...profile, ...none, dividends: unknownDividends }
      },
      chain: async (symbol) => (missing.includes('chains') ? undefined : market.chain(symbol)),
      news: async () => [],
    },
    batches: memoryBatches(),
    elapsed: () => 0,
    log: silentLog,
  })
}

test('a missing earnings date or dividend is not provided, and has no source', async () => {
  const why = (await lookupsWithout('earnings', 'dividends').why('AAPL'))!
  for (const field of ['earningsDate', 'dividend'])
    expect(whyUnknown(why, field)).toEqual({ field, reason: 'not-provided', asOf: null })
  expect(why.dataStatus.parts).toMatchObject({
    price: { state: 'current', source: 'Vendor', class: 'delayed' },
    dividends: { state: 'unknown', asOf: null, reason: 'not-provided' },
  })
  expect(why.dataStatus.parts!.earnings).toEqual({ state: 'unknown', asOf: null, reason: 'not-provided' })
  expect(why.dataStatus).toMatchObject({ dataClass: 'delayed' })
})

test('without profiles, the figures of the company are not provided', async () => {
  const why = (await lookupsWithout('profiles').why('AAPL'))!
  for (const field of ['marketCap', 'expandedQuote.eps', 'expandedQuote.peRatio'])
    expect(whyUnknown(why, field)?.reason, field).toBe('not-provided')
  expect(why).toMatchObject({ marketCap: null, expandedQuote: { eps: null, peRatio: null } })
})

test('they are not given if the source has them of other symbols', async () => {
  const why = (await lookupsWithout().why('AAPL'))!
  for (const field of ['earningsDate', 'dividend']) expect(whyUnknown(why, field)?.reason).toBe('not-given')
  expect(why.dataStatus.parts!.earnings).toMatchObject({ reason: 'not-given', source: 'Vendor' })
})

test('a fund has no earnings from any source', async () => {
  const why = (await lookupsWithout('earnings').why('SPY'))!
  expect(whyUnknown(why, 'earningsDate')).toBeUndefined()
  expect(why.dataStatus.parts!.earnings).toEqual({ state: 'current', asOf: null, reason: null })
})

test('a source without options has that reason for the part', async () => {
  const why = (await lookupsWithout('chains').why('AAPL'))!
  expect(why.dataStatus.parts!.options.reason).toBe('not-provided')
})

test('news are not provided, or there are none', async () => {
  expect(await lookupsWithout('news').news('AAPL')).toEqual({
    symbol: 'AAPL',
    news: [],
    unknown: 'not-provided',
  })
  expect(await lookupsWithout().news('AAPL')).toEqual({ symbol: 'AAPL', news: [] })
})
