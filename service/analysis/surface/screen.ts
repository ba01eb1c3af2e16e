/**
 * Which quotes of one expiry cannot all be true, and which of them are then not believed. Every quote takes part: an
 * ask without a bid still caps what others may bid.
 */
import type { Chain, Contract } from '#service/markets/market.ts'
import type { Right } from '#service/analysis/pricing/black-scholes.ts'
import { config } from '../config.ts'
import { capsOf, type Ask } from './cap.ts'
import type { Refused, ScreenReason } from './refusal.ts'
import type { StrikePair } from './strike-pairs.ts'

/** Context for screening an expiry's quotes; dollars per share. */
export type ScreenContext = {
  readonly spot: number
  readonly forward: number
  readonly discount: number
  readonly style: Chain['style']
  /** Price of a contract by the quotes that are not suspect; called only for contradictions. */
  fairWithout(suspects: ReadonlySet<Contract>): (contract: Contract) => number | undefined
}

export type Screened = { readonly passed: readonly Contract[]; readonly refused: readonly Refused[] }

const hasAsk = ({ ask }: Pick<Contract, 'ask'>): boolean => ask > 0 && Number.isFinite(ask)

/** Quotes that contradict nothing but what any option is worth. */
const boundOf = (contract: Contract, context: ScreenContext): ScreenReason | undefined => {
  const { bid, ask, strike, right } = contract
  const { spot, forward, discount, style } = context
  const { boundTolerance, tick } = config.surface.screen
  // Quotes and price are not simultaneous: the price implied by the quotes counts as well.
  const carried = forward * discount
  const slack = boundTolerance * spot + tick
  if (bid > 0 && !(bid < ask)) return 'crossed'
  if (bid > (right === 'call' ? Math.max(spot, carried) : strike) + slack) return 'above-bound'
  if (!hasAsk(contract)) return undefined
  const worth =
    style === 'european'
      ? (right === 'call' ? forward - strike : strike - forward) * discount
      : right === 'call'
        ? Math.min(spot, carried) - strike
        : strike - Math.max(spot, carried)
  return ask < worth - slack ? 'parity' : undefined
}

/** Two or more quotes of which at least one is wrong. */
type Conflict = { readonly members: readonly Contract[]; readonly reason: ScreenReason }

/** Tolerance of a bid above its cap: quotes are not simultaneous. */
const toleranceOf = (spot: number): number => config.surface.screen.tick + config.surface.screen.noise * spot

const sideOf = (contracts: readonly Contract[], right: Right, refused: ReadonlySet<Contract>): Contract[] =>
  contracts.filter((contract) => contract.right === right && !refused.has(contract))

/** Bids above what the asks of the same type allow: one conflict per bid, with the asks that bound it. */
const strikeConflicts = (side: readonly Contract[], right: Right, context: ScreenContext): Conflict[] => {
  const { spot, forward, discount } = context
  const asks: Ask[] = []
  side.forEach((contract, index) => {
    if (hasAsk(contract) && side[index - 1]?.strike !== contract.strike)
      asks.push({ strike: contract.strike, ask: contract.ask, index })
  })
  const share = Math.max(spot, forward * discount) * (1 + config.surface.screen.boundTolerance)
  const capAt = capsOf(right, asks, share)
  const conflicts: Conflict[] = []
  const tolerance = toleranceOf(spot)
  for (const contract of side) {
    const { value, from } = capAt(contract.strike)
    if (!(contract.bid > value + tolerance)) continue
    const members = [contract, ...from.flatMap((index) => side[index] ?? [])]
    conflicts.push({ members, reason: from.length > 1 ? 'not-convex' : 'not-monotone' })
  }
  return conflicts
}

/**
 * Every contradictory pair of a bid and an ask: a wrong quote contradicts many. Computed only if some bid is
 * above its cap.
 */
const pairConflicts = (side: readonly Contract[], right: Right, spot: number): Conflict[] => {
  const conflicts: Conflict[] = []
  const tolerance = toleranceOf(spot)
  const sign = right === 'call' ? 1 : -1
  for (const high of side) {
    if (!(high.bid > 0)) continue
    for (const low of side) {
      if (!hasAsk(low)) continue
      const distance = sign * (low.strike - high.strike)
      // A call further out costs no more; a call nearer by no more than the strikes are apart. Puts mirrored.
      if (high.bid - low.ask > Math.max(0, distance) + tolerance)
        conflicts.push({ members: [high, low], reason: 'not-monotone' })
    }
  }
  return conflicts
}

