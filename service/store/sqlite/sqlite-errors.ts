/** SQLite's errors: which are transient, and messages for the others. https://www.sqlite.org/rescode.html */
import { StoreError } from '#service/store/store-error.ts'

const busy = 5
const [damaged, notADatabase] = [11, 26]

const messageOfCode: Readonly<Record<number, string>> = {
  [busy]: 'another process holds the database locked',
  8: 'the database cannot be written to: it is read-only',
  10: 'the disk cannot be read or written',
  [damaged]: 'the database is damaged',
  13: 'the disk is full',
  14: 'the database cannot be opened',
  [notADatabase]: 'the database is damaged',
}

/** SQLite's primary result code; undefined for other errors. */
function codeOf(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: unknown }
  return error instanceof Error && typeof errcode === 'number' ? errcode & 0xff : undefined
}

/** Whether another connection blocks the call, which may succeed if it is retried. */
export const isBusy = (error: unknown): boolean => codeOf(error) === busy

/** Whether the database file is damaged or replaced: only another file repairs that. */
export function isDamage(error: unknown): boolean {
  const code = codeOf(error)
  return code === damaged || code === notADatabase
}

/** Converts an error to one with a message for the operator. */
export function storeErrorOf(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const code = codeOf(error)
  return new StoreError(
    (code === undefined ? undefined : messageOfCode[code]) ?? 'the database does not respond',
    {
      cause: error,
    },
  )
}
