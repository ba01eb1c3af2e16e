/** Look-ups with missing, old or broken data: null with its reason, and each part with its time. */
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { WhySchema, type Why } from '#contract/responses/resources.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'
import { unadjusted, walk } from '#service/analysis/bars/walk.fixture.ts'
import { chainOf, profileOf } from '#service/analysis/reference/synthetic-market.fixture.ts'
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
import { silentLog } from '#service/shared/log.ts'
import type { BatchRepository } from '#service/store/batches.ts'
import { createLookups } from './lookups.ts'

const friday = '2026-08-21'
const fridayClose = '2026-08-21T20:00:00.000Z'
const good = walk(1)
const last = good.close.at(-1)!

type World = {
  readonly now?: string
  readonly profile?: Partial<Profile>
  readonly bars?: Bars
  readonly chain?: Chain
  /** Time of the last trade. */
  readonly traded?: string
  readonly last?: number
  readonly earnings?: Earnings | null
  readonly scores?: readonly { symbol: string; score: number }[]
}

const scores = [-10, 0, 10, 20].map((score) => ({ symbol: `S${score}`, score }))
const chainAt = (spot: number, today = friday) =>
  chainOf({ spot, today, days: [21, 35, 70], volatility: () => 0.3 })

const lookupsOf = (environment: World) => {
  const { now = fridayClose, bars = good, traded, earnings = null } = environment
  const asked = new Date(now)
  const market: Partial<Market> = {
    now: () => asked,
    today: () => latestSession(asked),
    status: () => ({ state: 'closed', delayedSeconds: 0, simulated: false, asOf: now }),
    source: () => 'recorded',
    riskFreeRate: () => 0.04,
    benchmark: () => 'SPY',
    profile: async (symbol) => profileOf(symbol, { dividends: unknownDividends, ...environment.profile }),
    bars: async () => bars,
    chain: async () => environment.chain,
    quote: async (symbol) =>
      traded === undefined
        ? undefined
        : {
            symbol,
            last: environment.last ?? last,
            change: null,
            percentageChange: null,
            volume: null,
            time: traded,
          },
    earnings: async () => earnings,
    volatilityHistory: async () => [],
  }
  const batches: Partial<BatchRepository> = {
    latest: async () => ({ scores: environment.scores ?? scores }) as never,
    volatilities: async () => [],
  }
  return createLookups({
    market: market as Market,
    batches: batches as BatchRepository,
    elapsed: () => 0,
    log: silentLog,
  })
}
const whyOf = async (environment: World): Promise<Why> =>
  v.parse(WhySchema, await lookupsOf(environment).why('ACME'))

/** Paths of all null fields. */
const nulls = (value: unknown, path = ''): string[] => {
  if (value === null) return [path]
  if (typeof value !== 'object' || Array.isArray(value)) return []
  return Object.entries(Object(value)).flatMap(([key, inner]) => nulls(inner, path ? `${path}.${key}` : key))
}
const withoutReason = (why: Why): string[] =>
  nulls({ ...why, dataStatus: null, impliedVolatilityRankBasis: 'of the rank' }).filter(
    (field) =>
      !['dataStatus', 'expandedQuote.eps', 'expandedQuote.peRatio'].includes(field) &&
      !whyUnknown(why, field),
  )

