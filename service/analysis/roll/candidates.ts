/** Selects the options that can be sold when an open option is bought back. */
import { rollKinds, type RollKind } from '#contract/responses/roll.ts'
import type { RollQuery } from '#contract/api/routes.ts'
import type { Contract } from '#service/markets/market.ts'
import { config } from '../config.ts'
import { candidateOf, type Candidate } from '../income/candidate.ts'
import type { EvaluatedChain } from '../income/evaluated-chain.ts'
import { entriesOf, type CandidateEntry } from '../income/entry.ts'
import type { PricedExpiry } from '../surface.ts'
import { expiryRefusalOf, tradableExpiries } from '../surface/refused-expiries.ts'
import type { OpenOption } from './open-option.ts'

/** One possible roll. Prices are dollars per share. */
export type RollChoice = {
  readonly kind: RollKind
  readonly candidate: Candidate
  /** The bid of the new option less the ask of the open one; negative if the roll costs money. */
  readonly credit: number
  /** Improvement of the strike for the seller: higher for a call, lower for a put. */
  readonly strikeGain: number
  /** Calendar days between the two expiries; 0 for the same expiry. */
  readonly daysAdded: number
}

const kindOf = (right: 'call' | 'put', strikeGain: number, daysAdded: number): RollKind => {
  if (strikeGain === 0) return 'out'
  if (right === 'call') return daysAdded > 0 ? 'up-and-out' : 'up'
  return daysAdded > 0 ? 'down-and-out' : 'down'
}

/**
 * Whether a roll is offered at this credit. A debit may be at most half the strike's improvement
 * and at most `price`, the price at which the open option was sold.
 */
const isAcceptableCredit = (credit: number, strikeGain: number, price: number): boolean =>
  credit >= 0 || (strikeGain >= config.roll.strikeGain * -credit && -credit <= price)

const { optimal, conservative, aggressive } = config.income.profiles

/** The probability bands of How in order of preference. */
const bands = [optimal, conservative, aggressive]
/** Rank of the candidate's band, 0 is best. A probability outside all bands has the worst rank. */
const bandRankOf = ({ probability }: Candidate): number => {
  const band = bands.findIndex(({ low, high }) => probability >= low && probability < high)
  return band === -1 ? bands.length : band
}

/**
 * Expiries to roll to, nearest first: the expiry of the open option, and later expiries of the
 * grid.
 */
const rollExpiries = (openOption: OpenOption, { expiries }: EvaluatedChain): PricedExpiry[] => {
  const refusalOf = expiryRefusalOf(expiries)
  const laterExpiries = tradableExpiries(expiries).filter(
    (expiry) => expiry.day > openOption.contract.expiry && refusalOf(expiry) === undefined,
  )
  return openOption.expiry ? [openOption.expiry, ...laterExpiries] : laterExpiries
}

/** The contracts of a side that may be sold, with their flaws, by contract. */
export type RollEntries = ReadonlyMap<Contract, CandidateEntry>

/**
 * Returns the contracts of the open option's side that have a usable bid, with the flaws that How finds. A contract is
 * compared with all expiries of the grid, as in How, also with those before the open option's.
 */
export const rollEntriesOf = (
  { contract, expiry: openExpiry }: OpenOption,
  evaluated: EvaluatedChain,
): RollEntries => {
  const refusalOf = expiryRefusalOf(evaluated.expiries)
  const tradable = tradableExpiries(evaluated.expiries).filter((expiry) => refusalOf(expiry) === undefined)
  const expiries = openExpiry && !tradable.includes(openExpiry) ? [openExpiry, ...tradable] : tradable
  const candidates = expiries.flatMap((expiry) =>
    expiry.contracts.flatMap((listed) => {
      if (listed.right !== contract.right) return []
      const candidate = candidateOf(listed, expiry, evaluated, 0)
      return typeof candidate === 'object' ? [candidate] : []
    }),
  )
  return new Map(entriesOf(candidates).map((entry) => [entry.candidate.contract, entry]))
}

/**
 * Returns all rolls, unsorted. The sold contract meets the criteria of How for spread, open
 * interest and fair value. Its probability is not above the bands of How, because selling for
 * almost nothing is the same as closing.
 */
const choicesOf = (
  openOption: OpenOption,
  evaluated: EvaluatedChain,
  entries: RollEntries,
  { costToClose, price }: { readonly costToClose: number; readonly price: number },
): RollChoice[] => {
  const { right, strike, expiry: day } = openOption.contract
  const choices: RollChoice[] = []
  for (const expiry of rollExpiries(openOption, evaluated)) {
    const daysAdded = expiry.day === day ? 0 : expiry.days - openOption.days
    for (const contract of expiry.contracts) {
      if (contract.right !== right) continue
      const strikeGain = right === 'call' ? contract.strike - strike : strike - contract.strike
      const credit = contract.bid - costToClose
      if (
        strikeGain < 0 ||
        (strikeGain === 0 && daysAdded === 0) ||
        !isAcceptableCredit(credit, strikeGain, price)
      )
        continue
      const entry = entries.get(contract)
      if (!entry || entry.candidate.probability >= conservative.high) continue
      if (entry.flaws.some((flaw) => flaw !== 'return')) continue
      const { candidate } = entry
      choices.push({ kind: kindOf(right, strikeGain, daysAdded), candidate, credit, strikeGain, daysAdded })
    }
  }
  return choices
}

/**
 * Sort order, best first. Calls below the cost of the shares are last among credits and among
 * debits, because assignment would realize a loss.
 */
const byPreference =
  (costBasis: number | undefined) =>
  (a: RollChoice, b: RollChoice): number => {
    const debitRank = ({ credit }: RollChoice) => (credit < 0 ? 1 : 0)
    const belowCostRank = ({ candidate: { contract } }: RollChoice) =>
      contract.right === 'call' && contract.strike < (costBasis ?? 0) ? 1 : 0
    return (
      debitRank(a) - debitRank(b) ||
      belowCostRank(a) - belowCostRank(b) ||
      bandRankOf(a.candidate) - bandRankOf(b.candidate) ||
      b.candidate.annualizedReturn - a.candidate.annualizedReturn ||
      a.daysAdded - b.daysAdded ||
      a.candidate.contract.strike - b.candidate.contract.strike
    )
  }

/**
 * Keeps all choices of the same expiry and the first choice of each later expiry, so that the
 * expiries differ.
 */
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
 * Returns the best rolls of each kind: the open option is bought back at the ask, the new one is
 * sold at the bid. Sort keys of a kind: credits before debits; strikes at or above the cost of the
 * shares before calls below it; the bands of How (optimal, conservative, aggressive, below); the
 * annualized return. Empty if the cost to close is unknown.
 *
 * @param entries result of `rollEntriesOf`
 */
export const rollsOf = (
  openOption: OpenOption,
  evaluated: EvaluatedChain,
  entries: RollEntries,
  { costBasis, price = Number.POSITIVE_INFINITY }: Pick<RollQuery, 'costBasis' | 'price'>,
): RollChoice[] => {
  if (openOption.costToClose === null) return []
  const { costToClose } = openOption
  const sorted = choicesOf(openOption, evaluated, entries, { costToClose, price }).toSorted(
    byPreference(costBasis),
  )
  return rollKinds.flatMap((kind) =>
    firstOfEachExpiry(sorted.filter((choice) => choice.kind === kind)).slice(0, config.roll.maxPerKind),
  )
}
