/**
 * Tests of look-ups with missing, old or broken data: null fields have a reason, and each part has
 * a status.
 */
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { WhySchema, type Why } from '#contract/responses/resources.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'
import { withUnadjustedSplit, randomWalkBars } from '#service/analysis/bars/random-walk-bars.fixture.ts'
import { chainOf, profileOf } from '#service/analysis/reference/synthetic-inputs.fixture.ts'
import { latestSession, sessionClose } from '#service/markets/calendar.ts'
import {
  noDividends,
  unknownDividends,
  type Bars,
  type Chain,
  type Earnings,
  type Market,
  type Profile,
} from '#service/markets/market.ts'
import { simulatedCapabilities } from '#service/markets/capabilities.ts'
import { silentLog } from '#service/shared/log.ts'
import type { BatchRepository } from '#service/store/batches.ts'
import { createLookups } from './lookups.ts'

const friday = '2026-08-21'
const fridayClose = '2026-08-21T20:00:00.000Z'
const validBars = randomWalkBars(1)
const lastClose = validBars.close.at(-1)!

type MarketChanges = {
  readonly now?: string
  readonly profile?: Partial<Profile>
  readonly bars?: Bars
  readonly chain?: Chain
  /** Time of the last trade. */
  readonly tradedAt?: string
  readonly last?: number
  readonly earnings?: Earnings | null
  readonly scores?: readonly { symbol: string; score: number }[]
}

const scores = Array.from({ length: 100 }, (_, index) => ({ symbol: `S${index}`, score: index / 3 - 12 }))
const chainAt = (spot: number, today = friday) =>
  chainOf({ spot, today, days: [21, 35, 70], volatility: () => 0.3 })

const lookupsOf = (changes: MarketChanges) => {
  const { now = fridayClose, bars = validBars, tradedAt, earnings = null } = changes
  const marketTime = new Date(now)
  const market: Partial<Market> = {
    now: () => marketTime,
    today: () => latestSession(marketTime),
    status: () => ({ state: 'closed', delayedSeconds: 0, simulated: false, asOf: now }),
    source: () => 'recorded',
    capabilities: () => simulatedCapabilities,
    riskFreeRate: () => 0.04,
    benchmark: () => 'SPY',
    profile: async (symbol) => profileOf(symbol, { dividends: unknownDividends, ...changes.profile }),
    bars: async () => bars,
    chain: async () => changes.chain,
    quote: async (symbol) =>
      tradedAt === undefined
        ? undefined
        : {
            symbol,
            last: changes.last ?? lastClose,
            change: null,
            percentageChange: null,
            volume: null,
            time: tradedAt,
          },
    earnings: async () => earnings,
    volatilityHistory: async () => [],
  }
  const batches: Partial<BatchRepository> = {
    latest: async () => ({ scores: changes.scores ?? scores }) as never,
    volatilities: async () => [],
  }
  return createLookups({
    market: market as Market,
    batches: batches as BatchRepository,
    elapsed: () => 0,
    log: silentLog,
  })
}
const whyOf = async (changes: MarketChanges): Promise<Why> =>
  v.parse(WhySchema, await lookupsOf(changes).why('ACME')) as Why

/** Paths of all null fields. */
const nullPaths = (value: unknown, path = ''): string[] => {
  if (value === null) return [path]
  if (typeof value !== 'object' || Array.isArray(value)) return []
  return Object.entries(Object(value)).flatMap(([key, child]) =>
    nullPaths(child, path ? `${path}.${key}` : key),
  )
}
const nullsWithoutReason = (why: Why): string[] =>
  nullPaths({ ...why, dataStatus: null, impliedVolatilityRankBasis: 'of the rank' }).filter(
    (field) =>
      !['dataStatus', 'expandedQuote.eps', 'expandedQuote.peRatio'].includes(field) &&
      !whyUnknown(why, field),
  )

const barFields = [
  'sentiment',
  'technicalRank',
  'sentence',
  'sentenceMessage',
  'supportAndResistance',
  'oneMonthTrend',
  'sixMonthTrend',
  'expandedQuote.week52Low',
  'expandedQuote.week52High',
]
const currentData = { chain: chainAt(lastClose), tradedAt: fridayClose }