const ofBars = [
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
const current = { chain: chainAt(last), traded: fridayClose }

describe('Why', () => {
  test('with valid bars no field that depends on them is null', async () => {
    const why = await whyOf(current)
    expect(ofBars.filter((field) => whyUnknown(why, field))).toEqual([])
    expect(withoutReason(why)).toEqual([])
    for (const level of [...why.supportAndResistance!.support, ...why.supportAndResistance!.resistance]) {
      expect(level.touches).toBeGreaterThanOrEqual(1)
      expect(level.strength).toBeGreaterThan(0)
    }
  })

  test.each([
    ['no-bars', walk(1, 0), null],
    ['old-bars', walk(1, 300, undefined, '2026-08-20'), '2026-08-20'],
    ['too-few-bars', walk(1, 49), friday],
    ['flat-bars', { ...good, close: good.close.map((value, i) => (i < 280 ? value : last)) }, friday],
    ['unresolved-split', unadjusted(good, 30, 3.5), friday],
  ] as const)('%s: nothing is made of them, whatever else is there', async (reason, bars, asOf) => {
    for (const environment of [{ ...current, bars }, { bars }]) {
      const why = await whyOf(environment)
      for (const field of ofBars) expect(whyUnknown(why, field), field).toEqual({ field, reason, asOf })
      expect(nulls(why)).toEqual(expect.arrayContaining(ofBars))
      expect(withoutReason(why)).toEqual([])
      expect(why.rules).toEqual([])
      expect(why.impliedVolatilityRankBasis).toBeNull()
    }
  })

  test('a split between bars and chain: all prices and the chart are on the new scale', async () => {
    const monday = { now: '2026-08-24T15:00:00.000Z', traded: '2026-08-24T14:59:00.000Z', last: last / 4 }
    const environment = { ...monday, chain: chainAt(last / 4, '2026-08-24') }
    const why = await whyOf(environment)
    const whole = await whyOf(current)
    expect(why.expandedQuote.week52High).toBeCloseTo(whole.expandedQuote.week52High! / 4, 1)
    expect(why.sixMonthTrend).toEqual(whole.sixMonthTrend)
    for (const { value } of why.supportAndResistance!.resistance) expect(value).toBeLessThan(last / 2)
    const history = await lookupsOf(environment).history('ACME', { range: '1Y' })
    expect(history!.close.at(-1)).toBeCloseTo(last / 4, 9)
    expect(history!.splits).toEqual([{ date: '2026-08-24', factor: 4 }])
  })

  test('ten times the price in the bars of the same day: no level, no range, no trend', async () => {
    const why = await whyOf({ chain: chainAt(last / 10), traded: fridayClose, last: last / 10 })
    expect(why.expandedQuote.last).toBeCloseTo(last / 10, 1)
    for (const { value } of [...why.supportAndResistance!.support, ...why.supportAndResistance!.resistance])
      expect(value).toBeLessThan(last / 5)
    const torn = await whyOf({ chain: chainAt(last / 10), traded: fridayClose })
    expect(whyUnknown(torn, 'supportAndResistance')?.reason).toBe('unresolved-split')
  })

  test('with 50 to 199 bars the one-month trend is known on its own', async () => {
    const why = await whyOf({ ...current, bars: walk(1, 120) })
    expect(why.oneMonthTrend).not.toBeNull()
    expect(why.sentiment).toBe(why.oneMonthTrend!.sentimentInterpretation)
    for (const field of ['sixMonthTrend', 'technicalRank'])
      expect(whyUnknown(why, field)).toEqual({ field, reason: 'too-few-bars', asOf: friday })
  })

  test.each([
    ['no-scan', { scores: [] }],
    ['not-ranked', { profile: { kind: 'index' } }],
    ['not-ranked', { profile: { kind: 'leveraged-etf' } }],
  ] as const)('%s: no rank, and a sentence that does not speak of one', async (reason, environment) => {
    const why = await whyOf({ ...current, ...environment })
    expect(whyUnknown(why, 'technicalRank')).toEqual({ field: 'technicalRank', reason, asOf: friday })
    expect(why.sentence).toMatch(/^ACME Corporation \(ACME\) .+\.$/)
    expect(why.sentence).not.toContain('rank')
    expect(why.sentence).not.toContain('{{')
    expect((await whyOf(current)).sentence).toContain('out of 10')
  })

  test('change or volume of the day is null if the quote lacks it', async () => {
    const why = await whyOf(current)
    expect(why.expandedQuote).toMatchObject({ change: null, percentageChange: null, volume: null })
    expect(whyUnknown(why, 'expandedQuote.volume')).toEqual({
      field: 'expandedQuote.volume',
      reason: 'not-given',
      asOf: friday,
    })
  })

  test('without any data even the price is null', async () => {
    const why = await whyOf({ bars: walk(1, 0) })
    expect(why.expandedQuote).toMatchObject({ last: null, change: null, volume: null, peRatio: null })
    expect(whyUnknown(why, 'expandedQuote.last')?.reason).toBe('no-price')
    expect(whyUnknown(why, 'impliedVolatility')?.reason).toBe('no-chain')
    expect(withoutReason(why)).toEqual([])
  })

  test('old bars still provide the last price', async () => {
    const old = walk(1, 300, undefined, '2026-02-27')
    const why = await whyOf({ bars: old })
    expect(why.expandedQuote.last).toBeCloseTo(old.close.at(-1)!, 1)
    expect(why.dataStatus.parts).toMatchObject({
      price: { state: 'unknown', reason: 'no-price' },
      bars: { state: 'old', asOf: '2026-02-27T21:00:00.000Z', reason: 'old-bars' },
    })
  })
})

describe('the status of each part', () => {
  const partsOf = async (environment: World) => (await whyOf(environment)).dataStatus.parts!

  test('data of the last session is current, with its time', async () => {
    const environment = {
      ...current,
      profile: {
        dividends: { declared: [{ exDate: '2026-09-10', amount: 0.5 }], knownThrough: null },
      },
      earnings: { day: '2026-10-29', time: 'AfterClose', estimated: true },
    } as const
    expect(await partsOf(environment)).toEqual({
      price: { state: 'current', asOf: fridayClose, reason: null },
      options: { state: 'current', asOf: fridayClose, reason: null },
      bars: { state: 'current', asOf: fridayClose, reason: null },
      dividends: { state: 'current', asOf: null, reason: null },
      earnings: { state: 'current', asOf: null, reason: null },
    })
  })

  test('missing data is unknown, except the earnings of a fund', async () => {
    expect(await partsOf({ bars: walk(1, 0) })).toEqual({
      price: { state: 'unknown', asOf: null, reason: 'no-price' },
      options: { state: 'unknown', asOf: null, reason: 'no-chain' },
      bars: { state: 'unknown', asOf: null, reason: 'no-bars' },
      dividends: { state: 'unknown', asOf: null, reason: 'not-given' },
      earnings: { state: 'unknown', asOf: null, reason: 'not-given' },
    })
    const fund = await whyOf({ profile: { kind: 'etf' } })
    expect(fund.dataStatus.parts!.earnings).toEqual({ state: 'current', asOf: null, reason: null })
    expect(whyUnknown(fund, 'earningsDate')).toBeUndefined()
  })

  test('a company that pays no dividend has a known status', async () => {
    const why = await whyOf({ profile: { dividends: noDividends } })
    expect(why.dividend).toBeNull()
    expect(whyUnknown(why, 'dividend')).toBeUndefined()
    expect(why.dataStatus.parts!.dividends.state).toBe('current')
  })

  test('options of another day than the price are old, earlier or later', async () => {
    const monday = { now: '2026-08-24T15:00:00.000Z', traded: '2026-08-24T14:59:00.000Z' }
    expect(await partsOf({ ...monday, chain: chainAt(last) })).toMatchObject({
      price: { state: 'current' },
      options: { state: 'old', asOf: fridayClose, reason: 'old-chain' },
      bars: { state: 'current', asOf: fridayClose },
    })
    expect(
      await partsOf({ ...monday, traded: fridayClose, chain: chainAt(last, '2026-08-24') }),
    ).toMatchObject({ price: { state: 'old', asOf: fridayClose }, options: { state: 'old' } })
    // Before the open, Friday's are the latest.
    expect(
      await partsOf({ now: '2026-08-24T12:00:00.000Z', traded: fridayClose, chain: chainAt(last) }),
    ).toMatchObject({
      price: { state: 'current' },
      options: { state: 'current' },
      bars: { state: 'current' },
    })
  })

  test('bars are old as soon as the next session has closed', async () => {
    const at = async (now: string) => (await partsOf({ now })).bars.state
    expect(await at('2026-08-24T19:59:00.000Z')).toBe('current')
    expect(await at('2026-08-24T20:00:00.000Z')).toBe('old')
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
    const bars = walk(1, 300, undefined, '2026-02-27')
    const history = await lookupsOf({ bars }).history('ACME', { range: '1M' })
    expect(history!.date.at(-1)).toBe('2026-02-27')
    expect(history!.splits).toEqual([])
  })

  test('shows bars on one scale', async () => {
    const history = await lookupsOf({ bars: unadjusted(good, 100, 4) }).history('ACME', { range: '1Y' })
    expect(Math.max(...history!.high)).toBeLessThan(200)
    expect(history!.splits).toEqual([{ date: good.date.at(-100), factor: 4 }])
  })

  test('shows unresolvable bars as the source has them', async () => {
    const bars = unadjusted(good, 30, 3.5)
    const history = await lookupsOf({ bars }).history('ACME', { range: '1Y' })
    expect(history!.close.at(-1)).toBe(last)
    expect(Math.max(...history!.close)).toBeGreaterThan(200)
  })
})

test('the market has no tone if its benchmark has no bars of today', async () => {
  const tone = await lookupsOf({ bars: walk(1, 300, undefined, '2026-08-20') }).tone()
  expect(tone).toMatchObject({ symbol: 'SPY', oneMonthTrend: null, sixMonthTrend: null })
  expect(whyUnknown(tone, 'oneMonthTrend')).toEqual({
    field: 'oneMonthTrend',
    reason: 'old-bars',
    asOf: '2026-08-20',
  })
  expect(tone.dataStatus.asOf).toBe(sessionClose(friday).toISOString())
})
