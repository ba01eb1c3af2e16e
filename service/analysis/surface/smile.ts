/** The smile of one expiry: a density fitted to its quotes, and the volatilities that density implies. */
import { config } from '../config.ts'
import { blackPrice } from '#service/analysis/pricing/black-scholes.ts'
import { impliedDeviation } from '#service/analysis/pricing/implied-volatility.ts'
import { densityFit, type Density, type DensityErrors, type Target, type WeightedPut } from './density.ts'
import { europeanMid } from './european-mid.ts'
import { robustSmileOf, type ExpiryQuotes } from './expiry-volatilities.ts'
import { errorFloor, probabilityErrorOf, putsErrorOf, vegaAt } from './smile-errors.ts'
import { isQuoted } from './strike-pairs.ts'
import type { Contract } from '#service/markets/market.ts'

/** A fitted density and its implied volatilities. */
export type Smile = Density & {
  /** Yearly Black volatility of the density's price; constant beyond the outermost quotes. */
  volatilityAt(strike: number): number
  /**
   * Standard error of the undiscounted put and call at a strike, dollars per share: that of the fit,
   * and the same floors as for a quote.
   */
  errorAt(strike: number): number
  /** Standard error of a weighted sum of undiscounted puts, dollars per share: their errors are correlated. */
  putsError(puts: readonly WeightedPut[]): number
  /** Standard error of the probability below a price, 0 to 1. */
  probabilityError(price: number): number
}

/** A quote as a target for the density; `z` is its distance from the money in standard deviations. */
type QuotedTarget = Target & { readonly z: number }

/** Out-of-the-money quotes, and both sides near the money, as targets for the density. */
const quotedTargets = (quotes: ExpiryQuotes, unit: number): QuotedTarget[] => {
  const { pairs, forward, discount } = quotes
  const { wing, bothSides, rounding } = config.surface.density
  const scale = 1 / (discount * forward)
  const targets: QuotedTarget[] = []
  for (const { strike, call, put } of pairs) {
    const moneyness = strike / forward
    const z = Math.log(moneyness) / unit
    if (Math.abs(z) > wing) continue
    const add = (contract: Contract, weight: number): void => {
      const price = europeanMid(contract, quotes.earlyExercise) * scale
      // Prices below the tick size carry no information.
      if (price < 2 * rounding * scale) return
      const halfSpread = 0.5 * (contract.ask - contract.bid) * scale
      const timeValue = price - Math.max(0, contract.right === 'call' ? 1 - moneyness : moneyness - 1)
      targets.push({
        z,
        strike: moneyness,
        put: contract.right === 'put' ? price : price + moneyness - 1,
        error:
          Math.hypot(0.5 * halfSpread, errorFloor(moneyness, unit, timeValue), rounding * scale) / weight,
      })
    }
    const [outOfTheMoney, inTheMoney] = z >= 0 ? [call, put] : [put, call]
    if (isQuoted(outOfTheMoney)) add(outOfTheMoney, 1)
    if (isQuoted(inTheMoney) && Math.abs(z) < bothSides) add(inTheMoney, 1)
    // Further out, an in-the-money quote is used only instead of a missing one, with a lower weight.
    else if (!isQuoted(outOfTheMoney) && isQuoted(inTheMoney)) add(inTheMoney, 0.4)
  }
  return targets
}

/**
 * Coordinates of a smile fit: the forward, one standard deviation at expiry (`unit`), and the
 * robust volatility curve by `z`, the distance from the money in units.
 */
type Frame = {
  readonly forward: number
  readonly unit: number
  readonly years: number
  readonly curve: (z: number) => number
}

/** Standard deviations from the money within which the robust curve is used. */
const guideReach = 3

/**
 * Prices of the robust curve with low weight. They support the density at strikes with few or wide
 * quotes.
 */
const guidingTargets = ({ curve, unit, years }: Frame): Target[] => {
  const targets: Target[] = []
  const root = Math.sqrt(years)
  for (let z = -guideReach; z <= guideReach; z += 0.5) {
    const strike = Math.exp(z * unit)
    const deviation = curve(z) * root
    targets.push({
      strike,
      put: blackPrice('put', 1, strike, deviation),
      error: config.surface.density.guideError * unit * vegaAt(strike, deviation) + 1e-7,
    })
  }
  return targets
}

/** The asks of out-of-the-money contracts without a bid: upper bounds of the density's prices. */
const capTargets = (quotes: ExpiryQuotes, unit: number): QuotedTarget[] => {
  const { pairs, forward, discount } = quotes
  const scale = 1 / (discount * forward)
  const targets: QuotedTarget[] = []
  for (const { strike, call, put } of pairs) {
    const moneyness = strike / forward
    const z = Math.log(moneyness) / unit
    const contract = z >= 0 ? call : put
    if (!contract || contract.bid > 0 || !(contract.ask > 0) || Math.abs(z) > 6) continue
    const price = contract.ask * scale
    targets.push({ z, strike: moneyness, put: price + Math.max(0, moneyness - 1), error: 0.1 * price })
  }
  return targets
}

/**
 * Thins out dense strikes: keeps the target with the lowest error in each of `maxTargets` steps.
 */
