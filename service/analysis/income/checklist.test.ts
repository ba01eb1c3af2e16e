import { describe, expect, test } from 'vitest'
import { addDays } from '#service/markets/calendar.ts'
import { noDividends, unknownDividends, type Dividends } from '#service/markets/market.ts'
import { chainOf, judgedOf, profileOf } from '#service/analysis/reference/synthetic-market.fixture.ts'
import { altered, checked, everything, income, rising, today, whole, type More } from './income.fixture.ts'

const short = (more: More, chain = whole) =>
  income(chain, { ...more, query: { legtype: 'call', timeframe: 'short', riskprofile: 'aggressive' } })
    .callOptimals[0]!
const severity = (more: More, name: string) => checked(short(more), name).severity

describe('earnings', () => {
  const at = (day: string) => ({ day, time: 'AfterClose', estimated: false }) as const

  test('before the expiry are a caution, after it they are not', () => {
    expect(severity({ earnings: at('2026-08-25') }, 'Earnings')).toBe('Neutral')
    expect(short({ earnings: at('2026-08-25') }).warnings).toEqual(['earnings-before-expiry'])
    expect(severity({ earnings: at('2026-12-01') }, 'Earnings')).toBe('Good')
    expect(short({ earnings: at('2026-12-01') }).warnings).toEqual([])
  })

  test('of no known date are a caution too: a date that has passed is not the next one', () => {
    for (const earnings of [null, at('2026-08-20')]) {
      const option = short({ earnings })
      expect(checked(option, 'Earnings').severity).toBe('Neutral')
      expect(checked(option, 'Earnings').sentence).toContain('not known')
      expect(option.warnings).toEqual([])
    }
  })

  test('are nothing that a fund has', () =>
    expect(severity({ earnings: null, profile: profileOf('TEST', { kind: 'etf' }) }, 'Earnings')).toBe(
      'Good',
    ))
})

describe('dividends', () => {
  const paying = (dividends: Dividends, chain = whole) =>
    short({ profile: profileOf('TEST', { dividends }) }, chain)
  const declared = (amount: number, ...days: string[]): Dividends => ({
    declared: days.map((exDate) => ({ exDate, amount })),
    knownThrough: days.at(-1)!,
  })

  test('are Good only where it is known that none comes before the expiry', () => {
    for (const dividends of [
      noDividends,
      declared(1, '2026-12-01'),
      { declared: [], knownThrough: addDays(today, 60) },
    ]) {
      const option = paying(dividends)
      expect(checked(option, 'Dividend')).toMatchObject({ severity: 'Good', reason: null })
      expect(option.warnings).toEqual([])
    }
  })

  test('are Neutral where nobody knows, and nothing says that none is due', () => {
    for (const dividends of [unknownDividends, { declared: [], knownThrough: addDays(today, 10) }])
      for (const option of everything(income(whole, { profile: profileOf('TEST', { dividends }) }))) {
        const item = checked(option, 'Dividend')
        expect(item.severity).toBe('Neutral')
        expect(item.sentenceMessage.code).toBe('checklist.Dividend.Neutral.unknown')
        expect(item.sentence).not.toContain('No dividend')
      }
  })

  test('declared before the expiry are told by the next one, and warned of', () => {
    const dividends = declared(0.5, '2026-08-28', '2026-11-27')
    const option = paying(dividends)
    expect(checked(option, 'Dividend')).toMatchObject({ severity: 'Neutral' })
    expect(checked(option, 'Dividend').sentence).toContain('$0.50 per share goes ex on Aug 28, 2026')
    expect(option.warnings).toEqual(['dividend-before-expiry'])
    // Ex-dividend today: a call sold now is not affected.
    expect(checked(paying(declared(0.5, today, '2026-12-01')), 'Dividend').severity).toBe('Good')
  })

  test('worth more than the time value of a call in the money invite early assignment', () => {
    const inTheMoney = (dividends: Dividends) => {
      // The forward is at 97.50: a call in the money by two dollars is more likely than not to expire worthless.
      const chain = chainOf({ spot: 100, days: [35], volatility: () => 0.3, yield: 0.3, step: 2 })
      const answer = income(chain, { profile: profileOf('TEST', { dividends }), query: { legtype: 'call' } })
      return everything(answer).find(({ strike }) => strike < 100)
    }
    const cheap = inTheMoney(declared(0.2, '2026-09-01'))
    const dear = inTheMoney(declared(9, '2026-09-01'))
    expect(cheap?.strike).toBe(98)
    expect(checked(cheap!, 'Dividend').severity).toBe('Neutral')
    expect(checked(dear!, 'Dividend').severity).toBe('Bad')
    expect(checked(dear!, 'Dividend').sentence).toContain('early assignment is likely')
    // Out of the money, early exercise does not pay.
    expect(checked(paying(declared(9, '2026-08-28')), 'Dividend').severity).toBe('Neutral')
  })

  test('undeclared ones are inferred from the forward, and called so', () => {
    // A yield of 12 % a year is 1.14 in 35 days.
    const chain = chainOf({
      spot: 100,
      days: [35],
      volatility: () => 0.3,
      yield: 0.12,
      halfSpread: 0.01,
      step: 1,
    })
    const answer = income(chain, { profile: profileOf('TEST', { dividends: unknownDividends }) })
    const options = everything(answer)
    expect(options.length).toBeGreaterThan(5)
    for (const option of options) {
      const { code, params } = checked(option, 'Dividend').sentenceMessage
      expect(code).toBe(`checklist.Dividend.Neutral.inferred.${option.legType.toLowerCase()}`)
      expect(params['amount']).toBeCloseTo(100 * (1 - Math.exp((-0.12 * 35) / 365)), 1)
      expect(option.warnings).toContain('dividend-before-expiry')
    }
    // Declared dividends take precedence over implied ones.
    const known = income(chain, { profile: profileOf('TEST', { dividends: noDividends }) })
    for (const option of everything(known)) expect(checked(option, 'Dividend').severity).toBe('Good')
  })
})