describe('Why', () => {
  test('has no unknown field that depends on bars if they are valid', async () => {
    const why = await whyOf(currentData)
    expect(barFields.filter((field) => whyUnknown(why, field))).toEqual([])
    expect(nullsWithoutReason(why)).toEqual([])
    for (const level of [...why.supportAndResistance!.support, ...why.supportAndResistance!.resistance]) {
      expect(level.touches).toBeGreaterThanOrEqual(1)
      expect(level.strength).toBeGreaterThan(0)
    }
  })

  test.each([
    ['no-bars', randomWalkBars(1, 0), null],
    ['old-bars', randomWalkBars(1, 300, undefined, '2026-08-20'), '2026-08-20'],
    ['too-few-bars', randomWalkBars(1, 49), friday],
    [
      'flat-bars',
      { ...validBars, close: validBars.close.map((value, i) => (i < 280 ? value : lastClose)) },
      friday,
    ],
    ['unresolved-split', withUnadjustedSplit(validBars, 30, 3.5), friday],
  ] as const)(
    '%s: no field is derived from the bars, with or without other data',
    async (reason, bars, asOf) => {
      for (const changes of [{ ...currentData, bars }, { bars }]) {
        const why = await whyOf(changes)
        for (const field of barFields) expect(whyUnknown(why, field), field).toEqual({ field, reason, asOf })
        expect(nullPaths(why)).toEqual(expect.arrayContaining(barFields))
        expect(nullsWithoutReason(why)).toEqual([])
        expect(why.rules).toEqual([])
        expect(why.impliedVolatilityRankBasis).toBeNull()
      }
    },
  )

  test('a split between bars and chain: all prices and the chart are on the new scale', async () => {
    const monday = {
      now: '2026-08-24T15:00:00.000Z',
      tradedAt: '2026-08-24T14:59:00.000Z',
      last: lastClose / 4,
    }
    const changes = { ...monday, chain: chainAt(lastClose / 4, '2026-08-24') }
    const why = await whyOf(changes)
    const unsplit = await whyOf(currentData)
    expect(why.expandedQuote.week52High).toBeCloseTo(unsplit.expandedQuote.week52High! / 4, 1)
    expect(why.sixMonthTrend).toEqual(unsplit.sixMonthTrend)
    for (const { value } of why.supportAndResistance!.resistance) expect(value).toBeLessThan(lastClose / 2)
    const history = await lookupsOf(changes).history('ACME', { range: '1Y' })
    expect(history!.close.at(-1)).toBeCloseTo(lastClose / 4, 9)
    expect(history!.splits).toEqual([{ date: '2026-08-24', factor: 4 }])
  })

  test('bars at ten times the price of the chain are rescaled, or unusable if the quote disagrees', async () => {
    const why = await whyOf({ chain: chainAt(lastClose / 10), tradedAt: fridayClose, last: lastClose / 10 })
    expect(why.expandedQuote.last).toBeCloseTo(lastClose / 10, 1)
    for (const { value } of [...why.supportAndResistance!.support, ...why.supportAndResistance!.resistance])
      expect(value).toBeLessThan(lastClose / 5)
    const inconsistent = await whyOf({ chain: chainAt(lastClose / 10), tradedAt: fridayClose })
    expect(whyUnknown(inconsistent, 'supportAndResistance')?.reason).toBe('unresolved-split')
  })

  test('with 50 to 199 bars, only the one-month trend is known', async () => {
    const why = await whyOf({ ...currentData, bars: randomWalkBars(1, 120) })
    expect(why.oneMonthTrend).not.toBeNull()
    expect(why.sentiment).toBe(why.oneMonthTrend!.sentimentInterpretation)
    for (const field of ['sixMonthTrend', 'technicalRank'])
      expect(whyUnknown(why, field)).toEqual({ field, reason: 'too-few-bars', asOf: friday })
  })

  test.each([
    ['no-scan', { scores: [] }],
    ['not-ranked', { profile: { kind: 'index' } }],
    ['not-ranked', { profile: { kind: 'leveraged-etf' } }],
  ] as const)('%s: no rank, and a sentence without one', async (reason, changes) => {
    const why = await whyOf({ ...currentData, ...changes })
    expect(whyUnknown(why, 'technicalRank')).toEqual({ field: 'technicalRank', reason, asOf: friday })
    expect(why.sentence).toMatch(/^ACME Corporation \(ACME\) .+\.$/)
    expect(why.sentence).not.toContain('rank')
    expect(why.sentence).not.toContain('{{')
    expect((await whyOf(currentData)).sentence).toContain('out of 10')
  })

  test('with too few ranked symbols there is no rank, and their number is told', async () => {
    const why = await whyOf({ ...currentData, scores: scores.slice(1) })
    expect(why.technicalRank).toBeNull()
    expect(whyUnknown(why, 'technicalRank')).toEqual({
      field: 'technicalRank',
      reason: 'not-given',
      cause: 'too-few-ranked',
      count: 99,
      needed: 100,
      asOf: friday,
    })
    expect(why.sentence).not.toContain('rank')
  })

  test('change or volume of the day is null if the quote lacks it', async () => {
    const why = await whyOf(currentData)
    expect(why.expandedQuote).toMatchObject({ change: null, percentageChange: null, volume: null })
    expect(whyUnknown(why, 'expandedQuote.volume')).toEqual({
      field: 'expandedQuote.volume',
      reason: 'not-given',
      asOf: friday,
    })
  })

  test('without any data even the price is null', async () => {
    const why = await whyOf({ bars: randomWalkBars(1, 0) })
    expect(why.expandedQuote).toMatchObject({ last: null, change: null, volume: null, peRatio: null })
    expect(whyUnknown(why, 'expandedQuote.last')?.reason).toBe('no-price')
    expect(whyUnknown(why, 'impliedVolatility')?.reason).toBe('no-chain')
    expect(nullsWithoutReason(why)).toEqual([])
  })

  test('old bars still provide the last price', async () => {
    const oldBars = randomWalkBars(1, 300, undefined, '2026-02-27')
    const why = await whyOf({ bars: oldBars })
    expect(why.expandedQuote.last).toBeCloseTo(oldBars.close.at(-1)!, 1)
    expect(why.dataStatus.parts).toMatchObject({
      price: { state: 'unknown', reason: 'no-price' },
      bars: { state: 'old', asOf: '2026-02-27T21:00:00.000Z', reason: 'old-bars' },
    })
  })
})

