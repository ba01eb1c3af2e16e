import { describe, expect, test } from 'vitest'
import { addDays } from '#service/markets/calendar.ts'
import { noDividends, unknownDividends, type Dividends } from '#service/markets/market.ts'
import { chainOf, validatedBarsOf, profileOf } from '#service/analysis/reference/synthetic-inputs.fixture.ts'
import {
  alterContracts,
  checklistItem,
  allTrades,
  income,
  rising,
  today,
  fullChain,
  type IncomeOverrides,
} from './income.fixture.ts'

const shortCall = (overrides: IncomeOverrides, chain = fullChain) =>
  income(chain, { ...overrides, query: { legtype: 'call', timeframe: 'short', riskprofile: 'aggressive' } })
    .callOptimals[0]!
const severity = (overrides: IncomeOverrides, name: string) =>
  checklistItem(shortCall(overrides), name).severity

describe('earnings', () => {
  const earningsOn = (day: string) => ({ day, time: 'AfterClose', estimated: false }) as const

  test('before the expiry are a caution, after it they are not', () => {
    expect(severity({ earnings: earningsOn('2026-08-25') }, 'Earnings')).toBe('Neutral')
    expect(shortCall({ earnings: earningsOn('2026-08-25') }).warnings).toEqual(['earnings-before-expiry'])
    expect(severity({ earnings: earningsOn('2026-12-01') }, 'Earnings')).toBe('Good')
    expect(shortCall({ earnings: earningsOn('2026-12-01') }).warnings).toEqual([])
  })

  test('on an estimated date are Good only beyond the error of the estimate', () => {
    const { expiryDate } = shortCall({})
    const estimatedAfter = (days: number, estimated = true) =>
      shortCall({ earnings: { day: addDays(expiryDate, days), time: 'Unknown', estimated } })
    for (const days of [1, 10]) {
      const option = estimatedAfter(days)
      expect(checklistItem(option, 'Earnings')).toMatchObject({
        severity: 'Neutral',
        sentenceMessage: {
          code: 'checklist.Earnings.Neutral.possible',
          params: { expiry: expiryDate, date: addDays(expiryDate, days) },
        },
      })
      expect(option.warnings).toEqual([])
    }
    expect(checklistItem(estimatedAfter(11), 'Earnings').severity).toBe('Good')
    expect(checklistItem(estimatedAfter(1, false), 'Earnings').severity).toBe('Good')
    expect(checklistItem(estimatedAfter(0), 'Earnings').sentenceMessage.code).toBe(
      'checklist.Earnings.Neutral.estimated',
    )
  })

  test('of today at an unknown time are still ahead', () => {
    const earnings = { day: today, time: 'Unknown', estimated: false } as const
    expect(severity({ earnings }, 'Earnings')).toBe('Neutral')
    expect(shortCall({ earnings }).warnings).toEqual(['earnings-before-expiry'])
  })

  test('with an unknown date are a caution as well: a past date is not the next one', () => {
    for (const earnings of [null, earningsOn('2026-08-20')]) {
      const option = shortCall({ earnings })
      expect(checklistItem(option, 'Earnings').severity).toBe('Neutral')
      expect(checklistItem(option, 'Earnings').sentence).toContain('not known')
      expect(option.warnings).toEqual([])
    }
  })

  test('do not exist for funds', () =>
    expect(severity({ earnings: null, profile: profileOf('TEST', { kind: 'etf' }) }, 'Earnings')).toBe(
      'Good',
    ))
})

