/** Candidates to sell while an open option is bought back. */
import { rollKinds, type RollKind } from '#contract/responses/roll.ts'
import type { RollQuery } from '#contract/api/routes.ts'
import { config } from '../config.ts'
import { candidateOf, type Candidate } from '../income/candidate.ts'
import type { ReadChain } from '../income/chain.ts'
import { doubtsAbout } from '../income/doubt.ts'
import { flawsOf } from '../income/entry.ts'
import { inReach } from '../income/reach.ts'
import type { PricedExpiry } from '../surface.ts'
import type { OpenOption } from './open-option.ts'

/** One roll; dollars per share. */
export type RollChoice = {
  readonly kind: RollKind
  readonly candidate: Candidate
  /** The new one's bid less the open one's ask; negative = costs. */
  readonly credit: number
  /** How much better the strike is for the seller. */
  readonly strikeGain: number
  readonly daysAdded: number
}

const kindOf = (right: 'call' | 'put', strikeGain: number, daysAdded: number): RollKind => {
  if (strikeGain === 0) return 'out'
  if (right === 'call') return daysAdded > 0 ? 'up-and-out' : 'up'
  return daysAdded > 0 ? 'down-and-out' : 'down'
}

/**
 * Offers a roll with a credit, or with a debit of at most half the strike's improvement and at most the new
 * premium.
 */
const isWorthIt = (credit: number, strikeGain: number, price: number): boolean =>
  credit >= 0 || (strikeGain >= config.roll.strikeGain * -credit && -credit <= price)

const { optimal, conservative, aggressive } = config.income.profiles

/**
 * How's bands in the order they are preferred here. Below all of them is where an option that is in the money stays.
 */
const bands = [optimal, conservative, aggressive]
const bandOf = ({ probability }: Candidate): number => {
  const band = bands.findIndex(({ low, high }) => probability >= low && probability < high)
  return band === -1 ? bands.length : band
}

/** The expiries that can be rolled to, nearest first: the open one's own, and later ones within How's reach. */
const targetsOf = (open: OpenOption, { expiries }: ReadChain): PricedExpiry[] => {
  const reached = inReach(expiries)
  const doubts = doubtsAbout(reached)
  const later = reached.filter((expiry) => expiry.day > open.contract.expiry && !doubts.has(expiry))
  return open.expiry ? [open.expiry, ...later] : later
}

/**
 * All rolls, unsorted. The sold contract meets How's criteria for spread, open interest and value, and is no
 * safer than How's bands: selling for almost nothing is closing.
 */
const choicesOf = (open: OpenOption, read: ReadChain, costToClose: number, price: number): RollChoice[] => {
  const { right, strike, expiry: day } = open.contract
  const choices: RollChoice[] = []
  for (const expiry of targetsOf(open, read)) {
    const daysAdded = expiry.day === day ? 0 : expiry.days - open.days
    for (const contract of expiry.contracts) {
      if (contract.right !== right) continue
      const strikeGain = right === 'call' ? contract.strike - strike : strike - contract.strike
      const credit = contract.bid - costToClose
      if (strikeGain < 0 || (strikeGain === 0 && daysAdded === 0) || !isWorthIt(credit, strikeGain, price))
        continue
      const candidate = candidateOf(contract, expiry, read.price, 0)
      if (typeof candidate !== 'object' || candidate.probability >= conservative.high) continue
      if (flawsOf(candidate).some((flaw) => flaw !== 'return')) continue
      choices.push({ kind: kindOf(right, strikeGain, daysAdded), candidate, credit, strikeGain, daysAdded })
    }
  }
  return choices
}

/** Better first; a call below the shares' cost would lock in a loss. */
const byWorth =
  (costBasis: number | undefined) =>
  (a: RollChoice, b: RollChoice): number => {
    const costs = ({ credit }: RollChoice) => (credit < 0 ? 1 : 0)
    const isBelow = ({ candidate: { contract } }: RollChoice) =>
      contract.right === 'call' && contract.strike < (costBasis ?? 0) ? 1 : 0
    return (
      costs(a) - costs(b) ||
      isBelow(a) - isBelow(b) ||
      bandOf(a.candidate) - bandOf(b.candidate) ||
      b.candidate.annualizedReturn - a.candidate.annualizedReturn ||
      a.daysAdded - b.daysAdded ||
      a.candidate.contract.strike - b.candidate.contract.strike
    )
  }

/** The first of each expiry where a kind has several: three strikes of one day are no choice of days. */
const oneAnExpiry = (choices: readonly RollChoice[]): RollChoice[] => {
  const seen = new Set<string>()
  return choices.filter(({ daysAdded, candidate: { contract } }) => {
    if (daysAdded === 0) return true
    if (seen.has(contract.expiry)) return false
    seen.add(contract.expiry)
    return true
  })
}

/**
 * The best rolls of each kind, at honest prices: sold at the bid, bought back at the ask. First what pays, then what
 * costs (only where the strike gains twice the cost, and no more than the option was sold for); calls at or above the
 * cost of the shares before others; then How's bands, optimal, conservative, aggressive, below; then the annualized
 * return. None where closing has no price.
 */
export const rollsOf = (
  open: OpenOption,
  read: ReadChain,
  { costBasis, price = Number.POSITIVE_INFINITY }: Pick<RollQuery, 'costBasis' | 'price'>,
): RollChoice[] => {
  if (open.costToClose === null) return []
  const sorted = choicesOf(open, read, open.costToClose, price).toSorted(byWorth(costBasis))
  return rollKinds.flatMap((kind) =>
    oneAnExpiry(sorted.filter((choice) => choice.kind === kind)).slice(0, config.roll.most),
  )
}