/** Calls and puts of one strike that no forward reconciles. */
const parityConflicts = (
  pairs: readonly StrikePair[],
  refused: ReadonlySet<Contract>,
  { spot, forward, discount, style }: ScreenContext,
): Conflict[] => {
  const { parityTolerance, tick, mostBroken } = config.surface.screen
  const carried = forward * discount
  const slack = parityTolerance * spot + tick
  const conflicts: Conflict[] = []
  let compared = 0
  for (const { strike, call, put } of pairs) {
    if (!call || !put || refused.has(call) || refused.has(put)) continue
    const [least, most] =
      style === 'european'
        ? [carried - strike * discount, carried - strike * discount]
        : [Math.min(spot, carried) - strike, Math.max(spot, carried) - strike * discount]
    if (hasAsk(call) && hasAsk(put)) compared++
    const tooDear = call.bid > 0 && hasAsk(put) && call.bid - put.ask > most + slack
    const tooCheap = put.bid > 0 && hasAsk(call) && call.ask - put.bid < least - slack
    if (tooDear || tooCheap) conflicts.push({ members: [call, put], reason: 'parity' })
  }
  // So many are not broken: then the forward is.
  return conflicts.length > 2 && conflicts.length > mostBroken * compared ? [] : conflicts
}

/** Distance of a quote from its fair price, dollars: an ask too low or a bid too high; more for wide ones. */
export const offenceOf = ({ bid, ask }: Contract, fair: number | undefined): number => {
  const isAsked = hasAsk({ ask })
  const width = isAsked ? 0.05 * Math.max(0, ask - bid) : 0
  return fair === undefined ? width : Math.max(0, bid - fair, isAsked ? fair - ask : 0) + width
}

type FairOf = (contract: Contract) => number | undefined

/** Takes out the quote in most conflicts, the one furthest from the rest first among equals, until none are left. */
const settle = (conflicts: readonly Conflict[], fairOf: FairOf): Refused[] => {
  const refused: Refused[] = []
  const open = new Map<Contract, Set<Conflict>>()
  for (const conflict of conflicts)
    for (const member of conflict.members) {
      const known = open.get(member)
      if (known) known.add(conflict)
      else open.set(member, new Set([conflict]))
    }
  const offences = new Map<Contract, number>()
  const offence = (contract: Contract): number => {
    let known = offences.get(contract)
    if (known === undefined) offences.set(contract, (known = offenceOf(contract, fairOf(contract))))
    return known
  }
  for (;;) {
    let worst: Contract | undefined
    let count = 0
    for (const [contract, { size }] of open) {
      if (size < count || size === 0) continue
      if (size > count || offence(contract) > offence(worst!)) worst = contract
      count = size
    }
    if (!worst) return refused
    const settled = open.get(worst)!
    refused.push({ contract: worst, reason: [...settled][0]!.reason })
    open.delete(worst)
    for (const conflict of settled) for (const member of conflict.members) open.get(member)?.delete(conflict)
  }
}

const rights = ['call', 'put'] as const

/** Screens one expiry alone. `pairs` belong to `contracts`, which are sorted by strike. */
export const screen = (
  contracts: readonly Contract[],
  pairs: readonly StrikePair[],
  context: ScreenContext,
): Screened => {
  const { spot } = context
  const refused: Refused[] = []
  const out = new Set<Contract>()
  const refuse = (found: readonly Refused[]): void => {
    for (const each of found) {
      refused.push(each)
      out.add(each.contract)
    }
  }
  for (const contract of contracts) {
    const reason = boundOf(contract, context)
    if (reason) refuse([{ contract, reason }])
  }
  const broken = rights.flatMap((right) => {
    const side = sideOf(contracts, right, out)
    const conflicts = strikeConflicts(side, right, context)
    return conflicts.length > 0
      ? [{ right, conflicts: [...conflicts, ...pairConflicts(side, right, spot)] }]
      : []
  })
  const suspects = [...broken.flatMap(({ conflicts }) => conflicts), ...parityConflicts(pairs, out, context)]
  if (suspects.length > 0) {
    const fairOf = context.fairWithout(new Set([...out, ...suspects.flatMap(({ members }) => members)]))
    for (const { right, conflicts } of broken) {
      // Pairs first: a wrong quote contradicts many, one by one.
      refuse(
        settle(
          conflicts.filter(({ members }) => members.length === 2),
          fairOf,
        ),
      )
      for (;;) {
        const left = strikeConflicts(sideOf(contracts, right, out), right, context)
        if (left.length === 0) break
        // The worst only: without it the others may be in order.
        refuse(settle(left, fairOf).slice(0, 1))
      }
    }
    refuse(settle(parityConflicts(pairs, out, context), fairOf))
  }
  return { passed: out.size === 0 ? contracts : contracts.filter((each) => !out.has(each)), refused }
}
