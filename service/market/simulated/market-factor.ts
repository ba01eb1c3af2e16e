/** The market factor of the simulation: what all prices share, with its regimes and its shocks. */
import { bell, mix, noise, normals, unit } from '#service/market/random.ts'
import { bridge, sessionsOf, type YearPath } from './year-path.ts'

/** The year in which prices have the levels of the symbol table; the market grows from there. */
const levelYear = 2026
const growth = 0.06

/** Blocks of days in which at most one market shock begins. */
const shockBlock = 160

/** The market shock of a block: the day it starts and its log return, where there is one. */
function shockIn(seed: number, block: number): { at: number; size: number } | undefined {
  const h = mix(mix(seed, 31), block)
  if (unit(h) > 0.4) return undefined
  return {
    at: block * shockBlock + Math.floor(unit(mix(h, 1)) * shockBlock),
    size: -0.02 - 0.025 * unit(mix(h, 2)),
  }
}

/** Daily standard deviation of the market factor on a day: calm and nervous regimes, and the fear after shocks. */
export function marketSigma(seed: number, day: number): number {
  let fear = 0
  const block = Math.floor(day / shockBlock)
  for (const shock of [shockIn(seed, block - 1), shockIn(seed, block)]) {
    if (shock && day >= shock.at) fear += -22 * shock.size * Math.exp((shock.at - day) / 28)
  }
  return (
    0.0075 *
    Math.exp(0.28 * noise(mix(seed, 32), day / 95) + 0.14 * noise(mix(seed, 33), day / 14)) *
    (1 + fear)
  )
}

/** The market factor of a seed, year by year, remembered: every symbol needs it. */
export type MarketFactor = (year: number) => YearPath

export function marketFactor(seed: number): MarketFactor {
  const cache = new Map<number, YearPath>()
  const pin = (year: number) => growth * (year - levelYear) + 0.05 * bell(mix(seed, 34), year)
  return (year) => {
    let known = cache.get(year)
    if (!known) {
      const { ordinals } = sessionsOf(year)
      const next = normals(mix(mix(seed, 35), year))
      const steps = new Float64Array(ordinals.length)
      const sigmas = new Float64Array(ordinals.length)
      const variances = new Float64Array(ordinals.length)
      for (let k = 0; k < ordinals.length; k++) {
        const day = ordinals[k] as number
        const sigma = marketSigma(seed, day)
        const before = ordinals[k - 1] ?? day - 4
        const shock =
          shockIn(seed, Math.floor(day / shockBlock)) ?? shockIn(seed, Math.floor(before / shockBlock))
        const struck = shock && shock.at > before && shock.at <= day ? shock.size : 0
        // Trends: a drift of its own that turns every few weeks.
        steps[k] = sigma * (next() + 0.16 * noise(mix(seed, 36), day / 38)) + struck
        sigmas[k] = sigma
        variances[k] = sigma * sigma
      }
      known = { start: pin(year), levels: bridge(pin(year), pin(year + 1), steps, variances), sigmas }
      if (cache.size > 16) cache.clear()
      cache.set(year, known)
    }
    return known
  }
}
