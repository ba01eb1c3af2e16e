/** The smile of one expiry: a density fitted to its quotes, and the volatilities that density implies. */
import { config } from '../config.ts'
import { blackPrice } from '#service/analysis/pricing/black-scholes.ts'
import { impliedDeviation } from '#service/analysis/pricing/implied-volatility.ts'
import { normalPdf } from '#service/analysis/pricing/normal.ts'
import { densityFit, type Density, type Target } from './density.ts'
import { europeanMid } from './european-mid.ts'
import { robustSmileOf, type ExpiryQuotes } from './expiry-volatilities.ts'
import { isQuoted } from './strike-pairs.ts'
import type { Contract } from '#service/markets/market.ts'

/** A fitted density, and where quotes stand behind it. */
export type Smile = Density & {
  /** The volatility at which Black's formula gives the density's price; beyond the outermost quotes theirs. */
  volatilityAt(strike: number): number
}

/** A quote as a price the density should give; `z` is its distance from the money in standard deviations. */
type Quoted = Target & { readonly z: number }

/** Undiscounted vega of the option at `z` standard deviations, in units of the forward and per unit of deviation. */
const vegaAt = (strike: number, deviation: number): number =>
  normalPdf(-Math.log(strike) / deviation + 0.5 * deviation)

/** Quotes out of the money, and near it both sides, as prices the density should give. */
const quotedTargets = (quotes: ExpiryQuotes, unit: number): Quoted[] => {
  const { pairs, forward, discount } = quotes
  const { wing, bothSides, volatilityFloor, priceFloor, rounding } = config.surface.density
  const scale = 1 / (discount * forward)
  const targets: Quoted[] = []
  for (const { strike, call, put } of pairs) {
    const moneyness = strike / forward
    const z = Math.log(moneyness) / unit
    if (Math.abs(z) > wing) continue
    const add = (contract: Contract, share: number): void => {
      const price = europeanMid(contract, quotes.earlyExercise) * scale
      // Less than a price step is no price.
      if (price < 2 * rounding * scale) return
      const half = 0.5 * (contract.ask - contract.bid) * scale
      const timeValue = price - Math.max(0, contract.right === 'call' ? 1 - moneyness : moneyness - 1)
      const floor = volatilityFloor * unit * vegaAt(moneyness, unit)
      targets.push({
        z,
        strike: moneyness,
        put: contract.right === 'put' ? price : price + moneyness - 1,
        error: Math.hypot(0.5 * half, floor, priceFloor * timeValue, rounding * scale) / share,
      })
    }
    const [near, far] = z >= 0 ? [call, put] : [put, call]
    if (isQuoted(near)) add(near, 1)
    if (isQuoted(far) && Math.abs(z) < bothSides) add(far, 1)
    else if (!isQuoted(near) && isQuoted(far)) add(far, 0.4)
  }
  return targets
}

/**
 * Coordinates of a smile fit: the forward, one standard deviation to the expiry, and the robust volatility
 * curve.
 */
type Frame = {
  readonly forward: number
  readonly unit: number
  readonly years: number
  readonly curve: (z: number) => number
}

/** Standard deviations from the money within which the robust curve has a say. */
const guideReach = 3

/** Prices of the robust curve, weakly believed: they hold the density where quotes are few or wide. */
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

/** Asks without a bid bound the price from above, and so the density. */
const caps = (quotes: ExpiryQuotes, unit: number): Quoted[] => {
  const { pairs, forward, discount } = quotes
  const scale = 1 / (discount * forward)
  const found: Quoted[] = []
  for (const { strike, call, put } of pairs) {
    const moneyness = strike / forward
    const z = Math.log(moneyness) / unit
    const contract = z >= 0 ? call : put
    if (!contract || contract.bid > 0 || !(contract.ask > 0) || Math.abs(z) > 6) continue
    const price = contract.ask * scale
    found.push({ z, strike: moneyness, put: price + Math.max(0, moneyness - 1), error: 0.1 * price })
  }
  return found
}

