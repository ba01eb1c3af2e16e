/** Locks with which an engine coordinates concurrent transactions. */
import type { Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Takes a named lock until the end of the transaction; waits for other transactions that hold it.
 * For operations that cannot lock a row because it does not exist yet.
 */
export type WithAdvisoryLock = (change: Transaction<Tables>, name: string) => Promise<void>

/**
 * Locks the rows of sessions until the end of the transaction, in the order of their ids. Every
 * transaction that ends several sessions first locks them in this order, so that two of them cannot
 * deadlock.
 */
export type LockSessions = (change: Transaction<Tables>, ids: readonly string[]) => Promise<void>

/** The locks of an engine. */
export type Locking = { readonly advisoryLock: WithAdvisoryLock; readonly lockSessions: LockSessions }

/** No locks, for an engine that serialises its transactions. */
export const withoutAdvisoryLock: WithAdvisoryLock = async () => {}
export const noLocking: Locking = { advisoryLock: withoutAdvisoryLock, lockSessions: async () => {} }
