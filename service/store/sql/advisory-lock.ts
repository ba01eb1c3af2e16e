/** Engine-specific parts of a transaction, beyond the SQL that all engines share. */
import type { Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Takes a lock by name until the end of the transaction; waits for other transactions that hold it. For steps
 * in which no row can be locked, because it does not exist yet.
 */
export type WithAdvisoryLock = (change: Transaction<Tables>, name: string) => Promise<void>

/**
 * Locks the rows of these sessions for the transaction, in the order of their ids. Every transaction that
 * ends sessions locks them first, in the same order, so two of them cannot deadlock.
 */
export type LockSessions = (change: Transaction<Tables>, ids: readonly string[]) => Promise<void>

/** Locks with which an engine coordinates concurrent transactions. */
export type Locking = { readonly advisoryLock: WithAdvisoryLock; readonly lockSessions: LockSessions }

/** For an engine that serialises its transactions. */
export const withoutAdvisoryLock: WithAdvisoryLock = async () => {}
export const noLocking: Locking = { advisoryLock: withoutAdvisoryLock, lockSessions: async () => {} }
