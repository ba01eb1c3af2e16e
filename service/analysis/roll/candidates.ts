/** Candidates to sell while an open option is bought back. */
import { rollKinds, type RollKind } from '#contract/responses/roll.ts'
import type { RollQuery } from '#contract/api/routes.ts'
import { config } from '../config.ts'
import { candidateOf, type Candidate } from '../income/candidate.ts'
import type { EvaluatedChain } from '../income/chain.ts'
import { refusedExpiries } from '../income/refused-expiries.ts'
import { flawsOf } from '../income/entry.ts'
import { tradableExpiries } from '../income/tradable.ts'
import type { PricedExpiry } from '../surface.ts'
import type { OpenOption } from './open-option.ts'

/** One roll; dollars per share. */
export type RollChoice = {
  readonly kind: RollKind
  readonly candidate: Candidate
  /** The bid of the new option less the ask of the open one; negative if the roll costs money. */
  readonly credit: number
  /** Improvement of the strike for the seller. */
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

/** The bands of How in this module's order of preference. In-the-money options are below all of them. */
const bands = [optimal, conservative, aggressive]
const bandOf = ({ probability }: Candidate): number => {
  const band = bands.findIndex(({ low, high }) => probability >= low && probability < high)
  return band === -1 ? bands.length : band
}

/** Expiries to roll to, nearest first: that of the open option, and later ones of the grid. */
const rollExpiries = (open: OpenOption, { expiries }: EvaluatedChain): PricedExpiry[] => {
  const tradable = tradableExpiries(expiries)
  const refusedByExpiry = refusedExpiries(tradable)
  const laterExpiries = tradable.filter(
    (expiry) => expiry.day > open.contract.expiry && !refusedByExpiry.has(expiry),
  )
  return open.expiry ? [open.expiry, ...laterExpiries] : laterExpiries
}

/**
 * All rolls, unsorted. The sold contract meets the criteria of How for spread, open interest and value, and its
 * probability is not above the bands of How: selling for almost nothing is the same as closing.
 */
const choicesOf = (
  open: OpenOption,
  evaluated: EvaluatedChain,
  costToClose: number,
  price: number,
): RollChoice[] => {
  const { right, strike, expiry: day } = open.contract
  const choices: RollChoice[] = []
  for (const expiry of rollExpiries(open, evaluated)) {
    const daysAdded = expiry.day === day ? 0 : expiry.days - open.days
    for (const contract of expiry.contracts) {
      if (contract.right !== right) continue
      const strikeGain = right === 'call' ? contract.strike - strike : strike - contract.strike
      const credit = contract.bid - costToClose
      if (strikeGain < 0 || (strikeGain === 0 && daysAdded === 0) || !isWorthIt(credit, strikeGain, price))
        continue
      const candidate = candidateOf(contract, expiry, evaluated.price, 0)
      if (typeof candidate !== 'object' || candidate.probability >= conservative.high) continue
      if (flawsOf(candidate).some((flaw) => flaw !== 'return')) continue
      choices.push({ kind: kindOf(right, strikeGain, daysAdded), candidate, credit, strikeGain, daysAdded })
    }
  }
  return choices
}

/** Best first; a call below the shares' cost would lock in a loss. */
const byPreference =
  (costBasis: number | undefined) =>
  (a: RollChoice, b: RollChoice): number => {
    const isDebit = ({ credit }: RollChoice) => (credit < 0 ? 1 : 0)
    const isBelowCost = ({ candidate: { contract } }: RollChoice) =>
      contract.right === 'call' && contract.strike < (costBasis ?? 0) ? 1 : 0
    return (
      isDebit(a) - isDebit(b) ||
      isBelowCost(a) - isBelowCost(b) ||
      bandOf(a.candidate) - bandOf(b.candidate) ||
      b.candidate.annualizedReturn - a.candidate.annualizedReturn ||
      a.daysAdded - b.daysAdded ||
      a.candidate.contract.strike - b.candidate.contract.strike
    )
  }

/** Keeps the first choice of each later expiry, so that the choices offer different days. */
const firstOfEachExpiry = (choices: readonly RollChoice[]): RollChoice[] => {
  const expiries = new Set<string>()
  return choices.filter(({ daysAdded, candidate: { contract } }) => {
    if (daysAdded === 0) return true
    if (expiries.has(contract.expiry)) return false
    expiries.add(contract.expiry)
    return true
  })
}

/**
 * The best rolls of each kind, sold at the bid and bought back at the ask. Order: credits before debits (a debit is at
 * most half the strike's improvement and at most the price at which the option was sold); calls at or above the cost of
 * the shares before others; the bands of How (optimal, conservative, aggressive, below); the annualized return. Empty
 * if closing has no price.
 */
export const rollsOf = (
  open: OpenOption,
  evaluated: EvaluatedChain,
  { costBasis, price = Number.POSITIVE_INFINITY }: Pick<RollQuery, 'costBasis' | 'price'>,
): RollChoice[] => {
  if (open.costToClose === null) return []
  const sorted = choicesOf(open, evaluated, open.costToClose, price).toSorted(byPreference(costBasis))
  return rollKinds.flatMap((kind) =>
    firstOfEachExpiry(sorted.filter((choice) => choice.kind === kind)).slice(0, config.roll.maxPerKind),
  )
}
