/** What a transaction may ask of its engine, beyond SQL that all engines share. */
import type { Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Waits until no other transaction that was here by the same name is under way; the turn ends with the transaction. For
 * steps that no row can be locked for, because it is not there yet.
 */
export type InTurn = (change: Transaction<Tables>, name: string) => Promise<void>

/** Of an engine whose transactions come one after the other anyway. */
export const alwaysInTurn: InTurn = async () => {}
