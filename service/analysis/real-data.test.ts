/** Tests the complete analysis of the recorded data of 2026-08-21, read by the recorded market. */
import * as v from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import { IncomeSchema, type Income, type IncomeOption } from '#contract/responses/income.ts'
import { WhySchema } from '#contract/responses/resources.ts'
import { openRecordedMarket } from '#service/markets/recorded/recorded-market.ts'
import type { Market } from '#service/markets/market.ts'
import { validateBars } from './bars/validate-bars.ts'
import { config } from './config.ts'
import { analyseIncome, type IncomeInput } from './income.ts'
import { dataFolder, hasRecorded } from './reference/oracle-data.fixture.ts'
import { analyseTone } from './technicals/tone.ts'
import { analyseWhy, type WhyInput } from './why.ts'

const dataStatus = { asOf: '2026-08-21T20:00:00.000Z', simulated: false, delayedSeconds: 0 }

const recordedFiles = [
  'chains-2026-08-21',
  'bars-2025-08-22_2026-08-21',
  'bars-2024-02-28_2026-02-27-universe.csv.gz',
]

describe.skipIf(!hasRecorded(...recordedFiles))(
  `recorded data (needs ../shared/market-data/${recordedFiles.join(', ')})`,
  () => {
    let market: Market
    beforeAll(async () => {
      market = await openRecordedMarket(dataFolder)
    })

    const inputOf = async (symbol: string): Promise<WhyInput & IncomeInput> => {
      const [profile, bars, chain, quote, earnings, benchmark] = await Promise.all([
        market.profile(symbol),
        market.bars(symbol),
        market.chain(symbol),
        market.quote(symbol),
        market.earnings(symbol),
        market.bars(market.benchmark()),
      ])
      const tone =
        benchmark &&
        analyseTone({
          symbol: market.benchmark(),
          bars: validateBars(benchmark, { lastSession: market.today() }),
          dataStatus,
        })
      return {
        profile: profile!,
        bars: validateBars(bars, { lastSession: market.today(), chain, price: quote?.last }),
        chain,
        quote,
        earnings,
        volatilities: [],
        scores: [],
        benchmark: tone,
        dataStatus,
        riskFreeRate: market.riskFreeRate(),
        commission: config.income.commission,
        today: market.today(),
        date: market.today(),
      }
    }
    const cell = (optimals: readonly IncomeOption[], timeframe: string, riskProfile: string): IncomeOption =>
      optimals.find((option) => option.timeframe === timeframe && option.riskProfile === riskProfile)!

    const tradesOf = ({ callOptimals, putOptimals, callAlternatives, putAlternatives }: Income) => [
      ...callOptimals,
      ...putOptimals,
      ...callAlternatives,
      ...putAlternatives,
    ]
    /** Whether each figure has a standard error of a credible size. */
    const isCredible = (option: IncomeOption): boolean => {
      const isBetween = (value: number, low: number, high: number) => value >= low && value <= high
      return (
        isBetween(option.probabilityError, 0.001, 0.06) &&
        isBetween(option.probabilityOfProfitError, 0, 0.06) &&
        isBetween(option.fairValueError / option.fairValue, 0.01, 0.25) &&
        isBetween(option.scoreError, 0.1, 15)
      )
    }

    test('AAPL has the expected covered calls', async () => {
      const response: Income = analyseIncome(await inputOf('AAPL'), {})
      expect(response.stockPrice).toBe(309.35)
      expect(response.callOptimals).toHaveLength(9)
      // The call with the best lower bound of the expected profit, among those with a probability within
      // 4 percentage points of the 74 % target. The probability includes the smile's slope.
      const short = cell(response.callOptimals, 'short', 'optimal')
      expect(short).toMatchObject({
        strike: 325,
        expiryDate: '2026-09-18',
        premium: 2.85,
        // (2.85 - 0.0065) / 309.35
        return: 0.009192,
        daysUntilExpiry: 28,
        breakeven: 306.5,
      })
      expect(short.probability).toBeCloseTo(0.769, 2)
      // Simple annualization; compounding the same 0.92 % would give 12.7 %.
      expect(short.annualizedReturn).toBeCloseTo(0.1198, 4)
      expect((1 + short.return) ** (365 / 28) - 1).toBeCloseTo(0.127, 3)
      expect(cell(response.callOptimals, 'short', 'aggressive').expiryDate).toBe('2026-09-18')
      for (const [timeframe, expiryDate] of [
        ['medium', '2026-10-16'],
        ['long', '2027-01-15'],
      ] as const)
        for (const option of response.callOptimals.filter((optimal) => optimal.timeframe === timeframe))
          expect(option.expiryDate).toBe(expiryDate)
      const medium = cell(response.callOptimals, 'medium', 'optimal')
      expect(medium).toMatchObject({ strike: 330, premium: 4.85 })
      expect(medium.probability).toBeCloseTo(0.745, 2)
      const long = cell(response.callOptimals, 'long', 'conservative')
      expect(long).toMatchObject({ strike: 375, premium: 3.85 })
      expect(long.probability).toBeCloseTo(0.881, 2)
      expect(response.putOptimals).toHaveLength(9)
    })

    test('AAPL has the expected Why', async () => {
      const why = analyseWhy(await inputOf('AAPL'))
      expect(why.expandedQuote).toMatchObject({ last: 309.35, exchange: expect.any(String) })
      expect(why.liquidityRank).toBe(1)
      expect(why.impliedVolatility).toBeCloseTo(0.243, 2)
      // No implied volatilities are recorded.
      expect(why.impliedVolatilityRank).toBeNull()
      expect(why.impliedToRealizedVolatility).toBeGreaterThan(0)
      expect(why.supportAndResistance!.support[0]!.value).toBeLessThan(309.35)
      expect(why.supportAndResistance!.resistance[0]!.value).toBeGreaterThan(309.35)
      expect(why.sentence).toMatch(/^Apple Inc\. \(AAPL\) /)
    })

    test('every symbol of the universe has valid responses', { timeout: 60_000 }, async () => {
      const universe = await market.universe()
      expect(universe.length).toBeGreaterThan(500)
      let chainCount = 0
      for (const symbol of universe) {
        const input = await inputOf(symbol)
        if (input.chain) chainCount++
        const why = v.safeParse(WhySchema, analyseWhy(input))
        expect(why.issues, `why ${symbol}`).toBeUndefined()
        const income = v.safeParse(IncomeSchema, analyseIncome(input, {}))
        expect(income.issues, `income ${symbol}`).toBeUndefined()
        for (const { id, bid } of (income.output as Income).callOptimals) {
          expect(input.chain!.contracts.find((contract) => contract.id === id)!.bid).toBeCloseTo(bid, 2)
        }
      }
      expect(chainCount).toBeGreaterThanOrEqual(15)
    })

    test(
      'every recorded chain has valid responses, even if the symbol has no bars',
      { timeout: 60_000 },
      async () => {
        for (const symbol of [
          'AAPL',
          'AMD',
          'AMZN',
          'AVGO',
          'BAC',
          'CRVL',
          'DIS',
          'DPZ',
          'F',
          'GOOGL',
          'HOOD',
          'HSY',
          'JPM',
          'KO',
          'LYFT',
          'META',
          'NVDA',
          'PLTR',
          'T',
          'TSLA',
          'XOM',
        ]) {
          const input = await inputOf(symbol)
          expect(input.chain, symbol).toBeDefined()
          v.parse(WhySchema, analyseWhy(input))
          const response = analyseIncome(input, {})
          v.parse(IncomeSchema, response)
          for (const option of tradesOf(response)) expect(isCredible(option), option.id).toBe(true)
        }
      },
    )
  },
)
