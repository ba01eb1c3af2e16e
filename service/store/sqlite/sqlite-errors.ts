/**
 * Classification of SQLite's errors, and their messages for the operator.
 * https://www.sqlite.org/rescode.html
 */
import { StoreError } from '#service/store/store-error.ts'

const busyCode = 5
const [corruptCode, notADatabaseCode] = [11, 26]

const messageByCode: Readonly<Record<number, string>> = {
  [busyCode]: 'another process holds the database locked',
  8: 'the database cannot be written to: it is read-only',
  10: 'the disk cannot be read or written',
  [corruptCode]: 'the database is damaged',
  13: 'the disk is full',
  14: 'the database cannot be opened',
  [notADatabaseCode]: 'the database is damaged',
}

/** SQLite's primary result code; undefined for other errors. */
function codeOf(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: unknown }
  return error instanceof Error && typeof errcode === 'number' ? errcode & 0xff : undefined
}

/** Whether another connection blocks the call, which may succeed if it is retried. */
export const isBusy = (error: unknown): boolean => codeOf(error) === busyCode

/** Whether the database file is damaged or is not a database. */
export function isDamage(error: unknown): boolean {
  const code = codeOf(error)
  return code === corruptCode || code === notADatabaseCode
}

/** Converts an error to one with a message for the operator. */
export function storeErrorOf(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const code = codeOf(error)
  return new StoreError(
    (code === undefined ? undefined : messageByCode[code]) ?? 'the database does not respond',
    {
      cause: error,
    },
  )
}

/** The message of an error of SQLite for the operator; undefined for other errors. */
export function storeFailureOf(error: Error): string | undefined {
  const code = codeOf(error)
  return code === undefined ? undefined : (messageByCode[code] ?? error.message)
}
