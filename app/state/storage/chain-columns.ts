/**
 * The columns of the option chain that the user has chosen, the same for every symbol. Stored in `localStorage` of the
 * widget's origin, as in appearance.ts. Only this module accesses the entry.
 */
import { changeStored } from './change-stored.ts'
import { readStored } from './storage.ts'

const key = 'chain'
// oxlint-disable-next-line no-restricted-globals -- stored here only
const storage = () => localStorage

/** Returns the stored names without validation; null if the user has chosen none or the browser denies storage. */
export function readChainColumns(): readonly unknown[] | null {
  const { columns } = readStored(storage, key)
  return Array.isArray(columns) ? columns : null
}

/** Stores the names; null deletes them. */
export const rememberChainColumns = (columns: readonly string[] | null): void =>
  changeStored(storage, (entries) =>
    columns ? entries.setItem(key, JSON.stringify({ columns })) : entries.removeItem(key),
  )
