/** Detects contradictions between neighbouring expiries. */
import type { Contract, Day } from '#service/markets/market.ts'
import { config } from '../config.ts'
import { mispricingOf } from './screen.ts'
import type { RefusedQuote } from './refusal.ts'

/** The quotes of one expiry that passed its own screening. */
export type CalendarSide = {
  readonly contracts: readonly Contract[]
  readonly discount: number
  /** Fair price of a contract by the quotes of its expiry; `undefined` if unknown. */
  fairOf(contract: Contract): number | undefined
}

/** The refused quotes of two expiries that were compared. */
export type CalendarRefusals = {
  readonly near: readonly RefusedQuote[]
  readonly far: readonly RefusedQuote[]
  /**
   * Whether so many quotes contradict each other that one expiry is wrong. It is unknown which, so
   * none is refused.
   */
  readonly isUnresolvable: boolean
}

const noRefusals: CalendarRefusals = { near: [], far: [], isUnresolvable: false }
const keyOf = ({ strike, right }: Contract): number => (right === 'call' ? strike : -strike)

/**
 * Finds calendar arbitrage: of two American options with the same strike, the bid of the nearer
 * expiry must not exceed the ask of the farther one. The quote with the larger mispricing is
 * refused. For European options the tolerance includes the interest, because a put in the money may
 * lose value with time to expiry.
 */
export const calendarConflicts = (
  near: CalendarSide,
  far: CalendarSide,
  { spot, isEuropean }: { readonly spot: number; readonly isEuropean: boolean },
): CalendarRefusals => {
  const { tick, noise, maxBrokenShare } = config.surface.screen
  const asks = new Map<number, Contract>()
  for (const contract of far.contracts)
    if (contract.ask > 0 && Number.isFinite(contract.ask)) asks.set(keyOf(contract), contract)
  const interest = isEuropean ? Math.abs(1 - far.discount / near.discount) : 0
  const contradictions: (readonly [Contract, Contract])[] = []
  let compared = 0
  for (const contract of near.contracts) {
    const farContract = contract.bid > 0 ? asks.get(keyOf(contract)) : undefined
    if (!farContract) continue
    const { strike, right, bid } = contract
    const slack = tick + noise * spot + interest * (strike + spot)
    // Options without time value cost about the same in every expiry, so they do not count as compared.
    if (bid > slack + Math.max(0, right === 'call' ? spot - strike : strike - spot)) compared++
    if (bid > farContract.ask + slack) contradictions.push([contract, farContract])
  }
  if (contradictions.length > 2 && contradictions.length > maxBrokenShare * compared)
    return { ...noRefusals, isUnresolvable: true }
  const refused: { near: RefusedQuote[]; far: RefusedQuote[]; isUnresolvable: boolean } = {
    near: [],
    far: [],
    isUnresolvable: false,
  }
  for (const [nearQuote, farQuote] of contradictions) {
    const isNearRefused =
      mispricingOf(nearQuote, near.fairOf(nearQuote)) >= mispricingOf(farQuote, far.fairOf(farQuote))
    if (isNearRefused) refused.near.push({ contract: nearQuote, reason: 'calendar' })
    else refused.far.push({ contract: farQuote, reason: 'calendar' })
  }
  return refused
}

/**
 * Returns a function from the index of an expiry (0 is the nearest) to its quotes that neighbouring
 * expiries refute.
 */
export const findCalendarRefusals = (
  sides: readonly CalendarSide[],
  market: Parameters<typeof calendarConflicts>[2],
): ((index: number) => readonly RefusedQuote[]) => {
  const refusalsByPair = new Map<string, CalendarRefusals>()
  const refusalsBetween = (near: number, far: number): CalendarRefusals => {
    const [nearSide, farSide] = [sides[near], sides[far]]
    if (!nearSide || !farSide) return noRefusals
    const key = `${near} ${far}`
    let refusals = refusalsByPair.get(key)
    if (!refusals) refusalsByPair.set(key, (refusals = calendarConflicts(nearSide, farSide, market)))
    return refusals
  }
  /**
   * Of two contradictory expiries, the wrong one also contradicts the next expiry beyond the other.
   */
  const isNearWrong = (near: number): boolean =>
    refusalsBetween(near, near + 1).isUnresolvable &&
    refusalsBetween(near, near + 2).isUnresolvable &&
    !refusalsBetween(near - 1, near + 1).isUnresolvable
  const isFarWrong = (far: number): boolean =>
    refusalsBetween(far - 1, far).isUnresolvable &&
    refusalsBetween(far - 2, far).isUnresolvable &&
    !refusalsBetween(far - 1, far + 1).isUnresolvable
  return (index) =>
    isNearWrong(index) || isFarWrong(index)
      ? sides[index]!.contracts.map((contract) => ({ contract, reason: 'calendar' }))
      : [...refusalsBetween(index, index + 1).near, ...refusalsBetween(index - 1, index).far]
}

/** Two consecutive expiries of which the farther has clearly less total variance at the money. */
export type VarianceFall = {
  readonly near: Day
  readonly far: Day
  /** The missing variance as a share of the nearer expiry's total variance. */
  readonly missingShare: number
}

/** Day and at-the-money volatility of an expiry. */
type ExpiryVariance = { readonly day: Day; readonly years: number; atTheMoney(): number | undefined }

/**
 * Finds expiries at which total at-the-money variance falls with time by more than the quotes'
 * uncertainty. The falls are reported and not corrected, because the quotes do not show which of
 * the two expiries is wrong.
 */
export const varianceFalls = (expiries: readonly ExpiryVariance[]): VarianceFall[] => {
  const falls: VarianceFall[] = []
  let previous: { readonly day: Day; readonly variance: number } | undefined
  for (const expiry of expiries) {
    const { day, years } = expiry
    const volatility = expiry.atTheMoney()
    if (volatility === undefined) continue
    const variance = volatility * volatility * years
    if (previous && variance < (1 - config.surface.varianceFall) * previous.variance)
      falls.push({ near: previous.day, far: day, missingShare: 1 - variance / previous.variance })
    previous = { day, variance }
  }
  return falls
}
