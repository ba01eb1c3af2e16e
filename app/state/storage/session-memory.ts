/**
 * The user's view, kept through a reload of the frame: in the session storage, under the instance's id, so
 * that no other widget and no later visit sees it. Symbol, direction and tab; nothing about the user. Read
 * and written here only.
 */
import { changeStored, readStored } from './storage.ts'

/** The stored view, unchecked: parsed like data of the page. */
export type SessionMemory = {
  readonly symbol?: unknown
  readonly sentiment?: unknown
  readonly tab?: unknown
  /** The symbol that the page started with. */
  readonly first?: unknown
  /** Payload of the last executed SET_SYMBOL, as text. */
  readonly followed?: unknown
}

/** Maximum number of session storage entries, including those of removed widgets, before all are cleared. */
const maxEntries = 20
// oxlint-disable-next-line no-restricted-globals -- stored here only
const storage = () => sessionStorage

/**
 * Returns the stored view. Empty if the browser denies storage, or if the page now starts with another symbol, which
 * takes precedence.
 *
 * @param first the symbol that the page starts with
 */
export function readSessionMemory(instance: string, first: string | undefined): SessionMemory {
  const memory: SessionMemory = readStored(storage, instance)
  return memory.first === first ? memory : {}
}

/** Replaces the stored view; null deletes it. */
export const writeSessionMemory = (instance: string, memory: SessionMemory | null): void =>
  changeStored(storage, (entries) => {
    if (entries.length > maxEntries) entries.clear()
    if (memory) entries.setItem(instance, JSON.stringify(memory))
    else entries.removeItem(instance)
  })
