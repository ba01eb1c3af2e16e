/** What a transaction may ask of its engine, beyond SQL that all engines share. */
import type { Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Waits until no other transaction that was here by the same name is under way; the turn ends with the transaction. For
 * steps that no row can be locked for, because it is not there yet.
 */
export type InTurn = (change: Transaction<Tables>, name: string) => Promise<void>

/**
 * Takes the rows of these sessions for the transaction, in the order of their ids. Whoever ends sessions takes them all so before
 * he changes one: two who end the same ones wait for one another, and never each for the other.
 */
export type TakeSessions = (change: Transaction<Tables>, ids: readonly string[]) => Promise<void>

/** What keeps transactions of one engine out of each other's way. */
export type Order = { readonly inTurn: InTurn; readonly takeSessions: TakeSessions }

/** Of an engine whose transactions come one after the other anyway. */
export const alwaysInTurn: InTurn = async () => {}
export const alwaysInOrder: Order = { inTurn: alwaysInTurn, takeSessions: async () => {} }
