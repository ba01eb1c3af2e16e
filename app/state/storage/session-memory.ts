/**
 * Stores the user's view (symbol, sentiment and tab) so that it survives a reload of the frame. The
 * entry is in `sessionStorage` under the instance id, so other widgets and later visits do not see
 * it. It contains no data about the user. Only this module accesses the entry.
 */
import { changeStored, readStored } from './storage.ts'

/** The stored view, not validated: the caller parses it like data from the page. */
export type SessionMemory = {
  readonly symbol?: unknown
  readonly sentiment?: unknown
  readonly tab?: unknown
  /** The symbol that the page started with. */
  readonly first?: unknown
  /** Payload of the last executed SET_SYMBOL command, as text. */
  readonly followed?: unknown
}

/**
 * If the session storage has more entries, for example of removed widgets, all are cleared before
 * the next write.
 */
const maxEntries = 20
// oxlint-disable-next-line no-restricted-globals -- stored here only
const storage = () => sessionStorage

/**
 * Returns the stored view. Empty if the browser denies storage, or if the page now starts with
 * another symbol, because that symbol takes precedence.
 *
 * @param initialSymbol the symbol that the page starts with
 */
export function readSessionMemory(instance: string, initialSymbol: string | undefined): SessionMemory {
  const memory: SessionMemory = readStored(storage, instance)
  return memory.first === initialSymbol ? memory : {}
}

/** Replaces the stored view; null deletes it. */
export const writeSessionMemory = (instance: string, memory: SessionMemory | null): void =>
  changeStored(storage, (entries) => {
    if (entries.length > maxEntries) entries.clear()
    if (memory) entries.setItem(instance, JSON.stringify(memory))
    else entries.removeItem(instance)
  })
