/**
 * Standard errors of the prices and probabilities of a smile: the covariance of its fit, and floors that do not
 * fall with the number of quotes, because the mid prices of one expiry deviate together.
 */
import { normalPdf } from '#service/analysis/pricing/normal.ts'
import { config } from '../config.ts'
import type { Density, DensityErrors, WeightedPut } from './density.ts'

/** Undiscounted vega of the option at a moneyness, in units of the forward and per unit of deviation. */
export const vegaAt = (moneyness: number, deviation: number): number =>
  normalPdf(-Math.log(moneyness) / deviation + 0.5 * deviation)

/** Error of a weighted sum of prices of perfect quotes. `vega` and `timeValue` are weighted sums, too: the errors have one cause. */
const combinedFloor = (vega: number, unit: number, timeValue: number): number => {
  const { volatilityFloor, priceFloor } = config.surface.density
  return Math.hypot(volatilityFloor * unit * vega, priceFloor * timeValue)
}

/** Error of a price of a perfect quote, in units of the forward. `timeValue` and `moneyness`: in the same units. */
export const errorFloor = (moneyness: number, unit: number, timeValue: number): number =>
  combinedFloor(vegaAt(moneyness, unit), unit, timeValue)

/** A smile in the units of its fit. `unit`: approximate standard deviation of the logarithm at expiry. */
type FittedSmile = Density & { readonly forward: number; readonly unit: number }

/** Standard error of a weighted sum of undiscounted puts, dollars per share. The same for calls, at a known forward. */
export const putsErrorOf = (
  { forward, unit, undiscountedPut }: Pick<FittedSmile, 'forward' | 'unit' | 'undiscountedPut'>,
  errors: DensityErrors,
  puts: readonly WeightedPut[],
): number => {
  let [vega, timeValue, squares] = [0, 0, 0]
  const scaled = puts.map(({ strike, weight }) => {
    const moneyness = strike / forward
    vega += weight * vegaAt(moneyness, unit)
    timeValue += weight * (undiscountedPut(strike) / forward - Math.max(0, moneyness - 1))
    squares += weight * weight
    return { strike: moneyness, weight }
  })
  return Math.hypot(
    forward * Math.hypot(errors.ofPuts(scaled), combinedFloor(vega, unit, timeValue)),
    config.surface.density.rounding * Math.sqrt(squares),
  )
}

/**
 * Standard error of the probability below a price, 0 to 1. The floors are those of prices, differentiated by the
 * strike: of the volatility, and a share of the smaller tail.
 */
export const probabilityErrorOf = (
  { forward, unit, probabilityBelow }: Pick<FittedSmile, 'forward' | 'unit' | 'probabilityBelow'>,
  errors: DensityErrors,
  price: number,
): number => {
  if (!(price > 0)) return 0
  const { volatilityFloor, priceFloor } = config.surface.density
  const moneyness = price / forward
  const d1 = -Math.log(moneyness) / unit + 0.5 * unit
  const probability = probabilityBelow(price)
  return Math.hypot(
    errors.ofProbability(moneyness),
    volatilityFloor * d1 * normalPdf(d1 - unit),
    priceFloor * Math.min(probability, 1 - probability),
  )
}
