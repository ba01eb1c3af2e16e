/**
 * Compares the ideas of a scan with Why, How and the calendar of their symbols, and checks their
 * order.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { daysBetween } from '#service/markets/calendar.ts'
import type { Market } from '#service/markets/market.ts'
import type { Batch } from '#service/store/batches.ts'
import { disagreementsAmong } from './disagreements.fixture.ts'
import { spreadOf } from './income.oracle.ts'
import { analyseSymbols, type AnalysedSymbol } from './trades.fixture.ts'
import { createResponses, createSimulatedMarket, type Responses } from './scenarios.fixture.ts'

type Subject = {
  readonly idea: Batch['ideas'][number]
  readonly symbol: AnalysedSymbol
  readonly rank: number | null
}

let responses: Responses
let subjects: Subject[]

beforeAll(async () => {
  const fullMarket = createSimulatedMarket()
  const universe = (await fullMarket.universe()).filter(
    (symbol, index) => index % 3 === 0 || symbol === fullMarket.benchmark(),
  )
  const market: Market = { ...fullMarket, universe: async () => universe }
  responses = await createResponses(market, 'scan')
  const symbols = await analyseSymbols(
    market,
    responses.ideas.map(({ symbol }) => symbol),
  )
  subjects = await Promise.all(
    symbols.map(async (symbol, index) => ({
      symbol,
      idea: responses.ideas[index]!,
      rank: (await responses.why(symbol.symbol)).technicalRank,
    })),
  )
}, 60_000)

const disagreements = (check: (subject: Subject) => string | undefined | false) =>
  disagreementsAmong(subjects, ({ idea }) => idea.symbol, check)

test('the scan finds more than five ideas', () => {
  expect(subjects.length).toBeGreaterThan(5)
})

test('ranks and liquidity of an idea are those of Why', () => {
  expect(
    disagreements(({ idea, symbol: { why }, rank }) => {
      if (idea.technicalRank !== rank) return `rank ${idea.technicalRank}, Why ${rank}`
      for (const field of [
        'impliedVolatilityRank',
        'impliedVolatilityRankBasis',
        'liquidityRank',
        'liquidityExplanation',
      ] as const)
        if (idea[field] !== why[field]) return `${field} ${idea[field]}, Why ${why[field]}`
      return undefined
    }),
  ).toEqual([])
})

test('price and change are those of the last bar', () => {
  expect(
    disagreements(({ idea, symbol: { bars } }) => {
      const [last, previous] = [bars.close.at(-1)!, bars.close.at(-2)!]
      if (!(Math.abs(idea.price - last) <= 0.0051)) return `price ${idea.price}, not ${last}`
      if (!(Math.abs(idea.change - (last - previous)) <= 0.0101)) return `change ${idea.change}`
      return (
        !(Math.abs(idea.percentageChange - (last / previous - 1) * 100) <= 0.0051) &&
        `${idea.percentageChange} %`
      )
    }),
  ).toEqual([])
})

test('an idea has signals of its own sentiment only, and their age is under 30', () => {
  expect(
    disagreements(({ idea }) => {
      if (idea.rules.length === 0) return 'no signal'
      const opposing = idea.rules.find(({ sentiment }) => sentiment !== idea.sentiment)
      if (opposing) return `${opposing.ruleMatch} is ${opposing.sentiment}`
      return (
        !(Number.isInteger(idea.signalAge) && idea.signalAge >= 0 && idea.signalAge < 30) &&
        `${idea.signalAge}`
      )
    }),
  ).toEqual([])
})

test('days to earnings are calendar days', () => {
  expect(
    disagreements(({ idea, symbol: { earnings, today } }) => {
      const days = earnings === null ? null : daysBetween(today, earnings.day)
      return idea.daysToEarnings !== days && `${idea.daysToEarnings}, not ${days}`
    }),
  ).toEqual([])
})

test.each([
  ['call', 'callYield', 'callScore', 'callOptimals'],
  ['put', 'putYield', 'putScore', 'putOptimals'],
] as const)(
  'yield and score of the best %s are those of the best trade in How',
  (_, yieldField, scoreField, side) => {
    expect(
      disagreements(({ idea, symbol: { income } }) => {
        const best = Math.max(...income[side].map(({ serviceScore }) => serviceScore))
        if (income[side].length === 0)
          return idea[scoreField] !== null && `${idea[scoreField]} without a trade`
        if (idea[scoreField] !== best) return `${idea[scoreField]}, not ${best}`
        const yields = income[side]
          .filter(({ serviceScore }) => serviceScore === best)
          .map(({ annualizedReturn }) => annualizedReturn)
        return !yields.includes(idea[yieldField]!) && `${idea[yieldField]}, not ${yields.join(' or ')}`
      }),
    ).toEqual([])
  },
)

test('the spread class is that of the median spread near the money', () => {
  expect(
    disagreements(({ idea, symbol: { chain, today } }) => {
      const near = chain.contracts.filter(({ expiry, strike, bid, ask }) => {
        const days = daysBetween(today, expiry)
        return (
          days >= 20 &&
          days <= 60 &&
          bid > 0 &&
          ask > bid &&
          Math.abs(strike / chain.underlyingPrice - 1) < 0.06
        )
      })
      if (near.length < 8) return undefined
      const median = near.map(spreadOf).toSorted((a, b) => a - b)[near.length >> 1]!
      // Checks clear cases only, because the definition does not determine which contracts are near the money.
      if (median < 0.025) return idea.spreadClass !== 'tight' && `${idea.spreadClass} at ${median}`
      if (median > 0.3) return idea.spreadClass !== 'wide' && `${idea.spreadClass} at ${median}`
      return idea.spreadClass === null && `no class at ${median}`
    }),
  ).toEqual([])
})

describe('strength', () => {
  const parts = ['signals', 'rank', 'liquidity', 'volatility', 'income'] as const

  test('is from 0 to 100, has parts from 0 to 1, sorts the ideas, and hardly ever ties', () => {
    const strengths = responses.ideas.map(({ strength }) => strength)
    expect(strengths).toEqual(strengths.toSorted((a, b) => b - a))
    expect(Math.min(...strengths)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...strengths)).toBeLessThanOrEqual(100)
    expect(new Set(strengths).size).toBeGreaterThan(strengths.length * 0.9)
    for (const { strengthParts } of responses.ideas)
      for (const part of parts) {
        const value = strengthParts[part]
        expect(value === null || (value >= 0 && value <= 1), `${part} ${value}`).toBe(true)
      }
  })

  test('is not lower if every part is at least as high', () => {
    const misplaced = responses.ideas.flatMap((idea) =>
      responses.ideas
        .filter(
          (otherIdea) =>
            parts.every((part) => (idea.strengthParts[part] ?? 0) >= (otherIdea.strengthParts[part] ?? 0)) &&
            idea.strength < otherIdea.strength - 0.11,
        )
        .map(
          (otherIdea) => `${idea.symbol} ${idea.strength} is below ${otherIdea.symbol} ${otherIdea.strength}`,
        ),
    )
    expect(misplaced).toEqual([])
  })

  test('a more bullish rank adds to a bullish idea, a more bearish rank to a bearish one', () => {
    for (const sentiment of ['Bullish', 'Bearish'] as const) {
      const ideas = responses.ideas.filter(
        (idea) => idea.sentiment === sentiment && idea.technicalRank !== null,
      )
      for (const idea of ideas)
        for (const otherIdea of ideas) {
          const isRankBetter =
            sentiment === 'Bullish'
              ? idea.technicalRank! > otherIdea.technicalRank!
              : idea.technicalRank! < otherIdea.technicalRank!
          if (isRankBetter)
            expect(idea.strengthParts.rank!, `${idea.symbol}, ${otherIdea.symbol}`).toBeGreaterThanOrEqual(
              otherIdea.strengthParts.rank!,
            )
        }
    }
  })
})
