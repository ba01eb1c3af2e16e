/**
 * Stores the user's view (symbol, sentiment and tab) so that it survives a reload of the frame. The
 * entry is in `sessionStorage` under the instance id, so other widgets and later visits do not see
 * it. It contains no data about the user. write-stored-view.ts writes it, which the first script does
 * not need. No other module accesses the entry.
 */
import { readStored } from './storage.ts'

/** The stored view, not validated: the caller parses it like data from the page. */
export type StoredView = {
  readonly symbol?: unknown
  readonly sentiment?: unknown
  readonly tab?: unknown
  /** The option `state` or else the symbol that the page started with. Renaming this field would invalidate stored views. */
  readonly first?: unknown
  /** Payload of the last executed SET_SYMBOL command, as text: `lastSetSymbol` of the host state. */
  readonly followed?: unknown
  /** The whole view as text, if the page started with the option `state`. */
  readonly state?: unknown
}

// oxlint-disable-next-line no-restricted-globals -- stored here only
export const viewStorage = () => sessionStorage

/**
 * Returns the stored view. Empty if the browser denies storage, or if the page now starts with
 * another state or symbol, which takes precedence.
 *
 * @param first the option `state` or else the symbol that the page starts with
 */
export function readStoredView(instance: string, first: unknown): StoredView {
  const view: StoredView = readStored(viewStorage, instance)
  return view.first === first ? view : {}
}
