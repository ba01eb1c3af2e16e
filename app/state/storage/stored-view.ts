/**
 * Stores the user's view (symbol, sentiment and tab) so that it survives a reload of the frame. The
 * entry is in `sessionStorage` under the instance id, so other widgets and later visits do not see
 * it. It contains no data about the user. Only this module and write-view.ts access the entry.
 */
import { readStored } from './storage.ts'

/** The stored view, not validated: the caller parses it like data from the page. */
export type StoredView = {
  readonly symbol?: unknown
  readonly sentiment?: unknown
  readonly tab?: unknown
  /** The symbol that the page started with. Renaming this field would invalidate stored views. */
  readonly first?: unknown
  /** Payload of the last executed SET_SYMBOL command, as text: `lastSetSymbol` of the host state. */
  readonly followed?: unknown
}

// oxlint-disable-next-line no-restricted-globals -- stored here only
export const viewStorage = () => sessionStorage

/**
 * Returns the stored view. Empty if the browser denies storage, or if the page now starts with
 * another symbol, because that symbol takes precedence.
 *
 * @param initialSymbol the symbol that the page starts with
 */
export function readStoredView(instance: string, initialSymbol: string | undefined): StoredView {
  const view: StoredView = readStored(viewStorage, instance)
  return view.first === initialSymbol ? view : {}
}
