/** What two neighboring expiries say about each other. */
import type { Contract, Day } from '#service/market/market.ts'
import { config } from '../config.ts'
import { offenceOf } from './screen.ts'
import type { Refused } from './refusal.ts'

/** One of the two: its quotes that passed its own screen. */
export type CalendarSide = {
  readonly contracts: readonly Contract[]
  readonly discount: number
  /** What a contract should cost by the rest of its expiry. */
  fairOf(contract: Contract): number | undefined
}

/** The quotes of either side that the other refutes. */
export type CalendarRefusals = { readonly near: readonly Refused[]; readonly far: readonly Refused[] }

const nothing: CalendarRefusals = { near: [], far: [] }
const keyOf = ({ strike, right }: Contract): number => (right === 'call' ? strike : -strike)

/**
 * More time is never worth less: of American options with one strike the nearer must not bid what the further asks. Of
 * the two the one further from its own smile is not believed. A European put in the money may be worth less with time, by
 * the interest on its strike.
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
    compared++
    if (contract.bid > other.ask + tick + noise * spot + interest * (contract.strike + spot))
      found.push([contract, other])
  }
  if (found.length === 0 || (found.length > 2 && found.length > mostBroken * compared)) return nothing
  const refused: { near: Refused[]; far: Refused[] } = { near: [], far: [] }
  for (const [first, second] of found) {
    const isFirst = offenceOf(first, near.fairOf(first)) >= offenceOf(second, far.fairOf(second))
    if (isFirst) refused.near.push({ contract: first, reason: 'calendar' })
    else refused.far.push({ contract: second, reason: 'calendar' })
  }
  return refused
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
 * Where total variance at the money falls with time by more than quotes are uncertain: the underlying cannot come to
 * move less in all. Told, not mended: which of the two is wrong the quotes do not say.
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