/** Where strikes are dense: of those in one step the one with the most certain price. */
const thinned = (targets: readonly Quoted[]): readonly Quoted[] => {
  const { mostTargets } = config.surface.density
  if (targets.length <= mostTargets) return targets
  // Steps widen with the distance from the money, as the density's components do.
  const place = ({ z }: Quoted): number => Math.asinh(z / 2)
  const all = targets.map(place)
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const best = new Map<number, Quoted>()
  for (const target of targets) {
    const step = Math.floor(((place(target) - low) / (high - low)) * (mostTargets - 1))
    const known = best.get(step)
    if (!known || target.error < known.error) best.set(step, target)
  }
  return [...best.values()]
}

/** Bisquare weight (Beaton and Tukey 1974) of a residual `distance`; 0 from `reach` on. */
const bisquare = (distance: number, reach: number): number => {
  const u = distance / reach
  return Math.abs(u) >= 1 ? 0 : (1 - u * u) ** 2
}

/** The fitted density; quotes far from it, as they come out, hardly count, and caps only where it breaks them. */
const densityOf = (
  quoted: readonly Quoted[],
  guiding: readonly Target[],
  capping: readonly Target[],
  { forward, unit, curve, years }: Frame,
): Density => {
  const { roughness, leastBelief, guideError } = config.surface.density
  const { outlier } = config.surface
  const targets = [...quoted, ...guiding, ...capping]
  const fit = densityFit(forward, unit, targets, roughness)
  const belief = new Float64Array(targets.length).fill(1, 0, quoted.length + guiding.length)
  // The density is free enough to go through one broken quote among few: the curve is not.
  quoted.forEach(({ z, strike, put, error }, i) => {
    if (Math.abs(z) > guideReach) return
    const deviation = curve(z) * Math.sqrt(years)
    const doubt = Math.hypot(error, guideError * unit * vegaAt(strike, deviation))
    belief[i] = Math.max(leastBelief, bisquare(put - blackPrice('put', 1, strike, deviation), 2 * doubt))
  })
  let weights = fit.fit(belief)
  for (let step = 0; step < 2; step++) {
    const given = fit.at(weights)
    let isSettled = step > 0
    quoted.forEach(({ put, error }, i) => {
      const next = Math.max(leastBelief, bisquare(given[i]! - put, outlier * error))
      if (Math.abs(next - belief[i]!) > 0.4) isSettled = false
      belief[i] = next
    })
    for (let i = quoted.length + guiding.length; i < targets.length; i++) {
      if (belief[i] === 1 || given[i]! <= targets[i]!.put) continue
      belief[i] = 1
      isSettled = false
    }
    if (isSettled) break
    weights = fit.fit(belief)
  }
  return fit.density(weights)
}

/** `undefined` if no quote can be read. */
export const smileOf = (quotes: ExpiryQuotes): Smile | undefined => {
  const robust = robustSmileOf(quotes)
  if (!robust) return undefined
  const { unit, points, curve } = robust
  const { forward, years } = quotes
  const root = Math.sqrt(years)
  const quoted = quotedTargets(quotes, unit)
  const capping = caps(quotes, unit)
  const frame = { forward, unit, curve, years }
  const density = densityOf(thinned(quoted), guidingTargets(frame), capping, frame)
  const reached = [...(quoted.length > 0 ? quoted : points), ...capping].map(({ z }) => z)
  const low = forward * Math.exp(Math.min(...reached) * unit)
  const high = forward * Math.exp(Math.max(...reached) * unit)
  const known = new Map<number, number>()
  const compute = (strike: number): number => {
    const put = density.undiscountedPut(strike)
    const deviation =
      strike > forward
        ? impliedDeviation('call', put - strike + forward, forward, strike)
        : impliedDeviation('put', put, forward, strike)
    // So far out that the price is lost in rounding.
    return deviation === undefined ? curve(Math.log(strike / forward) / unit) : deviation / root
  }
  return {
    ...density,
    volatilityAt(strike) {
      const at = Math.min(high, Math.max(low, strike))
      let volatility = known.get(at)
      if (volatility === undefined) known.set(at, (volatility = compute(at)))
      return volatility
    },
  }
}
