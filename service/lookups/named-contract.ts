/** Finds the contract that a query names. */
import { Problem } from '#contract/api/problem.ts'
import { expiryInstant } from '#service/markets/calendar.ts'
import type { Chain, Contract } from '#service/markets/market.ts'
import { isContractOf, listedContract, parseOsi } from '#service/markets/osi.ts'
import type { SymbolFacts } from './symbol-facts.ts'

/** The facts of a symbol and one of its contracts. */
export type ContractFacts = SymbolFacts & { readonly chain: Chain; readonly contract: Contract }

const unknownContractProblem = (detail: string): Problem =>
  new Problem('symbol-unknown', { parameter: 'contract', detail })

/** The expiration day of an option symbol if it has passed at the time of the facts. */
const pastExpiryDay = (id: string, { dataStatus }: SymbolFacts): string | undefined => {
  const day = parseOsi(id)?.expiry
  return day !== undefined && expiryInstant(day) <= new Date(dataStatus.asOf) ? day : undefined
}

/**
 * Finds the contract of an unpadded option symbol. Call it outside cached computations, in which
 * the cache would replace a Problem by an earlier result.
 *
 * @throws Problem `symbol-unknown` if it is not or no longer listed, `malformed-parameter` if it
 * belongs to another underlying
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
  const day = pastExpiryDay(id, facts)
  throw unknownContractProblem(
    day === undefined
      ? `${id} is not listed on ${symbol}. After a split or a merger, options continue with other strikes or another root.`
      : `${id} expired on ${day}.`,
  )
}

/**
 * Like `findListedContract`, but also rejects an expired contract: after the close of its last day,
 * the chain still lists it.
 *
 * @throws Problem as `findListedContract`, and `symbol-unknown` if it has expired
 */
export function findOpenContract(facts: SymbolFacts, id: string): ContractFacts {
  const contractFacts = findListedContract(facts, id)
  const day = pastExpiryDay(id, facts)
  if (day !== undefined) throw unknownContractProblem(`${id} expired on ${day}.`)
  return contractFacts
}
