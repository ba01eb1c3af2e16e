/**
 * Early-exercise premium of the simulated market's options, accurate enough for quotes in ticks.
 * Puts use the quadratic approximation of Barone-Adesi and Whaley (1987, Journal of Finance 42).
 * Calls use that of Black (1975, Financial Analysts Journal 31): the most valuable of the European
 * options that expire with the option or just before a dividend.
 */

/** Cumulative normal distribution (Zelen and Severo, absolute error under 7.5e-8: far less than a tick). */
export function cdf(x: number): number {
  const z = Math.abs(x)
  if (z > 8) return x > 0 ? 1 : 0
  const t = 1 / (1 + 0.2316419 * z)
  const poly =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  const tail = 0.3989422804014327 * Math.exp((-z * z) / 2) * poly
  return x > 0 ? 1 - tail : tail
}

/** Terms shared by all options of an expiry. */
export type ExpiryPricingTerms = {
  readonly spot: number
  readonly forward: number
  readonly years: number
  /** Yearly, continuously compounded, decimal; above 0. */
  readonly rate: number
  /** Variance at the money until expiry. */
  readonly variance: number
}

/**
 * The value of an American put minus that of the European put, in dollars, by strike, at the
 * at-the-money volatility of the expiry. The exercise boundary is proportional to the strike, so it
 * is computed once per expiry.
 */
export function putPremium({
  spot,
  forward,
  years,
  rate,
  variance,
}: ExpiryPricingTerms): (strike: number) => number {
  const discount = Math.exp(-rate * years)
  // `x` below is spot over strike. The carry includes the dividends.
  const carryFactor = (forward / spot) * discount
  const deviation = Math.sqrt(variance)
  const d1Of = (x: number) => (Math.log((x * carryFactor) / discount) + variance / 2) / deviation
  const european = (x: number) => {
    const d1 = d1Of(x)
    return discount * cdf(deviation - d1) - x * carryFactor * cdf(-d1)
  }
  const m = (2 * rate * years) / variance
  const n = (2 * Math.log(forward / spot)) / variance
  const power = (1 - n - Math.sqrt((n - 1) ** 2 + (4 * m) / (1 - discount))) / 2
  const factorAt = (x: number) => (-x / power) * (1 - carryFactor * cdf(-d1Of(x)))
  let [low, high] = [0, 1]
  // The price hardly changes around the boundary (smooth pasting): 1 / 2^16 of the strike is precise enough.
  for (let i = 0; i < 16; i++) {
    const x = (low + high) / 2
    if (european(x) + factorAt(x) > 1 - x) high = x
    else low = x
  }
  const boundary = high
  const factor = factorAt(boundary)
  return (strike) => {
    const x = spot / strike
    return strike * (x > boundary ? factor * (x / boundary) ** power : Math.max(0, 1 - x - european(x)))
  }
}

/** A future dividend: years until its ex day's open, dollars a share. */
export type FutureDividend = { readonly years: number; readonly amount: number }

/** Present value of dividends, dollars a share. */
export const presentValue = (dividends: readonly FutureDividend[], rate: number): number =>
  dividends.reduce((sum, { years, amount }) => sum + amount * Math.exp(-rate * years), 0)

/**
 * The lower bound of a put's price: the put can be exercised now or just after a dividend.
 * `dividends` are those before expiry, soonest first.
 */
export function putFloor(
  spot: number,
  strike: number,
  dividends: readonly FutureDividend[],
  rate: number,
): number {
  let best = Math.max(0, strike - spot)
  let remainingSpot = spot
  for (const { years, amount } of dividends) {
    const discount = Math.exp(-rate * years)
    remainingSpot -= amount * discount
    best = Math.max(best, strike * discount - remainingSpot)
  }
  return best
}

/**
 * Whether a call may be worth exercising for a dividend: the dividend exceeds the interest on the
 * strike until the next dividend or expiry, `yearsToNext` from now.
 */
export const mayExerciseFor = (
  { years, amount }: FutureDividend,
  strike: number,
  yearsToNext: number,
  rate: number,
): boolean => amount > strike * (1 - Math.exp(-rate * (yearsToNext - years)))
