import { expect, test } from 'vitest'
import type { Right } from '#service/analysis/pricing/black-scholes.ts'
import { lognormalPut } from './forecast.ts'
import { premiumPartsOf, touchProbability, type TouchTerms } from './premium-parts.ts'

/** A generator of numbers in [0, 1) with a seed, so that a failure can be repeated. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test('the parts add up to the premium within 1e-9, for 100,000 contracts', () => {
  const next = random(24)
  let worst = 0
  for (let i = 0; i < 100_000; i += 1) {
    const forward = 5 + 995 * next()
    const strike = Math.round(forward * (0.7 + 0.6 * next()) * 2) / 2
    const deviation = 0.05 + 0.4 * next()
    const premium = Math.round(20 * next() * 100) / 100
    const fairValue = premium * (0.9 + 0.4 * next())
    const right = next() < 0.5 ? ('call' as const) : ('put' as const)
    const parts = premiumPartsOf(
      { right, strike },
      fairValue,
      { forward, discount: 0.99, undiscountedPut: (x) => lognormalPut(forward, deviation, x) },
      premium,
    )
    const sum = parts.assignmentCost + parts.volatilityPremium - parts.spreadCost
    worst = Math.max(worst, Math.abs(sum - premium))
    if (parts.assignmentCost < 0) throw new Error(`negative cost of ${right} ${strike} at ${forward}`)
  }
  expect(worst).toBeLessThan(1e-9)
})

test('the cost of assignment is the discounted expected payment under the forecast', () => {
  const forward = 100
  // Two outcomes, 90 and 110, each with probability 1/2.
  const undiscountedPut = (x: number) => 0.5 * Math.max(0, x - 90) + 0.5 * Math.max(0, x - 110)
  const forecast = { forward, discount: 0.98, undiscountedPut }
  const call = premiumPartsOf({ right: 'call', strike: 104 }, 3.5, forecast, 3.2)
  expect(call).toEqual({ assignmentCost: 2.94, volatilityPremium: 0.56, spreadCost: 0.3 })
  const put = premiumPartsOf({ right: 'put', strike: 95 }, 2, forecast, 2.1)
  expect(put).toEqual({ assignmentCost: 2.45, volatilityPremium: -0.45, spreadCost: -0.1 })
})

/** Probability that a binomial walk of 4,000 steps reaches the strike: the steps are summed backwards. */
function touchOnTree(right: Right, { price, strike, forward, deviation }: TouchTerms): number {
  // The barrier lies on a row of nodes: the step is an integer part of the distance.
  const distance = Math.abs(Math.log(strike / price))
  const rows = Math.round((distance / deviation) * Math.sqrt(4000))
  const step = distance / rows
  const steps = Math.round((deviation / step) ** 2)
  const drift = (Math.log(forward / price) - 0.5 * deviation ** 2) / steps
  const up = 0.5 + drift / (2 * step)
  const sign = right === 'call' ? 1 : -1
  // `touch[k]`: probability from the node k steps up of the lowest one.
  let touch = Float64Array.from({ length: steps + 1 }, (_, k) => (sign * (2 * k - steps) >= rows ? 1 : 0))
  for (let level = steps - 1; level >= 0; level -= 1) {
    const values = touch
    touch = Float64Array.from({ length: level + 1 }, (_, k) =>
      sign * (2 * k - level) >= rows ? 1 : up * values[k + 1]! + (1 - up) * values[k]!,
    )
  }
  return touch[0]!
}

test.each([
  ['call', { price: 100, strike: 110, forward: 101, deviation: 0.15 }],
  ['call', { price: 100, strike: 102, forward: 99, deviation: 0.3 }],
  ['put', { price: 100, strike: 90, forward: 101, deviation: 0.15 }],
  ['put', { price: 250, strike: 200, forward: 245, deviation: 0.25 }],
] as const)(
  'the probability of reaching the strike of a %s equals that of a fine tree: %o',
  (right, terms) => {
    expect(touchProbability(right, terms)).toBeCloseTo(touchOnTree(right, terms), 3)
  },
)

test('a strike that the price has passed is reached', () => {
  expect(touchProbability('call', { price: 100, strike: 99, forward: 100, deviation: 0.1 })).toBe(1)
  expect(touchProbability('put', { price: 100, strike: 100, forward: 100, deviation: 0.1 })).toBe(1)
})
