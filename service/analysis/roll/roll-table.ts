/** Selects the expiries and strikes of the table of rolls, and evaluates their contracts. */
import type { RefusalReason } from '#contract/responses/income.ts'
import type { Contract } from '#service/markets/market.ts'
import { config } from '../config.ts'
import type { Candidate } from '../income/candidate.ts'
import { createContractEvaluator } from '../income/contract-evaluation.ts'
import { quoteRefusalOf } from '../income/entry.ts'
import type { EvaluatedChain } from '../income/evaluated-chain.ts'
import type { Steps } from '../steps.ts'
import { isStandard, type PricedExpiry } from '../surface.ts'
import { expiryRefusalOf, tradableExpiries } from '../surface/refused-expiries.ts'
import type { RollChoice, RollEntries } from './candidates.ts'
import type { OpenOption } from './open-option.ts'

/** A contract of the table, and the sale of it if it is offered. */
export type TableContract = {
  readonly contract: Contract
  readonly refused: RefusalReason | null
  /** `undefined` if the contract is refused, or its bid is at most the intrinsic value. */
  readonly candidate: Candidate | undefined
}

export type TableExpiry = {
  readonly expiry: PricedExpiry
  /** By strike, lowest first; without the open option. */
  readonly contracts: readonly TableContract[]
}

/** The expiries of the suggested rolls and the nearest others, nearest first. Includes refused expiries. */
const tableExpiries = (
  { contract, expiry: openExpiry }: OpenOption,
  { expiries }: EvaluatedChain,
  rolls: readonly RollChoice[],
): PricedExpiry[] => {
  const laterExpiries = tradableExpiries(expiries).filter(({ day }) => day > contract.expiry)
  const available = openExpiry ? [openExpiry, ...laterExpiries] : laterExpiries
  const required = new Set(rolls.map(({ candidate }) => candidate.expiry.day))
  const optional = available.filter(({ day }) => !required.has(day))
  const chosen = new Set([
    ...required,
    ...optional.slice(0, config.roll.maxExpiries - required.size).map(({ day }) => day),
  ])
  return available.filter(({ day }) => chosen.has(day))
}

/** Returns `count` items at equal distances, the first and the last included. */
const evenlySpaced = <Item>(items: readonly Item[], count: number): Item[] =>
  Array.from({ length: count }, (_, index) => items[Math.round((index * (items.length - 1)) / (count - 1))]!)

/**
 * The strikes of the suggested rolls and of the open option, and further strikes between it and the price of the
 * underlying, then around both. Strikes that at least half of the expiries list come first, because others leave gaps
 * in the table.
 */
const tableStrikes = (
  listed: readonly (readonly Contract[])[],
  required: ReadonlySet<number>,
  { openStrike, price }: { openStrike: number; price: number },
): ReadonlySet<number> => {
  const counts = new Map<number, number>()
  for (const { strike } of listed.flat()) counts.set(strike, (counts.get(strike) ?? 0) + 1)
  const isRare = (strike: number) => 2 * counts.get(strike)! < listed.length
  const [low, high] = [Math.min(openStrike, price), Math.max(openStrike, price)]
  const distance = (strike: number) => Math.max(low - strike, strike - high, 0)
  const optional = [...counts.keys()].filter((strike) => !required.has(strike)).toSorted((a, b) => a - b)
  const between = optional.filter((strike) => !isRare(strike) && distance(strike) === 0)
  const room = config.roll.maxStrikes - required.size
  const chosen =
    between.length > room
      ? evenlySpaced(between, room)
      : optional
          .toSorted((a, b) => Number(isRare(a)) - Number(isRare(b)) || distance(a) - distance(b))
          .slice(0, room)
  return new Set([...required, ...chosen])
}

/** Evaluates a contract by the rules of How. A wide spread or a low bid also refuses it, as for a cell of the grid. */
const evaluate = (
  contract: Contract,
  evaluateContract: ReturnType<typeof createContractEvaluator>,
  entries: RollEntries,
): TableContract => {
  const { refused, candidate } = evaluateContract(contract)
  const quoteRefusal = candidate && quoteRefusalOf(entries.get(contract)?.flaws ?? [])
  return quoteRefusal === undefined
    ? { contract, refused, candidate }
    : { contract, refused: quoteRefusal, candidate: undefined }
}

/**
 * Returns the table of rolls, which contains all suggested ones; empty if the cost to close is unknown.
 *
 * @param selection.rolls the suggested rolls
 * @param selection.entries result of `rollEntriesOf`
 */
export function* rollTable(
  openOption: OpenOption,
  evaluated: EvaluatedChain,
  selection: { readonly rolls: readonly RollChoice[]; readonly entries: RollEntries },
): Steps<TableExpiry[]> {
  if (openOption.costToClose === null) return []
  const { rolls, entries } = selection
  const { id, right, strike: openStrike } = openOption.contract
  const expiries = tableExpiries(openOption, evaluated, rolls)
  const listed = expiries.map(({ contracts, refused }) =>
    [...contracts, ...refused.map(({ contract }) => contract)]
      .filter((contract) => contract.right === right && isStandard(contract))
      .toSorted((a, b) => a.strike - b.strike),
  )
  const required = new Set([openStrike, ...rolls.map(({ candidate }) => candidate.contract.strike)])
  const strikes = tableStrikes(listed, required, { openStrike, price: evaluated.price })
  const refusalOf = expiryRefusalOf(evaluated.expiries)
  const table: TableExpiry[] = []
  for (const [index, expiry] of expiries.entries()) {
    const evaluateContract = createContractEvaluator(expiry, refusalOf(expiry), evaluated)
    table.push({
      expiry,
      contracts: listed[index]!.filter((contract) => strikes.has(contract.strike) && contract.id !== id).map(
        (contract) => evaluate(contract, evaluateContract, entries),
      ),
    })
    yield
  }
  return table
}