describe('dividends', () => {
  const shortCallWith = (dividends: Dividends, chain = fullChain) =>
    shortCall({ profile: profileOf('TEST', { dividends }) }, chain)
  const declared = (amount: number, ...days: string[]): Dividends => ({
    declared: days.map((exDate) => ({ exDate, amount })),
    knownThrough: days.at(-1)!,
  })

  test('are Good only if it is known that none is due before the expiry', () => {
    for (const dividends of [
      noDividends,
      declared(1, '2026-12-01'),
      { declared: [], knownThrough: addDays(today, 60) },
    ]) {
      const option = shortCallWith(dividends)
      expect(checklistItem(option, 'Dividend')).toMatchObject({ severity: 'Good', reason: null })
      expect(option.warnings).toEqual([])
    }
  })

  test('are Neutral if unknown, and no text claims that none is due', () => {
    for (const dividends of [unknownDividends, { declared: [], knownThrough: addDays(today, 10) }])
      for (const option of allTrades(income(fullChain, { profile: profileOf('TEST', { dividends }) }))) {
        const item = checklistItem(option, 'Dividend')
        expect(item.severity).toBe('Neutral')
        expect(item.sentenceMessage.code).toBe('checklist.Dividend.Neutral.unknown')
        expect(item.sentence).not.toContain('No dividend')
      }
  })

  test('declared before the expiry are named by the next one, with a warning', () => {
    const dividends = declared(0.5, '2026-08-28', '2026-11-27')
    const option = shortCallWith(dividends)
    expect(checklistItem(option, 'Dividend')).toMatchObject({ severity: 'Neutral' })
    expect(checklistItem(option, 'Dividend').sentence).toContain('$0.50 per share goes ex on Aug 28, 2026')
    expect(option.warnings).toEqual(['dividend-before-expiry'])
    // Ex-dividend today: a call sold now is not affected.
    expect(checklistItem(shortCallWith(declared(0.5, today, '2026-12-01')), 'Dividend').severity).toBe('Good')
  })

  test('worth more than the time value of an in-the-money call make early assignment likely', () => {
    const inTheMoney = (dividends: Dividends) => {
      // The forward is at 97.50: a call two dollars in the money is more likely than not to expire worthless.
      const chain = chainOf({ spot: 100, days: [35], volatility: () => 0.3, yield: 0.3, step: 2 })
      const response = income(chain, {
        profile: profileOf('TEST', { dividends }),
        query: { legtype: 'call' },
      })
      return allTrades(response).find(({ strike }) => strike < 100)
    }
    const withSmallDividend = inTheMoney(declared(0.2, '2026-09-01'))
    const withLargeDividend = inTheMoney(declared(9, '2026-09-01'))
    expect(withSmallDividend?.strike).toBe(98)
    expect(checklistItem(withSmallDividend!, 'Dividend').severity).toBe('Neutral')
    expect(checklistItem(withLargeDividend!, 'Dividend').severity).toBe('Bad')
    expect(checklistItem(withLargeDividend!, 'Dividend').sentence).toContain('early assignment is likely')
    // Out of the money, early exercise does not pay.
    expect(checklistItem(shortCallWith(declared(9, '2026-08-28')), 'Dividend').severity).toBe('Neutral')
  })

  test('undeclared dividends are inferred from the forward, and described so', () => {
    // A yield of 12 % a year is 1.14 in 35 days.
    const chain = chainOf({
      spot: 100,
      days: [35],
      volatility: () => 0.3,
      yield: 0.12,
      halfSpread: 0.01,
      step: 1,
    })
    const response = income(chain, { profile: profileOf('TEST', { dividends: unknownDividends }) })
    const options = allTrades(response)
    expect(options.length).toBeGreaterThan(5)
    for (const option of options) {
      const { code, params } = checklistItem(option, 'Dividend').sentenceMessage
      expect(code).toBe(`checklist.Dividend.Neutral.inferred.${option.legType.toLowerCase()}`)
      expect(params['amount']).toBeCloseTo(100 * (1 - Math.exp((-0.12 * 35) / 365)), 1)
      expect(option.warnings).toContain('dividend-before-expiry')
    }
    // Declared dividends take precedence over implied ones.
    const withCalendar = income(chain, { profile: profileOf('TEST', { dividends: noDividends }) })
    for (const option of allTrades(withCalendar))
      expect(checklistItem(option, 'Dividend').severity).toBe('Good')
  })
})

