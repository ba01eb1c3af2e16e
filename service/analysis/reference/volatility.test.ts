/** IV rank and liquidity of simulated symbols, whose source has a volatility history. */
import { beforeAll, describe, expect, test } from 'vitest'
import { daysBetween } from '#service/markets/calendar.ts'
import type { Chain, Contract, VolatilityPoint } from '#service/markets/market.ts'
import { disagreementsAmong } from './disagreements.fixture.ts'
import { spreadOf } from './income.oracle.ts'
import { normalCdf } from './pricing.oracle.ts'
import { type Slice, slicesOf } from './surface.oracle.ts'
import { analyseSymbols, type AnalysedSymbol } from './trades.fixture.ts'
import { createResponses, createSimulatedMarket } from './scenarios.fixture.ts'

type Subject = AnalysedSymbol & { readonly history: readonly VolatilityPoint[] }

const market = createSimulatedMarket()
let subjects: Subject[]

beforeAll(async () => {
  const universe = await market.universe()
  const symbols = await analyseSymbols(
    market,
    universe.filter((_, index) => index % 9 === 0),
  )
  subjects = await Promise.all(
    symbols.map(async (symbol) => ({ ...symbol, history: await market.volatilityHistory(symbol.symbol) })),
  )
}, 60_000)

const disagreements = (check: (subject: Subject) => string | undefined | false) =>
  disagreementsAmong(subjects, ({ symbol }) => symbol, check)

test('the rank is the position of today’s 30-day volatility in the range of the last 252 days', () => {
  let implied = 0
  expect(
    disagreements(({ why, history, chain, today }) => {
      if (chain.contracts.length === 0 || why.impliedVolatility === null) return undefined
      if (history.length < 60) return why.impliedVolatilityRank !== null && 'too few days'
      implied++
      if (why.impliedVolatilityRankBasis !== 'implied') return `basis ${why.impliedVolatilityRankBasis}`
      // The window of 252 days may include today or not; the test accepts both.
      const past = history.filter(({ day }) => day < today).map(({ iv30 }) => iv30)
      const ranks = [252, 251].map((count) => {
        const year = [...past.slice(-count), why.impliedVolatility!]
        const [lowest, highest] = [Math.min(...year), Math.max(...year)]
        return {
          rank: (100 * (why.impliedVolatility! - lowest)) / (highest - lowest),
          tolerance: 0.011 / (highest - lowest),
        }
      })
      const agrees = ranks.some(
        ({ rank, tolerance }) => Math.abs(rank - why.impliedVolatilityRank!) <= 0.6 + tolerance,
      )
      return (
        !agrees &&
        `${why.impliedVolatilityRank}, not ${ranks.map(({ rank }) => rank.toFixed(1)).join(' or ')}`
      )
    }),
  ).toEqual([])
  expect(implied).toBeGreaterThan(40)
})

/**
 * Whether a quote at the money of an expiry is too wide for a volatility: more than 40 % of its
 * price.
 */
const isWide = ({ contracts }: Chain, { day, forward }: Slice): boolean => {
  const listed = contracts.filter(({ expiry }) => expiry === day)
  const distance = ({ strike }: Contract) => Math.abs(strike - forward)
  const nearest = Math.min(...listed.map(distance))
  return listed.some((contract) => distance(contract) === nearest && spreadOf(contract) > 0.4)
}

test('the 30-day volatility is interpolated between the at-the-money volatilities around it', () => {
  expect(
    disagreements(({ why, chain, today, rate }) => {
      if (why.impliedVolatility === null) return undefined
      const slices = [...slicesOf(chain, today, rate).values()].filter(
        (slice) => slice.days >= 7 && !isWide(chain, slice),
      )
      const near = slices.filter(({ days }) => days <= 30).at(-1)
      const far = slices.find(({ days }) => days > 30)
      if (!near || !far) return undefined
      const total = ({ days, forward, volatility }: typeof near): number => volatility(forward) ** 2 * days
      const share = (30 - near.days) / (far.days - near.days)
      const expected = Math.sqrt((total(near) * (1 - share) + total(far) * share) / 30)
      return (
        !(Math.abs(why.impliedVolatility - expected) <= 0.012 + 0.03 * expected) &&
        `${why.impliedVolatility}, not ${expected}`
      )
    }),
  ).toEqual([])
})

describe('liquidity', () => {
  const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

  test('wide spreads or little open interest are not liquid, moderate open interest is not very liquid', () => {
    expect(
      disagreements(({ why, chain, today, rate }) => {
        const slices = slicesOf(chain, today, rate)
        // Commonly traded contracts have 20 to 60 days to expiry and a delta of 0.2 to 0.6.
        const commonlyTraded = chain.contracts.filter((contract) => {
          const slice = slices.get(contract.expiry)
          const days = daysBetween(today, contract.expiry)
          if (!slice || days < 20 || days > 60 || !(contract.bid > 0 && contract.ask > contract.bid))
            return false
          const deviation = slice.volatility(contract.strike) * Math.sqrt(slice.years)
          const callDelta = normalCdf(Math.log(slice.forward / contract.strike) / deviation + deviation / 2)
          const delta = contract.right === 'call' ? callDelta : 1 - callDelta
          return delta > 0.2 && delta < 0.6
        })
        if (chain.contracts.every(({ bid }) => bid === 0))
          return why.liquidityRank !== 3 && `${why.liquidityRank} without quotes`
        if (commonlyTraded.length < 3) return undefined
        const spread = median(commonlyTraded.map(spreadOf))
        const openInterestSum = chain.contracts.reduce(
          (sum, { openInterest }) => sum + (openInterest ?? 0),
          0,
        )
        // Checks clear cases only: open interest may be counted over the commonly traded contracts or over all.
        if (spread > 0.4 && median(commonlyTraded.map(({ bid, ask }) => ask - bid)) > 0.06)
          return why.liquidityRank !== 3 && `${why.liquidityRank} at spreads of ${spread}`
        if (openInterestSum < 2_000)
          return why.liquidityRank !== 3 && `${why.liquidityRank} with ${openInterestSum} open`
        if (openInterestSum < 50_000) return why.liquidityRank === 1 && `1 with ${openInterestSum} open`
        return undefined
      }),
    ).toEqual([])
  })

  test('the explanation matches the rank', () => {
    const words = ['', 'Very Liquid', 'Somewhat Liquid', 'Not Liquid']
    for (const { why } of subjects) expect(why.liquidityExplanation).toBe(words[why.liquidityRank])
    expect(new Set(subjects.map(({ why }) => why.liquidityRank)).size).toBe(3)
  })
})

test('without a volatility history there is no rank, and options bring no verdict about it', async () => {
  const marketWithoutHistory = { ...market, volatilityHistory: async () => [] }
  const responses = await createResponses(marketWithoutHistory, 'no scan')
  for (const { symbol } of subjects.slice(0, 10)) {
    const why = await responses.why(symbol)
    expect(why.impliedVolatilityRank).toBeNull()
    expect(why.impliedVolatilityRankBasis).toBeNull()
    const income = await responses.income(symbol)
    for (const { checklist } of [...income.callOptimals, ...income.putOptimals])
      expect(checklist.find(({ name }) => name === 'ImpliedVolatility')).toMatchObject({
        severity: null,
        reason: 'not-given',
      })
  }
})
