import { expect, test } from 'vitest'
import { barsOf } from '#service/analysis/reference/synthetic-inputs.fixture.ts'
import { realizedVolatility } from './realized-volatility.ts'

/**
 * Creates a generator of numbers from 0 to 1 with a fixed seed, so that every run has the same
 * prices.
 */
const createGenerator = () => {
  let state = 7
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
}
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())

/**
 * A random walk. Each bar is an overnight move and 200 intraday steps; `overnight` and `intraday`
 * are the standard deviations of their log returns. `drift` is added to each overnight move.
 */
const randomWalk = (
  sessions: number,
  { overnight, intraday, drift }: { overnight: number; intraday: number; drift: number },
) => {
  const random = createGenerator()
  const steps = 200
  const columns = { open: [] as number[], high: [] as number[], low: [] as number[], close: [] as number[] }
  let price = 100
  for (let i = 0; i < sessions; i++) {
    price *= Math.exp(overnight * normal(random) + drift)
    let [high, low] = [price, price]
    columns.open.push(price)
    for (let step = 0; step < steps; step++) {
      price *= Math.exp((intraday / Math.sqrt(steps)) * normal(random))
      high = Math.max(high, price)
      low = Math.min(low, price)
    }
    columns.high.push(high)
    columns.low.push(low)
    columns.close.push(price)
  }
  return {
    open: Float64Array.from(columns.open),
    high: Float64Array.from(columns.high),
    low: Float64Array.from(columns.low),
    close: Float64Array.from(columns.close),
  }
}

const lastIndices = (count: number, sessions: number): number[] =>
  Array.from({ length: sessions }, (_, i) => count - 1 - i)

test.each([0, 0.004])(
  'estimates the volatility of a simulated path with a drift of %s a session',
  (drift) => {
    const bars = randomWalk(4001, { overnight: 0.006, intraday: 0.014, drift })
    const expected = Math.sqrt((0.006 ** 2 + 0.014 ** 2) * 252)
    const estimate = realizedVolatility(bars, lastIndices(4001, 4000))!
    // A range of 200 steps is a little narrower than that of a continuous path.
    expect(estimate / expected).toBeGreaterThan(0.94)
    expect(estimate / expected).toBeLessThan(1.02)
  },
)

test('matches the formula of Yang and Zhang', () => {
  const bars = {
    open: Float64Array.of(10, 10.2, 10.1, 10.4),
    high: Float64Array.of(10.3, 10.5, 10.3, 10.8),
    low: Float64Array.of(9.9, 10, 9.8, 10.3),
    close: Float64Array.of(10.1, 10.3, 10.2, 10.7),
  }
  const overnightReturns = [Math.log(10.2 / 10.1), Math.log(10.1 / 10.3), Math.log(10.4 / 10.2)]
  const sessionReturns = [Math.log(10.3 / 10.2), Math.log(10.2 / 10.1), Math.log(10.7 / 10.4)]
  const ranges = [1, 2, 3].map((i) => {
    const [open, high, low, close] = [bars.open[i]!, bars.high[i]!, bars.low[i]!, bars.close[i]!]
    return Math.log(high / close) * Math.log(high / open) + Math.log(low / close) * Math.log(low / open)
  })
  const mean = (values: number[]) => values.reduce((a, b) => a + b) / values.length
  const variance = (values: number[]) =>
    values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0) / (values.length - 1)
  const k = 0.34 / (1.34 + 4 / 2)
  const expected = Math.sqrt(
    252 * (variance(overnightReturns) + k * variance(sessionReturns) + (1 - k) * mean(ranges)),
  )
  expect(realizedVolatility(bars, [3, 2, 1])).toBeCloseTo(expected, 12)
})

test('is undefined for too few bars, a price of zero, or a constant price', () => {
  const bars = barsOf([1, 2, 3, 4].map((value) => 100 + value))
  expect(realizedVolatility(bars, [3, 2, 1])).toBeGreaterThan(0)
  expect(realizedVolatility(bars, [])).toBeUndefined()
  expect(realizedVolatility(bars, [3])).toBeUndefined()
  expect(realizedVolatility(barsOf([1, 0, 1, 1]), [3, 2, 1])).toBeUndefined()
  const flat = Float64Array.of(5, 5, 5, 5)
  expect(realizedVolatility({ open: flat, high: flat, low: flat, close: flat }, [3, 2, 1])).toBeUndefined()
})
