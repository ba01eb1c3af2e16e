/** What an operator does to accounts and keys. Used by the command line, the demo account and tests. */
import type { Store } from '#service/store/store.ts'
import type { Hash } from './hashing.ts'
import { accountOperations } from './operator-accounts.ts'
import type { AccountOperations } from './operator-accounts.ts'
import { keyOperations } from './operator-keys.ts'
import type { KeyOperations } from './operator-keys.ts'

export type Operator = AccountOperations & KeyOperations

/** `clock`: milliseconds since 1970. */
export function createOperator({
  store: { accounts, keys },
  hash,
  clock,
}: {
  store: Pick<Store, 'accounts' | 'keys'>
  hash: Hash
  clock: () => number
}): Operator {
  return { ...accountOperations(accounts, clock), ...keyOperations({ accounts, keys, hash, clock }) }
}
