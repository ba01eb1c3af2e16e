/** An option chain from the rows that vendors send. */
import type { Chain, Contract, Day } from '#service/markets/market.ts'
import { parseOsi } from '#service/markets/osi.ts'
import { compareContracts } from './contract-order.ts'
import { styleOf } from './symbol-kind.ts'

/** One contract. Expiry, right and strike are in its OSI symbol `id`, with or without padding. */
export type ContractRow = Omit<Contract, 'expiry' | 'right' | 'strike'>

/**
 * Returns the chain, sorted, each contract once. Omits rows whose symbol is not an OSI symbol, and
 * contracts that expired before `today`.
 */
export function chainOfRows(
  facts: Pick<Chain, 'symbol' | 'asOf' | 'underlyingPrice'>,
  rows: readonly ContractRow[],
  today: Day,
): Chain {
  const contracts = new Map<string, Contract>()
  for (const row of rows) {
    const id = row.id.replaceAll(' ', '')
    const osi = parseOsi(id)
    if (!osi || osi.expiry < today) continue
    const { expiry, right, strike } = osi
    const { bid, ask, last, volume, openInterest } = row
    contracts.set(id, { id, expiry, right, strike, bid, ask, last, volume, openInterest })
  }
  return {
    ...facts,
    style: styleOf(facts.symbol),
    contracts: [...contracts.values()].toSorted(compareContracts),
  }
}
