/** Ideas of a scan against Why, How and the calendar of the same symbol, and a correct sort order. */
import { beforeAll, describe, expect, test } from 'vitest'
import { daysBetween } from '#service/markets/calendar.ts'
import type { Market } from '#service/markets/market.ts'
import type { Batch } from '#service/store/batches.ts'
import { disagreementsAmong } from './disagreements.fixture.ts'
import { spreadOf } from './income.oracle.ts'
import { symbolsOf, type Symbol } from './trades.fixture.ts'
import { answersOf, simulated, type Answers } from './scenarios.fixture.ts'

type Subject = {
  readonly idea: Batch['ideas'][number]
  readonly symbol: Symbol
  readonly rank: number | null
}

let responses: Answers
let subjects: Subject[]

beforeAll(async () => {
  const fullMarket = simulated()
  const universe = (await fullMarket.universe()).filter(
    (symbol, index) => index % 3 === 0 || symbol === fullMarket.benchmark(),
  )
  const market: Market = { ...fullMarket, universe: async () => universe }
  responses = await answersOf(market, 'scan')
  const symbols = await symbolsOf(
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

const disagreements = (look: (subject: Subject) => string | undefined | false) =>
  disagreementsAmong(subjects, ({ idea }) => idea.symbol, look)

test('there are some, of both directions or of the market’s', () => {
  expect(subjects.length).toBeGreaterThan(5)
})

test('the list says what the panel says', () => {
  expect(
    disagreements(({ idea, symbol: { why }, rank }) => {
      if (idea.technicalRank !== rank) return `rank ${idea.technicalRank}, panel ${rank}`
      for (const field of [
        'impliedVolatilityRank',
        'impliedVolatilityRankBasis',
        'liquidityRank',
        'liquidityExplanation',
      ] as const)
        if (idea[field] !== why[field]) return `${field} ${idea[field]}, panel ${why[field]}`
      return undefined
    }),
  ).toEqual([])
})

test('price and change are of the last bar', () => {
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

test('signals point the idea’s way and have an age', () => {
  expect(
    disagreements(({ idea }) => {
      if (idea.rules.length === 0) return 'no signal'
      const against = idea.rules.find(({ sentiment }) => sentiment !== idea.sentiment)
      if (against) return `${against.ruleMatch} is ${against.sentiment}`
      return (
        !(Number.isInteger(idea.signalAge) && idea.signalAge >= 0 && idea.signalAge < 30) &&
        `${idea.signalAge}`
      )
    }),
  ).toEqual([])
})

test('days to earnings are counted on the calendar', () => {
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
] as const)('the best %s is the one of the highest score that How shows', (_, yieldOf, scoreOf, side) => {
  expect(
    disagreements(({ idea, symbol: { income } }) => {
      const best = Math.max(...income[side].map(({ serviceScore }) => serviceScore))
      if (income[side].length === 0) return idea[scoreOf] !== null && `${idea[scoreOf]} without a trade`
      if (idea[scoreOf] !== best) return `${idea[scoreOf]}, not ${best}`
      const yields = income[side]
        .filter(({ serviceScore }) => serviceScore === best)
        .map(({ annualizedReturn }) => annualizedReturn)
      return !yields.includes(idea[yieldOf]!) && `${idea[yieldOf]}, not ${yields.join(' or ')}`
    }),
  ).toEqual([])
})

test('the class of spreads is that of options near the money', () => {
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
      // Clear cases: which contracts are near the money is a matter of definition.
      if (median < 0.025) return idea.spreadClass !== 'tight' && `${idea.spreadClass} at ${median}`
      if (median > 0.3) return idea.spreadClass !== 'wide' && `${idea.spreadClass} at ${median}`
      return idea.spreadClass === null && `none at ${median}`
    }),
  ).toEqual([])
})

describe('strength', () => {
  const parts = ['signals', 'rank', 'liquidity', 'volatility', 'income'] as const

  test('is of 0 to 100, of parts of 0 to 1, the strongest first, and ties are rare', () => {
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

  test('is no less of what is as good in every part', () => {
    const beaten = responses.ideas.flatMap((idea) =>
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
    expect(beaten).toEqual([])
  })

  test('the rank counts in the idea’s own direction', () => {
    for (const sentiment of ['Bullish', 'Bearish'] as const) {
      const ideas = responses.ideas.filter(
        (idea) => idea.sentiment === sentiment && idea.technicalRank !== null,
      )
      for (const idea of ideas)
        for (const otherIdea of ideas) {
          const isFurther =
            sentiment === 'Bullish'
              ? idea.technicalRank! > otherIdea.technicalRank!
              : idea.technicalRank! < otherIdea.technicalRank!
          if (isFurther)
            expect(idea.strengthParts.rank!, `${idea.symbol}, ${otherIdea.symbol}`).toBeGreaterThanOrEqual(
              otherIdea.strengthParts.rank!,
            )
        }
    }
  })
})
