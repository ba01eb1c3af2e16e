/**
 * The user's view, kept through a reload of the frame: in the session storage, under the instance's id, so
 * that no other widget and no later visit sees it. Symbol, direction and tab; nothing about the user. Read
 * and written here only.
 */
import { changeStored, readStored } from './storage.ts'

/** As it was found: it is read as what the page says is. */
export type SessionMemory = {
  readonly symbol?: unknown
  readonly sentiment?: unknown
  readonly tab?: unknown
  /** The symbol that the page started with. */
  readonly first?: unknown
  /** The SET_SYMBOL that was followed last, as text. */
  readonly followed?: unknown
}

/** Maximum number of session storage entries, including those of removed widgets, before all are cleared. */
const mostEntries = 20
// oxlint-disable-next-line no-restricted-globals -- only where it is allowed
const storage = () => sessionStorage

/**
 * Nothing where the browser keeps nothing, and where the page starts with another symbol than it did: that is news.
 *
 * @param first the symbol that the page starts with
 */
export function readSessionMemory(instance: string, first: string | undefined): SessionMemory {
  const memory: SessionMemory = readStored(storage, instance)
  return memory.first === first ? memory : {}
}

/** Keeps it in place of what was kept before; null forgets it. */
export const writeSessionMemory = (instance: string, next: SessionMemory | null): void =>
  changeStored(storage, (entries) => {
    if (entries.length > mostEntries) entries.clear()
    if (next) entries.setItem(instance, JSON.stringify(next))
    else entries.removeItem(instance)
  })
