/**
 * Finds contradictory quotes of one expiry and selects which of them to refuse. Quotes without a
 * bid are used as well: their asks still cap the bids of other contracts.
 */
import type { Chain, Contract } from '#service/markets/market.ts'
import type { Right } from '#service/analysis/pricing/black-scholes.ts'
import { config } from '../config.ts'
import { capsOf, type Ask } from './cap.ts'
import type { RefusedQuote, ScreenReason } from './refusal.ts'
import type { StrikePair } from './strike-pairs.ts'

/** Context for screening an expiry's quotes; dollars per share. */
export type ScreenContext = {
  readonly spot: number
  readonly forward: number
  readonly discount: number
  readonly style: Chain['style']
  /**
   * Returns fair prices derived without the quotes `suspects`. Called only if quotes contradict
   * each other.
   */
  fairPriceExcluding(suspects: ReadonlySet<Contract>): (contract: Contract) => number | undefined
}

export type ScreenResult = {
  readonly accepted: readonly Contract[]
  readonly refused: readonly RefusedQuote[]
}

const hasAsk = ({ ask }: Pick<Contract, 'ask'>): boolean => ask > 0 && Number.isFinite(ask)

/** Checks one quote against the bounds of an option's value; `undefined` if it violates none. */
const boundViolationOf = (contract: Contract, context: ScreenContext): ScreenReason | undefined => {
  const { bid, ask, strike, right } = contract
  const { spot, forward, discount, style } = context
  const { boundTolerance, tick } = config.surface.screen
  // Quotes and price are not simultaneous: the price implied by the quotes counts as well.
  const parityPrice = forward * discount
  const slack = boundTolerance * spot + tick
  if (bid > 0 && !(bid < ask)) return 'crossed'
  if (bid > (right === 'call' ? Math.max(spot, parityPrice) : strike) + slack) return 'above-bound'
  if (!hasAsk(contract)) return undefined
  const exerciseValue =
    style === 'european'
      ? (right === 'call' ? forward - strike : strike - forward) * discount
      : right === 'call'
        ? Math.min(spot, parityPrice) - strike
        : strike - Math.max(spot, parityPrice)
  return ask < exerciseValue - slack ? 'parity' : undefined
}

/** Contradictory quotes, of which at least one is wrong. */
type Conflict = { readonly members: readonly Contract[]; readonly reason: ScreenReason }

/** Dollars by which a bid may exceed its cap, because quotes are not simultaneous. */
const toleranceOf = (spot: number): number => config.surface.screen.tick + config.surface.screen.noise * spot

/** The contracts of one right that are not refused. */
const sideOf = (contracts: readonly Contract[], right: Right, refused: ReadonlySet<Contract>): Contract[] =>
  contracts.filter((contract) => contract.right === right && !refused.has(contract))

/**
 * Finds bids above the cap that the asks of the same right set: one conflict per bid, with the asks
 * of its cap.
 */
const strikeConflicts = (side: readonly Contract[], right: Right, context: ScreenContext): Conflict[] => {
  const { spot, forward, discount } = context
  const asks: Ask[] = []
  side.forEach((contract, index) => {
    if (hasAsk(contract) && side[index - 1]?.strike !== contract.strike)
      asks.push({ strike: contract.strike, ask: contract.ask, index })
  })
  const maxSharePrice = Math.max(spot, forward * discount) * (1 + config.surface.screen.boundTolerance)
  const capAt = capsOf(right, asks, maxSharePrice)
  const conflicts: Conflict[] = []
  const tolerance = toleranceOf(spot)
  for (const contract of side) {
    const { value, sources } = capAt(contract.strike)
    if (!(contract.bid > value + tolerance)) continue
    const members = [contract, ...sources.flatMap((index) => side[index] ?? [])]
    conflicts.push({ members, reason: sources.length > 1 ? 'not-convex' : 'not-monotone' })
  }
  return conflicts
}

/**
 * Finds every contradictory pair of a bid and an ask. A wrong quote is in many of them. Called only
 * if some bid is above its cap.
 */
const pairConflicts = (side: readonly Contract[], right: Right, spot: number): Conflict[] => {
  const conflicts: Conflict[] = []
  const tolerance = toleranceOf(spot)
  const sign = right === 'call' ? 1 : -1
  for (const expensive of side) {
    if (!(expensive.bid > 0)) continue
    for (const cheap of side) {
      if (!hasAsk(cheap)) continue
      const distance = sign * (cheap.strike - expensive.strike)
      // Of two calls, the one with the higher strike costs no more, and the other at most the difference of the strikes
      // more. For puts the order of strikes is reversed.
      if (expensive.bid - cheap.ask > Math.max(0, distance) + tolerance)
        conflicts.push({ members: [expensive, cheap], reason: 'not-monotone' })
    }
  }
  return conflicts
}

