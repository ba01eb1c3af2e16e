/** The forward of one expiry from put-call parity, and the dividends that it implies. */
import type { Chain, Contract } from '#service/markets/market.ts'
import { config } from '../config.ts'
import { europeanMid, type EarlyExercise } from './european-mid.ts'
import { weightedMedian } from './robust-curve.ts'
import { isQuoted, type StrikePair } from './strike-pairs.ts'

export type ForwardContext = {
  readonly spot: number
  readonly years: number
  readonly discount: number
  /** Expected forward without the quotes, dollars. */
  readonly guess: number
  readonly style: Chain['style']
  readonly earlyExercise: EarlyExercise
}

/** Dividends before an expiry as its options imply them ("inferred"), borrowing costs included; dollars per share. */
export type ImpliedDividends = {
  /** Present value: spot - forward x discount. Can be a little below 0. */
  readonly presentValue: number
  /** One standard error. Within twice of it the quotes do not tell the amount from none. */
  readonly error: number
}

export type ForwardEstimate = {
  /** Dollars. */
  readonly forward: number
  /** `undefined` if no strike's parity could be read and the forward is the guess. */
  readonly dividends: ImpliedDividends | undefined
  /** Calls and puts agree on a forward that the underlying's price cannot have: they are quotes of another price. */
  readonly isOfAnotherPrice: boolean
}

/** One strike's forward and its standard error. */
type Estimate = { readonly strike: number; readonly value: number; readonly error: number }

const nearest = (estimates: readonly Estimate[], center: number): Estimate[] =>
  estimates
    .toSorted((a, b) => Math.abs(a.strike - center) - Math.abs(b.strike - center))
    .slice(0, config.surface.parityStrikes)

/** Mean of what agrees with the median, tight quotes counting more, and its standard error. */
const pool = (estimates: readonly Estimate[], floor: number): { value: number; error: number } => {
  const weigh = ({ error }: Estimate): number => 1 / (error + floor)
  // A stale quote can be the tightest of all: no strike counts for more than two in finding who agrees.
  const usual = weightedMedian(estimates.map(({ error }) => ({ value: error, weight: 1 }))) + floor
  const voice = ({ error }: Estimate): number => 1 / (error + usual)
  const middle = weightedMedian(estimates.map((each) => ({ value: each.value, weight: voice(each) })))
  const gaps = estimates.map((each) => ({ value: Math.abs(each.value - middle), weight: voice(each) }))
  const reach = 3 * Math.max(floor, weightedMedian(gaps) / 0.6745)
  const used = estimates.filter((each) => Math.abs(each.value - middle) <= reach)
  let sum = 0
  let total = 0
  for (const each of used) {
    const weight = weigh(each) ** 2
    sum += weight * each.value
    total += weight
  }
  const value = sum / total
  let scatter = 0
  for (const each of used) scatter += (weigh(each) ** 2 / total) * (each.value - value) ** 2
  // Mids of neighboring strikes err together: their number helps only so far as they disagree.
  const quoted = Math.min(...used.map(({ error }) => error)) / 2
  return { value, error: Math.hypot(quoted, Math.sqrt(scatter / used.length)) }
}

/**
 * The forward price from C - P = discount (F - K) at the strikes nearest the money; the guess if no strike
 * has usable quotes, or their result is implausible.
 */
export const forwardOf = (pairs: readonly StrikePair[], market: ForwardContext): ForwardEstimate => {
  const { spot, years, discount, guess, style } = market
  const {
    maxForwardGap,
    maxBorrowingCost,
    parityFloor,
    parityReach,
    maxParityError,
    rateError,
    earlyExercise,
  } = config.surface
  const mid = (contract: Contract): number => europeanMid(contract, market.earlyExercise)
  const grown = spot / discount
  const estimates: Estimate[] = []
  for (const { strike, call, put } of pairs) {
    if (Math.abs(strike - guess) >= parityReach * spot || !isQuoted(call) || !isQuoted(put)) continue
    const error = (call.ask - call.bid + put.ask - put.bid) / 2
    if (error >= maxParityError * spot) continue
    estimates.push({
      strike,
      value: strike + (mid(call) - mid(put)) / discount,
      error,
    })
  }
  const unknown = { forward: guess, dividends: undefined, isOfAnotherPrice: false }
  if (estimates.length === 0) return unknown
  const floor = parityFloor * spot
  const first = pool(nearest(estimates, guess), floor)
  // Far from the guess other strikes are the nearest ones.
  const { value, error } = pool(nearest(estimates, first.value), floor)
  const gap = Math.abs(Math.log(value / grown))
  const isAgreed = estimates.length >= 4 && 5 * error < gap * spot
  const most = maxForwardGap + 0.1 * years
  if (gap > Math.max(most, isAgreed ? maxBorrowingCost * years : 0))
    return { ...unknown, isOfAnotherPrice: isAgreed }
  const premium = style === 'american' ? earlyExercise.doubt * spot * (1 - discount) : 0
  return {
    isOfAnotherPrice: false,
    forward: value,
    dividends: {
      presentValue: spot - value * discount,
      error: Math.hypot(error * discount, rateError * years * spot, premium),
    },
  }
}
