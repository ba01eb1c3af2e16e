/** Resolves the contract that a query names. */
import { Problem } from '#contract/api/problem.ts'
import { expiryInstant } from '#service/markets/calendar.ts'
import type { Chain, Contract } from '#service/markets/market.ts'
import { isContractOf, listedContract, parseOsi } from '#service/markets/osi.ts'
import type { SymbolFacts } from './symbol-facts.ts'

/** The facts of a symbol and one of its contracts. */
export type ContractFacts = SymbolFacts & { readonly chain: Chain; readonly contract: Contract }

const unknownContract = (detail: string): Problem =>
  new Problem('symbol-unknown', { parameter: 'contract', detail })

/** The expiration day of an option symbol if it has passed at the time of the facts. */
const expiredOn = (id: string, { dataStatus }: SymbolFacts): string | undefined => {
  const day = parseOsi(id)?.expiry
  return day !== undefined && expiryInstant(day) <= new Date(dataStatus.asOf) ? day : undefined
}

/**
 * The contract of an unpadded option symbol. Call it outside cached computations: inside, a Problem would be
 * replaced by an earlier result.
 *
 * @throws Problem `symbol-unknown` if it is not listed (any more), `malformed-parameter` if it belongs to
 *   another underlying
 */
export function findListedContract(facts: SymbolFacts, id: string): ContractFacts {
  const { chain, profile } = facts
  const { symbol } = profile
  const contract = listedContract(chain, id)
  if (chain && contract) return { ...facts, chain, contract }
  if (!isContractOf(symbol, chain, id))
    throw new Problem('malformed-parameter', {
      parameter: 'contract',
      detail: `Expected an option on ${symbol}, but none of its options has the root of ${id}.`,
    })
  const day = expiredOn(id, facts)
  throw unknownContract(
    day === undefined
      ? `${id} is not listed on ${symbol}. After a split or a merger, options continue with other strikes or another root.`
      : `${id} expired on ${day}.`,
  )
}

/**
 * Like `findListedContract`, for a contract of an open position. On its last day the chain still lists a contract
 * after the close, when it has expired.
 *
 * @throws Problem as `findListedContract`, and `symbol-unknown` if it has expired
 */
export function findOpenContract(facts: SymbolFacts, id: string): ContractFacts {
  const contractFacts = findListedContract(facts, id)
  const day = expiredOn(id, facts)
  if (day !== undefined) throw unknownContract(`${id} expired on ${day}.`)
  return contractFacts
}