/** Finds calls and puts of one strike whose quotes contradict put-call parity. */
const parityConflicts = (
  pairs: readonly StrikePair[],
  refused: ReadonlySet<Contract>,
  { spot, forward, discount, style }: ScreenContext,
): Conflict[] => {
  const { parityTolerance, tick, maxBrokenShare } = config.surface.screen
  const parityPrice = forward * discount
  const slack = parityTolerance * spot + tick
  const conflicts: Conflict[] = []
  let compared = 0
  for (const { strike, call, put } of pairs) {
    if (!call || !put || refused.has(call) || refused.has(put)) continue
    const [lower, upper] =
      style === 'european'
        ? [parityPrice - strike * discount, parityPrice - strike * discount]
        : [Math.min(spot, parityPrice) - strike, Math.max(spot, parityPrice) - strike * discount]
    if (hasAsk(call) && hasAsk(put)) compared++
    const isTooExpensive = call.bid > 0 && hasAsk(put) && call.bid - put.ask > upper + slack
    const isTooCheap = put.bid > 0 && hasAsk(call) && call.ask - put.bid < lower - slack
    if (isTooExpensive || isTooCheap) conflicts.push({ members: [call, put], reason: 'parity' })
  }
  // If a large share of the pairs conflicts, the forward is wrong and not the quotes.
  return conflicts.length > 2 && conflicts.length > maxBrokenShare * compared ? [] : conflicts
}

/**
 * Dollars by which the bid is above or the ask below the fair price, plus a twentieth of the
 * spread: of equally mispriced quotes, the wider is the worse.
 */
export const mispricingOf = ({ bid, ask }: Contract, fair: number | undefined): number => {
  const hasValidAsk = hasAsk({ ask })
  const spreadPenalty = hasValidAsk ? 0.05 * Math.max(0, ask - bid) : 0
  return fair === undefined
    ? spreadPenalty
    : Math.max(0, bid - fair, hasValidAsk ? fair - ask : 0) + spreadPenalty
}

type FairOf = (contract: Contract) => number | undefined

/**
 * Repeatedly refuses the quote with the most conflicts until no conflict is left. Of quotes with
 * equally many conflicts it refuses the one with the largest mispricing.
 */
const resolveConflicts = (conflicts: readonly Conflict[], fairOf: FairOf): RefusedQuote[] => {
  const refused: RefusedQuote[] = []
  const conflictsByQuote = new Map<Contract, Set<Conflict>>()
  for (const conflict of conflicts)
    for (const member of conflict.members) {
      const quoteConflicts = conflictsByQuote.get(member)
      if (quoteConflicts) quoteConflicts.add(conflict)
      else conflictsByQuote.set(member, new Set([conflict]))
    }
  const mispricings = new Map<Contract, number>()
  const mispricing = (contract: Contract): number => {
    let cachedMispricing = mispricings.get(contract)
    if (cachedMispricing === undefined)
      mispricings.set(contract, (cachedMispricing = mispricingOf(contract, fairOf(contract))))
    return cachedMispricing
  }
  for (;;) {
    let worst: Contract | undefined
    let count = 0
    for (const [contract, { size }] of conflictsByQuote) {
      if (size < count || size === 0) continue
      if (size > count || mispricing(contract) > mispricing(worst!)) worst = contract
      count = size
    }
    if (!worst) return refused
    const resolved = conflictsByQuote.get(worst)!
    refused.push({ contract: worst, reason: [...resolved][0]!.reason })
    conflictsByQuote.delete(worst)
    for (const conflict of resolved)
      for (const member of conflict.members) conflictsByQuote.get(member)?.delete(conflict)
  }
}

const rights = ['call', 'put'] as const

/**
 * Screens the quotes of one expiry. `contracts` are sorted by strike; `pairs` are the same
 * contracts by strike.
 */
export const screen = (
  contracts: readonly Contract[],
  pairs: readonly StrikePair[],
  context: ScreenContext,
): ScreenResult => {
  const { spot } = context
  const refused: RefusedQuote[] = []
  const refusedContracts = new Set<Contract>()
  const refuse = (quotes: readonly RefusedQuote[]): void => {
    for (const quote of quotes) {
      refused.push(quote)
      refusedContracts.add(quote.contract)
    }
  }
  for (const contract of contracts) {
    const reason = boundViolationOf(contract, context)
    if (reason) refuse([{ contract, reason }])
  }
  const brokenSides = rights.flatMap((right) => {
    const side = sideOf(contracts, right, refusedContracts)
    const conflicts = strikeConflicts(side, right, context)
    return conflicts.length > 0
      ? [{ right, conflicts: [...conflicts, ...pairConflicts(side, right, spot)] }]
      : []
  })
  const suspects = [
    ...brokenSides.flatMap(({ conflicts }) => conflicts),
    ...parityConflicts(pairs, refusedContracts, context),
  ]
  if (suspects.length > 0) {
    const fairOf = context.fairPriceExcluding(
      new Set([...refusedContracts, ...suspects.flatMap(({ members }) => members)]),
    )
    for (const { right, conflicts } of brokenSides) {
      // Pairs are resolved first: a wrong quote is in many of them.
      refuse(
        resolveConflicts(
          conflicts.filter(({ members }) => members.length === 2),
          fairOf,
        ),
      )
      for (;;) {
        const remaining = strikeConflicts(sideOf(contracts, right, refusedContracts), right, context)
        if (remaining.length === 0) break
        // Only one quote at a time: without it the others may be consistent.
        refuse(resolveConflicts(remaining, fairOf).slice(0, 1))
      }
    }
    refuse(resolveConflicts(parityConflicts(pairs, refusedContracts, context), fairOf))
  }
  return {
    accepted:
      refusedContracts.size === 0
        ? contracts
        : contracts.filter((contract) => !refusedContracts.has(contract)),
    refused,
  }
}
