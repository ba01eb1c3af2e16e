/** An option chain from the rows that vendors send. */
import { expiryInstant } from '#service/markets/calendar.ts'
import type { Chain, Contract } from '#service/markets/market.ts'
import { parseOsi } from '#service/markets/osi.ts'
import { compareContracts } from './contract-order.ts'
import { styleOf } from './symbol-kind.ts'

/** One contract. Expiry, right and strike are in its OSI symbol `id`, with or without padding. */
export type ContractRow = Omit<Contract, 'expiry' | 'right' | 'strike'>

/** A chain without its contracts. Without `style` it is that of the symbol. */
export type ChainFacts = Pick<Chain, 'symbol' | 'asOf' | 'underlyingPrice'> & Partial<Pick<Chain, 'style'>>

/**
 * Returns the chain, sorted, each contract once: the last of several counts. Omits contracts that have
 * expired by `now`.
 */
export function chainOfContracts(facts: ChainFacts, contracts: readonly Contract[], now: Date): Chain {
  const unexpired = contracts.filter(({ expiry }) => expiryInstant(expiry) > now)
  const contractsById = new Map(unexpired.map((contract) => [contract.id, contract]))
  return {
    style: styleOf(facts.symbol),
    ...facts,
    contracts: [...contractsById.values()].toSorted(compareContracts),
  }
}

/** The same from rows; omits rows whose symbol is not an OSI symbol. */
export const chainOfRows = (facts: ChainFacts, rows: readonly ContractRow[], now: Date): Chain =>
  chainOfContracts(facts, rows.flatMap(contractOfRow), now)

function contractOfRow({ id, bid, ask, last, volume, openInterest }: ContractRow): Contract[] {
  const osi = parseOsi(id.replaceAll(' ', ''))
  if (!osi) return []
  const { expiry, right, strike } = osi
  return [{ id: id.replaceAll(' ', ''), expiry, right, strike, bid, ask, last, volume, openInterest }]
}
