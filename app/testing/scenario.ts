/** A sample scenario response for tests. The time value is proportional to the square root of the days left. */
import type { Scenario } from '#contract/responses/scenario.ts'

const daysLeft = [64, 50, 38, 28, 20, 13, 7, 3, 1, 0]
const volatilityShifts = [-10, -5, 0, 5, 10, 20]
const prices = Array.from({ length: 41 }, (_, index) => 171.42 + 3 * index)

/**
 * Intrinsic value plus a time value that peaks at the strike. Dollars per share; `volatility` per year,
 * decimal.
 */
export function sampleOptionValue(
  { legType, strike }: Pick<Scenario, 'legType' | 'strike'>,
  days: number,
  volatility: number,
  price: number,
): number {
  const intrinsic = Math.max(0, (legType === 'Call' ? 1 : -1) * (price - strike))
  const deviation = price * volatility * Math.sqrt(days / 365)
  return deviation === 0
    ? intrinsic
    : intrinsic + 0.4 * deviation * Math.exp(-1.3 * (Math.abs(price - strike) / deviation))
}

/** A complete response. `change` overrides fields. The price axis includes the strike. */
export function sampleScenario(change: Partial<Scenario> = {}): Scenario {
  const { strike = 255, legType = 'Call', impliedVolatility = 0.27 } = change
  const priceAxis = [...new Set([...prices, strike])].toSorted((a, b) => a - b)
  return {
    id: `AAPL270115${legType[0]}00${strike}000`,
    underlying: 'AAPL',
    expiryDate: '2027-01-15',
    strike,
    legType,
    optionsAsOf: '2026-11-12T20:59:00Z',
    chainPrice: 231.42,
    refused: null,
    fairValue: sampleOptionValue({ legType, strike }, 64, impliedVolatility ?? 0, 231.42),
    impliedVolatility,
    breakeven: 227.32,
    daysLeft,
    volatilityShifts,
    prices: priceAxis,
    values: daysLeft.map((days) =>
      volatilityShifts.map((shift) =>
        priceAxis.map((price) =>
          sampleOptionValue({ legType, strike }, days, (impliedVolatility ?? 0) + shift / 100, price),
        ),
      ),
    ),
    greeks: { delta: -34, gamma: -1.2, theta: 6.1, vega: -36, rho: -12 },
    dataStatus: { asOf: '2026-11-12T21:00:00Z', simulated: false, delayedSeconds: 900 },
    messageType: 'SUCCESS',
    ...change,
  }
}