describe('unknown data', () => {
  test('has no severity but a reason: trends without bars', () => {
    const closes = [...rising.close]
    const oldBars = validatedBarsOf(closes, '2026-02-22')
    const noBarsAtAll = validatedBarsOf([])
    for (const [bars, reason] of [
      [noBarsAtAll, 'no-bars'],
      [oldBars, 'old-bars'],
      [validatedBarsOf(closes.map(() => 50)), 'flat-bars'],
      [validatedBarsOf(closes.slice(-5)), 'too-few-bars'],
    ] as const) {
      const option = shortCall({ bars })
      expect(checklistItem(option, 'StockTrend')).toMatchObject({ severity: null, reason })
      expect(option.scoreParts.forecast).toBe('implied')
    }
    expect(checklistItem(shortCall({ bars: noBarsAtAll }), 'StockTrend').sentence).toContain(
      'missing or too short',
    )
    expect(checklistItem(shortCall({ bars: oldBars }), 'StockTrend').sentence).toContain(
      'ends on Feb 22, 2026',
    )
    expect(income(fullChain, { bars: oldBars })).toMatchObject({
      sentiment: null,
      unknown: [{ field: 'sentiment', reason: 'old-bars', asOf: '2026-02-22' }],
    })
  })

  test('has no severity: the volatility rank without stored volatilities, however the stock has moved', () => {
    const option = shortCall({})
    expect(checklistItem(option, 'ImpliedVolatility')).toMatchObject({ severity: null, reason: 'not-given' })
    expect(checklistItem(option, 'ImpliedVolatility').sentence).toContain('too little history')
  })

  test('without open interest cells are filled by spread only, and the checklist says so', () => {
    const withoutOpenInterest = alterContracts(fullChain, () => ({ openInterest: null, volume: null }))
    const response = income(withoutOpenInterest)
    expect(response.callOptimals.map(({ id }) => id)).toEqual(
      income(fullChain).callOptimals.map(({ id }) => id),
    )
    for (const option of allTrades(response)) {
      expect(option.openInterest).toBeNull()
      expect(checklistItem(option, 'Liquidity').sentence).toContain(
        'How many contracts are open is not known.',
      )
    }
    for (const option of allTrades(income(fullChain)))
      expect(checklistItem(option, 'Liquidity').sentence).not.toContain('not known')
    // Open interest that is known to be zero is different.
    expect(income(alterContracts(fullChain, () => ({ openInterest: 0 }))).callOptimals).toEqual([])
  })
})

describe('figures with a standard error', () => {
  const chainWith = (halfSpread: number) =>
    chainOf({ spot: 100, days: [35], volatility: () => 0.3, halfSpread, step: 0.5 })
  /** The put at this strike as a trade. */
  const putAt = (strike: number, halfSpread: number) =>
    income(chainWith(halfSpread), {
      query: { contract: `TEST260925P${String(strike * 1000).padStart(8, '0')}` },
    }).contract!

  test('a probability is Good only if it is at least one error above the threshold', () => {
    const [tight, wide] = [putAt(93.5, 0.005), putAt(93.5, 0.18)]
    for (const { probability } of [tight, wide]) expect(probability).toBeGreaterThan(0.75)
    expect(tight.probability - tight.probabilityError).toBeGreaterThan(0.75)
    expect(checklistItem(tight, 'ProbabilityOfProfit').severity).toBe('Good')
    expect(wide.probability - wide.probabilityError).toBeLessThan(0.75)
    const { probability, probabilityError: error, probabilityOfProfit: profit } = wide
    expect(checklistItem(wide, 'ProbabilityOfProfit')).toMatchObject({
      severity: 'Neutral',
      sentence: expect.stringMatching(
        /is 7\d\.\d\d% with a standard error of \d\.\d\d%: not clearly above or below 75%\./,
      ),
      sentenceMessage: {
        code: 'checklist.ProbabilityOfProfit.Neutral.uncertain',
        params: { probability, error, limit: 0.75, profit },
      },
    })
  })

  test('a score is rated by its own error', () => {
    for (const option of allTrades(income(fullChain))) {
      const { serviceScore, scoreError } = option
      const { severity, sentenceMessage } = checklistItem(option, 'Score')
      if (severity === 'Good') expect(serviceScore - scoreError).toBeGreaterThanOrEqual(100)
      if (severity === 'Bad') expect(serviceScore + scoreError).toBeLessThan(80)
      if (sentenceMessage.code.includes('uncertain')) {
        expect(severity).toBe('Neutral')
        expect(sentenceMessage.params).toMatchObject({ score: serviceScore, error: scoreError })
        expect(Math.abs(serviceScore - Number(sentenceMessage.params['limit']))).toBeLessThanOrEqual(
          scoreError,
        )
      }
    }
  })

  test('an uncertain score by options alone has a sentence of its own', () => {
    const uncertain = allTrades(income(chainWith(0.16), { bars: validatedBarsOf([100]) })).flatMap(
      (option) => {
        const item = checklistItem(option, 'Score')
        return option.serviceScore < 80 && item.severity === 'Neutral' ? [item] : []
      },
    )
    expect(uncertain.length).toBeGreaterThan(0)
    for (const { sentenceMessage, sentence } of uncertain) {
      expect(sentenceMessage.code).toBe('checklist.Score.Neutral.uncertain.implied')
      expect(sentence).toMatch(
        /^The score is 7\d with a standard error of [\d.]+: not clearly above or below 80, /,
      )
    }
  })
})