describe('the status of each part', () => {
  const partsOf = async (changes: MarketChanges) => (await whyOf(changes)).dataStatus.parts!
  const origin = { source: 'simulated', class: 'real-time' }

  test('data of the last session is current, with its time', async () => {
    const changes = {
      ...currentData,
      profile: {
        dividends: { declared: [{ exDate: '2026-09-10', amount: 0.5 }], knownThrough: null },
      },
      earnings: { day: '2026-10-29', time: 'AfterClose', estimated: true },
    } as const
    expect(await partsOf(changes)).toEqual({
      price: { state: 'current', asOf: fridayClose, reason: null, ...origin },
      options: { state: 'current', asOf: fridayClose, reason: null, ...origin },
      bars: { state: 'current', asOf: fridayClose, reason: null, ...origin },
      dividends: { state: 'current', asOf: null, reason: null, ...origin },
      earnings: { state: 'current', asOf: null, reason: null, ...origin },
    })
  })

  test('missing data is unknown, except the earnings of a fund', async () => {
    expect(await partsOf({ bars: randomWalkBars(1, 0) })).toEqual({
      price: { state: 'unknown', asOf: null, reason: 'no-price', ...origin },
      options: { state: 'unknown', asOf: null, reason: 'no-chain', ...origin },
      bars: { state: 'unknown', asOf: null, reason: 'no-bars', ...origin },
      dividends: { state: 'unknown', asOf: null, reason: 'not-given', ...origin },
      earnings: { state: 'unknown', asOf: null, reason: 'not-given', ...origin },
    })
    const fund = await whyOf({ profile: { kind: 'etf' } })
    expect(fund.dataStatus.parts!.earnings).toEqual({ state: 'current', asOf: null, reason: null, ...origin })
    expect(whyUnknown(fund, 'earningsDate')).toBeUndefined()
  })

  test('a company that pays no dividend has a known status', async () => {
    const why = await whyOf({ profile: { dividends: noDividends } })
    expect(why.dividend).toBeNull()
    expect(whyUnknown(why, 'dividend')).toBeUndefined()
    expect(why.dataStatus.parts!.dividends.state).toBe('current')
  })

  test('options of another day than the price are old, earlier or later', async () => {
    const monday = { now: '2026-08-24T15:00:00.000Z', tradedAt: '2026-08-24T14:59:00.000Z' }
    expect(await partsOf({ ...monday, chain: chainAt(lastClose) })).toMatchObject({
      price: { state: 'current' },
      options: { state: 'old', asOf: fridayClose, reason: 'old-chain' },
      bars: { state: 'current', asOf: fridayClose },
    })
    expect(
      await partsOf({ ...monday, tradedAt: fridayClose, chain: chainAt(lastClose, '2026-08-24') }),
    ).toMatchObject({ price: { state: 'old', asOf: fridayClose }, options: { state: 'old' } })
    // Before the open, Friday's data is the latest.
    expect(
      await partsOf({ now: '2026-08-24T12:00:00.000Z', tradedAt: fridayClose, chain: chainAt(lastClose) }),
    ).toMatchObject({
      price: { state: 'current' },
      options: { state: 'current' },
      bars: { state: 'current' },
    })
  })

  test('bars are old as soon as the next session has closed', async () => {
    const stateAt = async (now: string) => (await partsOf({ now })).bars.state
    expect(await stateAt('2026-08-24T19:59:00.000Z')).toBe('current')
    expect(await stateAt('2026-08-24T20:00:00.000Z')).toBe('old')
  })

  test('a date that has passed is old', async () => {
    const parts = await partsOf({
      profile: {
        dividends: { declared: [{ exDate: '2026-08-20', amount: 0.5 }], knownThrough: null },
      },
      earnings: { day: '2026-08-20', time: 'Unknown', estimated: false },
    })
    expect(parts).toMatchObject({ dividends: { state: 'old' }, earnings: { state: 'old' } })
  })
})

