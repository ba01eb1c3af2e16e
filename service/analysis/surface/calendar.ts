/** What two neighboring expiries say about each other. */
import type { Contract, Day } from '#service/markets/market.ts'
import { config } from '../config.ts'
import { offenceOf } from './screen.ts'
import type { Refused } from './refusal.ts'

/** One of the two: its quotes that passed its own screen. */
export type CalendarSide = {
  readonly contracts: readonly Contract[]
  readonly discount: number
  /** Price of a contract by the rest of its expiry. */
  fairOf(contract: Contract): number | undefined
}

/** The quotes of either side that the other refutes. */
export type CalendarRefusals = {
  readonly near: readonly Refused[]
  readonly far: readonly Refused[]
  /** So many contradict each other that no quotes are broken but one expiry, whichever: nothing is refuted. */
  readonly isWhole: boolean
}

const nothing: CalendarRefusals = { near: [], far: [], isWhole: false }
const keyOf = ({ strike, right }: Contract): number => (right === 'call' ? strike : -strike)

/**
 * Calendar arbitrage: the nearer of two American options with one strike must not bid more than the further
 * asks. Of the two the one further from its own smile is refused. A European put in the money may lose value
 * with time, by the interest on its strike.
 */
export const calendarConflicts = (
  near: CalendarSide,
  far: CalendarSide,
  { spot, isEuropean }: { readonly spot: number; readonly isEuropean: boolean },
): CalendarRefusals => {
  const { tick, noise, mostBroken } = config.surface.screen
  const asks = new Map<number, Contract>()
  for (const contract of far.contracts)
    if (contract.ask > 0 && Number.isFinite(contract.ask)) asks.set(keyOf(contract), contract)
  const interest = isEuropean ? Math.abs(1 - far.discount / near.discount) : 0
  const found: (readonly [Contract, Contract])[] = []
  let compared = 0
  for (const contract of near.contracts) {
    const other = contract.bid > 0 ? asks.get(keyOf(contract)) : undefined
    if (!other) continue
    const { strike, right, bid } = contract
    const slack = tick + noise * spot + interest * (strike + spot)
    // Options worth exercising cost the same at any time: no evidence against either.
    if (bid > slack + Math.max(0, right === 'call' ? spot - strike : strike - spot)) compared++
    if (bid > other.ask + slack) found.push([contract, other])
  }
  if (found.length > 2 && found.length > mostBroken * compared) return { ...nothing, isWhole: true }
  const refused: { near: Refused[]; far: Refused[]; isWhole: boolean } = { near: [], far: [], isWhole: false }
  for (const [first, second] of found) {
    const isFirst = offenceOf(first, near.fairOf(first)) >= offenceOf(second, far.fairOf(second))
    if (isFirst) refused.near.push({ contract: first, reason: 'calendar' })
    else refused.far.push({ contract: second, reason: 'calendar' })
  }
  return refused
}

/** Contradictions of an expiry by its neighbours, by its index in the chain, nearest first. */
export const refutedBy = (
  sides: readonly CalendarSide[],
  market: Parameters<typeof calendarConflicts>[2],
): ((place: number) => readonly Refused[]) => {
  const known = new Map<string, CalendarRefusals>()
  const between = (near: number, far: number): CalendarRefusals => {
    const [first, second] = [sides[near], sides[far]]
    if (!first || !second) return nothing
    const key = `${near} ${far}`
    let found = known.get(key)
    if (!found) known.set(key, (found = calendarConflicts(first, second, market)))
    return found
  }
  /** Of two expiries that contradict each other the one that contradicts the next but one as well. */
  const isNearWrong = (near: number): boolean =>
    between(near, near + 1).isWhole && between(near, near + 2).isWhole && !between(near - 1, near + 1).isWhole
  const isFarWrong = (far: number): boolean =>
    between(far - 1, far).isWhole && between(far - 2, far).isWhole && !between(far - 1, far + 1).isWhole
  return (place) =>
    isNearWrong(place) || isFarWrong(place)
      ? sides[place]!.contracts.map((contract) => ({ contract, reason: 'calendar' }))
      : [...between(place, place + 1).near, ...between(place - 1, place).far]
}

/** A pair of expiries of which the further has clearly less total variance at the money. */
export type VarianceFall = {
  readonly near: Day
  readonly far: Day
  /** Share of the nearer one's total variance that is missing. */
  readonly share: number
}

/** Total variance as it is read from an expiry. */
type Expiring = { readonly day: Day; readonly years: number; atTheMoney(): number | undefined }

/**
 * Expiries at which total at-the-money variance falls with time by more than the quotes' uncertainty.
 * Reported, not corrected: the quotes do not show which of the two is wrong.
 */
export const varianceFalls = (expiries: readonly Expiring[]): VarianceFall[] => {
  const falls: VarianceFall[] = []
  let last: { readonly day: Day; readonly variance: number } | undefined
  for (const expiry of expiries) {
    const { day, years } = expiry
    const volatility = expiry.atTheMoney()
    if (volatility === undefined) continue
    const variance = volatility * volatility * years
    if (last && variance < (1 - config.surface.varianceFall) * last.variance)
      falls.push({ near: last.day, far: day, share: 1 - variance / last.variance })
    last = { day, variance }
  }
  return falls
}