const thinOut = (targets: readonly QuotedTarget[]): readonly QuotedTarget[] => {
  const { maxTargets } = config.surface.density
  if (targets.length <= maxTargets) return targets
  // Steps widen with the distance from the money, like the density's components.
  const coordinate = ({ z }: QuotedTarget): number => Math.asinh(z / 2)
  const coordinates = targets.map(coordinate)
  const [min, max] = [Math.min(...coordinates), Math.max(...coordinates)]
  const best = new Map<number, QuotedTarget>()
  for (const target of targets) {
    const step = Math.floor(((coordinate(target) - min) / (max - min)) * (maxTargets - 1))
    const current = best.get(step)
    if (!current || target.error < current.error) best.set(step, target)
  }
  return [...best.values()]
}

/** Bisquare weight (Beaton and Tukey 1974) of a residual `distance`; 0 from `cutoff` on. */
const bisquare = (distance: number, cutoff: number): number => {
  const u = distance / cutoff
  return Math.abs(u) >= 1 ? 0 : (1 - u * u) ** 2
}

/**
 * Fits the density iteratively: outliers get a low weight, and caps count only if the density
 * exceeds them.
 */
const densityOf = (
  quoteTargets: readonly QuotedTarget[],
  guides: readonly Target[],
  caps: readonly Target[],
  { forward, unit, curve, years }: Frame,
): { readonly density: Density; readonly errors: DensityErrors } => {
  const { roughness, minWeight, guideError } = config.surface.density
  const { outlier } = config.surface
  const targets = [...quoteTargets, ...guides, ...caps]
  const fit = densityFit(forward, unit, targets, roughness)
  const targetWeights = new Float64Array(targets.length).fill(1, 0, quoteTargets.length + guides.length)
  // The density is flexible enough to fit one broken quote among few; the robust curve is not.
  quoteTargets.forEach(({ z, strike, put, error }, i) => {
    if (Math.abs(z) > guideReach) return
    const deviation = curve(z) * Math.sqrt(years)
    const uncertainty = Math.hypot(error, guideError * unit * vegaAt(strike, deviation))
    targetWeights[i] = Math.max(
      minWeight,
      bisquare(put - blackPrice('put', 1, strike, deviation), 2 * uncertainty),
    )
  })
  let weights = fit.fit(targetWeights)
  for (let step = 0; step < 2; step++) {
    const fitted = fit.valuesAt(weights)
    let isSettled = step > 0
    quoteTargets.forEach(({ put, error }, i) => {
      const newWeight = Math.max(minWeight, bisquare(fitted[i]! - put, outlier * error))
      if (Math.abs(newWeight - targetWeights[i]!) > 0.4) isSettled = false
      targetWeights[i] = newWeight
    })
    for (let i = quoteTargets.length + guides.length; i < targets.length; i++) {
      if (targetWeights[i] === 1 || fitted[i]! <= targets[i]!.put) continue
      targetWeights[i] = 1
      isSettled = false
    }
    if (isSettled) break
    weights = fit.fit(targetWeights)
  }
  return { density: fit.density(weights), errors: fit.errorsOf(weights) }
}

/** Caches the results of a function of a strike. */
const memoized = (compute: (strike: number) => number): ((strike: number) => number) => {
  const results = new Map<number, number>()
  return (strike) => {
    let result = results.get(strike)
    if (result === undefined) results.set(strike, (result = compute(strike)))
    return result
  }
}

/** Fits the smile of an expiry; `undefined` if no quote is usable. */
export const smileOf = (quotes: ExpiryQuotes): Smile | undefined => {
  const robust = robustSmileOf(quotes)
  if (!robust) return undefined
  const { unit, points, curve } = robust
  const { forward, years } = quotes
  const root = Math.sqrt(years)
  const targets = quotedTargets(quotes, unit)
  const caps = capTargets(quotes, unit)
  const frame = { forward, unit, curve, years }
  const { density, errors } = densityOf(thinOut(targets), guidingTargets(frame), caps, frame)
  const quotedRange = [...(targets.length > 0 ? targets : points), ...caps].map(({ z }) => z)
  const lowest = forward * Math.exp(Math.min(...quotedRange) * unit)
  const highest = forward * Math.exp(Math.max(...quotedRange) * unit)
  // Screening, fair value, score and error need the same prices.
  const undiscountedPut = memoized((strike) => density.undiscountedPut(strike))
  const volatilityByStrike = new Map<number, number>()
  const compute = (strike: number): number => {
    const put = undiscountedPut(strike)
    const deviation =
      strike > forward
        ? impliedDeviation('call', put - strike + forward, forward, strike)
        : impliedDeviation('put', put, forward, strike)
    // Far from the money the price is lost to rounding; the robust curve replaces it.
    return deviation === undefined ? curve(Math.log(strike / forward) / unit) : deviation / root
  }
  // Call and put of a strike, and both contracts' figures, need the same probability.
  const probabilityBelow = memoized((x) => density.probabilityBelow(x))
  const fitted = { forward, unit, undiscountedPut, probabilityBelow }
  return {
    probabilityBelow,
    undiscountedPut,
    errorAt: memoized((strike) => putsErrorOf(fitted, errors, [{ strike, weight: 1 }])),
    putsError: (puts) => putsErrorOf(fitted, errors, puts),
    probabilityError: (price) => probabilityErrorOf(fitted, errors, price),
    volatilityAt(strike) {
      const clamped = Math.min(highest, Math.max(lowest, strike))
      let volatility = volatilityByStrike.get(clamped)
      if (volatility === undefined) volatilityByStrike.set(clamped, (volatility = compute(clamped)))
      return volatility
    },
  }
}