describe('the chart', () => {
  test('shows bars of any age, up to their last day', async () => {
    const bars = randomWalkBars(1, 300, undefined, '2026-02-27')
    const history = await lookupsOf({ bars }).history('ACME', { range: '1M' })
    expect(history!.date.at(-1)).toBe('2026-02-27')
    expect(history!.splits).toEqual([])
  })

  test('shows bars on one scale', async () => {
    const history = await lookupsOf({ bars: withUnadjustedSplit(validBars, 100, 4) }).history('ACME', {
      range: '1Y',
    })
    expect(Math.max(...history!.high)).toBeLessThan(200)
    expect(history!.splits).toEqual([{ date: validBars.date.at(-100), factor: 4 }])
  })

  test('shows unresolvable bars as the source has them', async () => {
    const bars = withUnadjustedSplit(validBars, 30, 3.5)
    const history = await lookupsOf({ bars }).history('ACME', { range: '1Y' })
    expect(history!.close.at(-1)).toBe(lastClose)
    expect(Math.max(...history!.close)).toBeGreaterThan(200)
  })
})

test('the market has no tone if its benchmark has no bars of today', async () => {
  const tone = await lookupsOf({ bars: randomWalkBars(1, 300, undefined, '2026-08-20') }).tone()
  expect(tone).toMatchObject({ symbol: 'SPY', oneMonthTrend: null, sixMonthTrend: null })
  expect(whyUnknown(tone, 'oneMonthTrend')).toEqual({
    field: 'oneMonthTrend',
    reason: 'old-bars',
    asOf: '2026-08-20',
  })
  expect(tone.dataStatus.asOf).toBe(sessionClose(friday).toISOString())
})

test.each([
  ['that none are listed', {}, 'no-chain'],
  ['nothing', { hasNoData: true }, 'not-given'],
] as const)('without contracts the reason tells whether the source knows %s', async (_, change, reason) => {
  const chain: Chain = { ...chainAt(lastClose), contracts: [], ...change }
  const lookups = lookupsOf({ chain, tradedAt: fridayClose })
  const [income, fullChain, volatility] = [
    (await lookups.income('AAPL', {}))!,
    (await lookups.chain('AAPL', {}))!,
    (await lookups.volatility('AAPL'))!,
  ]
  for (const response of [income, fullChain]) {
    expect(response.listedContracts).toBe(0)
    expect(response.dataStatus.parts!.options).toMatchObject({ state: 'unknown', reason })
    for (const field of ['optionsAsOf', 'chainPrice'])
      expect(whyUnknown(response, field), field).toMatchObject({ reason })
  }
  expect(whyUnknown(volatility, 'impliedVolatility')).toMatchObject({ reason })
})
