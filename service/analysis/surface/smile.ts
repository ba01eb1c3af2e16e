/** The smile of one expiry: a density fitted to its quotes, and the volatilities that density implies. */
import { config } from '../config.ts'
import { blackPrice } from '../black-scholes.ts'
import { impliedDeviation } from '../implied-volatility.ts'
import { normalPdf } from '../normal.ts'
import { densityFit, type Density, type Target } from './density.ts'
import { europeanMid } from './european-mid.ts'
import { smilePointsOf, type ExpiryQuotes } from './expiry-volatilities.ts'
import { robustCurve } from './robust-curve.ts'
import { isQuoted } from './strike-pairs.ts'
import type { Contract } from '#service/market/market.ts'

/** A fitted density, and where quotes stand behind it. */
export type Smile = Density & {
  /** The volatility at which Black's formula gives the density's price; beyond the outermost quotes theirs. */
  volatilityAt(strike: number): number
}

/** Undiscounted vega of the option at `z` standard deviations, in units of the forward and per unit of deviation. */
const vegaAt = (strike: number, deviation: number): number =>
  normalPdf(-Math.log(strike) / deviation + 0.5 * deviation)

/** Quotes out of the money, and near it both sides, as prices the density should give. */
const quotedTargets = (quotes: ExpiryQuotes, unit: number): (Target & { readonly z: number })[] => {
  const { pairs, forward, discount } = quotes
  const { maxDeviations, bothSides, volatilityFloor } = config.surface
  const scale = 1 / (discount * forward)
  const targets: (Target & { readonly z: number })[] = []
  for (const { strike, call, put } of pairs) {
    const moneyness = strike / forward
    const z = Math.log(moneyness) / unit
    if (Math.abs(z) > maxDeviations) continue
    const add = (contract: Contract, share: number): void => {
      const price = europeanMid(contract, quotes) * scale
      const half = 0.5 * (contract.ask - contract.bid) * scale
      const floor = volatilityFloor * unit * vegaAt(moneyness, unit)
      targets.push({
        z,
        strike: moneyness,
        put: contract.right === 'put' ? price : price + moneyness - 1,
        error: Math.sqrt((0.5 * half) ** 2 + floor ** 2) / share,
      })
    }
    const [near, far] = z >= 0 ? [call, put] : [put, call]
    if (isQuoted(near)) add(near, 1)
    if (isQuoted(far) && Math.abs(z) < bothSides) add(far, 1)
    else if (!isQuoted(near) && isQuoted(far)) add(far, 0.4)
  }
  return targets
}

/** Prices of the robust curve, weakly believed: they hold the density where quotes are few or wide. */
const guidingTargets = (curve: (z: number) => number, unit: number, years: number): Target[] => {
  const targets: Target[] = []
  const root = Math.sqrt(years)
  for (let z = -5; z <= 5; z += 0.5) {
    const strike = Math.exp(z * unit)
    const deviation = curve(z) * root
    targets.push({
      strike,
      put: blackPrice('put', 1, strike, deviation),
      error: config.surface.guideError * unit * vegaAt(strike, deviation) + 1e-7,
    })
  }
  return targets
}

/** Zero-bid asks: nobody pays more, so the density should not say more. */
const caps = (quotes: ExpiryQuotes, unit: number): Target[] => {
  const { pairs, forward, discount } = quotes
  const scale = 1 / (discount * forward)
  const found: Target[] = []
  for (const { strike, call, put } of pairs) {
    const moneyness = strike / forward
    const z = Math.log(moneyness) / unit
    const contract = z >= 0 ? call : put
    if (!contract || contract.bid > 0 || !(contract.ask > 0) || Math.abs(z) > 6) continue
    const price = contract.ask * scale
    found.push({ strike: moneyness, put: price + Math.max(0, moneyness - 1), error: 0.25 * price })
  }
  return found
}

/** `undefined` where no quote can be read. `unit` is the standard deviation to the expiry, about. */
export const smileOf = (quotes: ExpiryQuotes, unit: number): Smile | undefined => {
  const points = smilePointsOf(quotes, unit)
  if (points.length === 0) return undefined
  const { forward, years } = quotes
  const guide = robustCurve(points)
  const quoted = quotedTargets(quotes, unit)
  const guiding = guidingTargets(guide, unit, years)
  const capping = caps(quotes, unit)
  const targets = [...quoted, ...guiding, ...capping]
  const fit = densityFit(forward, unit, targets, config.surface.roughness)
  const belief = new Float64Array(targets.length)
  belief.fill(1, 0, quoted.length + guiding.length)
  let weights = fit.fit(belief)
  for (let step = 0; step < 2; step++) {
    const given = fit.at(weights)
    let changed = false
    targets.forEach(({ put, error }, i) => {
      const before = belief[i]!
      if (i < quoted.length) {
        const u = (given[i]! - put) / (config.surface.outlier * error)
        belief[i] = Math.abs(u) >= 1 ? 0.01 : Math.max(0.01, (1 - u * u) ** 2)
        changed ||= Math.abs(u) > 0.5
      } else if (i >= quoted.length + guiding.length && given[i]! > put) {
        belief[i] = 1
        changed ||= before === 0
      }
    })
    if (!changed) break
    weights = fit.fit(belief)
  }
  const density = fit.density(weights)
  const low = forward * Math.exp(Math.min(...points.map(({ z }) => z)) * unit)
  const high = forward * Math.exp(Math.max(...points.map(({ z }) => z)) * unit)
  const known = new Map<number, number>()
  return {
    ...density,
    volatilityAt(strike) {
      const at = Math.min(high, Math.max(low, strike))
      let volatility = known.get(at)
      if (volatility === undefined) {
        const put = density.undiscountedPut(at)
        const deviation =
          at > forward
            ? impliedDeviation('call', put - at + forward, forward, at)
            : impliedDeviation('put', put, forward, at)
        volatility = (deviation ?? guide(Math.log(at / forward) / unit) * Math.sqrt(years)) / Math.sqrt(years)
        known.set(at, volatility)
      }
      return volatility
    },
  }
}
