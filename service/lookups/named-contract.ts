/** The contract that a query names, and what is answered where there is none. */
import { Problem } from '#contract/api/problem.ts'
import { expiryInstant } from '#service/markets/calendar.ts'
import type { Chain, Contract } from '#service/markets/market.ts'
import { isContractOf, listedContract, parseOsi } from '#service/markets/osi.ts'
import type { SymbolFacts } from './symbol-facts.ts'

/** What is known of a symbol of which one contract is asked for. */
export type ContractFacts = SymbolFacts & { readonly chain: Chain; readonly contract: Contract }

const unknown = (detail: string): Problem => new Problem('symbol-unknown', { parameter: 'contract', detail })

/** The day of expiration of an option symbol where that has passed by what is known. */
const expiredOn = (id: string, { dataStatus }: SymbolFacts): string | undefined => {
  const day = parseOsi(id)?.expiry
  return day !== undefined && expiryInstant(day) <= new Date(dataStatus.asOf) ? day : undefined
}

/**
 * The contract of an option symbol that is given without blanks. To be asked beside what is kept: there a Problem is a reason
 * to stand in with an earlier answer.
 *
 * @throws Problem `symbol-unknown` where it is not listed (any more), `malformed-parameter` where it is on another underlying
 */
export function listedIn(facts: SymbolFacts, id: string): ContractFacts {
  const { chain, profile } = facts
  const { symbol } = profile
  const contract = listedContract(chain, id)
  if (chain && contract) return { ...facts, chain, contract }
  if (!isContractOf(symbol, chain, id))
    throw new Problem('malformed-parameter', {
      parameter: 'contract',
      detail: `Expected an option on ${symbol}: none of those has the root of ${id}.`,
    })
  const day = expiredOn(id, facts)
  throw unknown(
    day === undefined
      ? `${id} is not listed on ${symbol}. After a split or a merger options go on with other strikes or another root.`
      : `${id} expired on ${day}.`,
  )
}

/**
 * The same of a contract that somebody still holds: on its last day chains list it after its end, too.
 *
 * @throws Problem as `listedIn`, and `symbol-unknown` where it has expired
 */
export function openIn(facts: SymbolFacts, id: string): ContractFacts {
  const found = listedIn(facts, id)
  const day = expiredOn(id, facts)
  if (day !== undefined) throw unknown(`${id} expired on ${day}.`)
  return found
}