describe('what is not known', () => {
  test('has no severity but a reason: trends and volatility rank without bars', () => {
    const closes = [...rising.close]
    const old = judgedOf(closes, '2026-02-22')
    const none = judgedOf([])
    for (const [bars, reason] of [
      [none, 'no-bars'],
      [old, 'old-bars'],
      [judgedOf(closes.map(() => 50)), 'flat-bars'],
      [judgedOf(closes.slice(-5)), 'too-few-bars'],
    ] as const) {
      const option = short({ bars })
      for (const name of ['StockTrend', 'ImpliedVolatility'])
        expect(checked(option, name)).toMatchObject({ severity: null, reason })
      expect(option.scoreParts.forecast).toBe('implied')
    }
    expect(checked(short({ bars: none }), 'StockTrend').sentence).toContain('missing or too short')
    expect(checked(short({ bars: old }), 'StockTrend').sentence).toContain('ends on Feb 22, 2026')
    expect(income(whole, { bars: old })).toMatchObject({
      sentiment: null,
      unknown: [{ field: 'sentiment', reason: 'old-bars', asOf: '2026-02-22' }],
    })
  })

  test('open interest that a source does not give fills cells by spread alone, and says so', () => {
    const silent = altered(whole, () => ({ openInterest: null, volume: null }))
    const answer = income(silent)
    expect(answer.callOptimals.map(({ id }) => id)).toEqual(income(whole).callOptimals.map(({ id }) => id))
    for (const option of everything(answer)) {
      expect(option.openInterest).toBeNull()
      expect(checked(option, 'Liquidity').sentence).toContain('How many contracts are open is not known.')
    }
    for (const option of everything(income(whole)))
      expect(checked(option, 'Liquidity').sentence).not.toContain('not known')
    // Known to be none is another thing.
    expect(income(altered(whole, () => ({ openInterest: 0 }))).callOptimals).toEqual([])
  })
})
