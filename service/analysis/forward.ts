/** The forward of one expiry from put-call parity: dividends and borrow fall out. */
import { config } from './config.ts'
import { weightedMedian } from './smile.ts'
import { isQuoted, middle, type StrikePair } from './strike-pairs.ts'

export type ForwardContext = {
  readonly spot: number
  readonly years: number
  readonly discount: number
  /** Yearly, continuously compounded, decimal: what the underlying yields where parity does not say. */
  readonly yieldGuess: number
}

/**
 * The forward price in dollars, from C - P = discount (F - K) at the strikes nearest the money, tight quotes counting
 * more; the guess where no strike has readable quotes, or what they say is out of reach.
 */
export const forwardOf = (pairs: readonly StrikePair[], market: ForwardContext): number => {
  const { spot, years, discount, yieldGuess } = market
  const { parityStrikes, maxForwardGap } = config.surface
  const grown = spot / discount
  const guess = grown * Math.exp(-yieldGuess * years)
  const estimates = pairs
    .filter((pair) => isQuoted(pair.call) && isQuoted(pair.put))
    .map((pair) => ({
      distance: Math.abs(pair.strike - guess),
      value: pair.strike + (middle(pair.call!) - middle(pair.put!)) / discount,
      error: (pair.call!.ask - pair.call!.bid + pair.put!.ask - pair.put!.bid) / 2,
    }))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, parityStrikes)
    .filter((estimate) => estimate.distance < 0.15 * spot && estimate.error < 0.02 * spot)
  if (estimates.length === 0) return guess
  const forward = weightedMedian(
    estimates.map(({ value, error }) => ({ value, weight: 1 / (error + 0.0005 * spot) })),
  )
  return Math.abs(Math.log(forward / grown)) <= maxForwardGap + 0.1 * years ? forward : guess
}
