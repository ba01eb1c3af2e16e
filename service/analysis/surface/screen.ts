/**
 * Finds contradictory quotes of one expiry and selects which of them to refuse. Every quote is used: an
 * ask without a bid still caps other bids.
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
  /** Price of a contract by the quotes that are not suspect; called only for contradictions. */
  fairPriceExcluding(suspects: ReadonlySet<Contract>): (contract: Contract) => number | undefined
}

export type ScreenResult = {
  readonly accepted: readonly Contract[]
  readonly refused: readonly RefusedQuote[]
}

const hasAsk = ({ ask }: Pick<Contract, 'ask'>): boolean => ask > 0 && Number.isFinite(ask)

/** Checks a quote against the bounds of an option's value, independent of other quotes. */
const boundOf = (contract: Contract, context: ScreenContext): ScreenReason | undefined => {
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
 * Every contradictory pair of a bid and an ask: a wrong quote contradicts many. Computed only if some bid is
 * above its cap.
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
      // A call further out costs no more; a call nearer by no more than the strikes are apart. Puts mirrored.
      if (expensive.bid - cheap.ask > Math.max(0, distance) + tolerance)
        conflicts.push({ members: [expensive, cheap], reason: 'not-monotone' })
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
  // If so many pairs conflict, the forward is wrong and not the quotes.
  return conflicts.length > 2 && conflicts.length > maxBrokenShare * compared ? [] : conflicts
}

/** Distance of a quote from its fair price, dollars: a too low ask or too high bid; wide quotes add a little. */
export const offenceOf = ({ bid, ask }: Contract, fair: number | undefined): number => {
  const isAsked = hasAsk({ ask })
  const width = isAsked ? 0.05 * Math.max(0, ask - bid) : 0
  return fair === undefined ? width : Math.max(0, bid - fair, isAsked ? fair - ask : 0) + width
}

type FairOf = (contract: Contract) => number | undefined

/**
 * Refuses the quote with the most conflicts until none are left; among equals the one furthest from its fair price.
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
  const offences = new Map<Contract, number>()
  const offence = (contract: Contract): number => {
    let cachedOffence = offences.get(contract)
    if (cachedOffence === undefined)
      offences.set(contract, (cachedOffence = offenceOf(contract, fairOf(contract))))
    return cachedOffence
  }
  for (;;) {
    let worst: Contract | undefined
    let count = 0
    for (const [contract, { size }] of conflictsByQuote) {
      if (size < count || size === 0) continue
      if (size > count || offence(contract) > offence(worst!)) worst = contract
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

/** Screens one expiry by itself. `pairs` belong to `contracts`, which are sorted by strike. */
export const screen = (
  contracts: readonly Contract[],
  pairs: readonly StrikePair[],
  context: ScreenContext,
): ScreenResult => {
  const { spot } = context
  const refused: RefusedQuote[] = []
  const refusedSet = new Set<Contract>()
  const refuse = (quotes: readonly RefusedQuote[]): void => {
    for (const quote of quotes) {
      refused.push(quote)
      refusedSet.add(quote.contract)
    }
  }
  for (const contract of contracts) {
    const reason = boundOf(contract, context)
    if (reason) refuse([{ contract, reason }])
  }
  const brokenSides = rights.flatMap((right) => {
    const side = sideOf(contracts, right, refusedSet)
    const conflicts = strikeConflicts(side, right, context)
    return conflicts.length > 0
      ? [{ right, conflicts: [...conflicts, ...pairConflicts(side, right, spot)] }]
      : []
  })
  const suspects = [
    ...brokenSides.flatMap(({ conflicts }) => conflicts),
    ...parityConflicts(pairs, refusedSet, context),
  ]
  if (suspects.length > 0) {
    const fairOf = context.fairPriceExcluding(
      new Set([...refusedSet, ...suspects.flatMap(({ members }) => members)]),
    )
    for (const { right, conflicts } of brokenSides) {
      // Pairs first: a wrong quote conflicts with many others.
      refuse(
        resolveConflicts(
          conflicts.filter(({ members }) => members.length === 2),
          fairOf,
        ),
      )
      for (;;) {
        const remaining = strikeConflicts(sideOf(contracts, right, refusedSet), right, context)
        if (remaining.length === 0) break
        // Only the worst: without it the others may be consistent.
        refuse(resolveConflicts(remaining, fairOf).slice(0, 1))
      }
    }
    refuse(resolveConflicts(parityConflicts(pairs, refusedSet, context), fairOf))
  }
  return {
    accepted: refusedSet.size === 0 ? contracts : contracts.filter((contract) => !refusedSet.has(contract)),
    refused,
  }
}
