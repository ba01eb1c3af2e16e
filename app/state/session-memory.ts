/**
 * What the user looks at, kept through a reload of the frame: in the session storage, under the instance's id, so that
 * no other widget and no later visit sees it. Symbol, direction and tab; nothing about the user. Written by remember-view.ts.
 */

/** What was kept, as it was found: it is read as what the page says is. */
export type Kept = {
  symbol?: unknown
  sentiment?: unknown
  tab?: unknown
  /** The SET_SYMBOL that was followed last, as text. */
  followed?: unknown
}

/**
 * Nothing where the browser keeps nothing, and where the page starts with another symbol than it did: that is news.
 *
 * @param first the symbol that the page starts with
 */
export function readSessionMemory(first: string | undefined): Kept {
  try {
    // oxlint-disable-next-line no-restricted-globals -- where it throws nothing is kept, below
    const kept = JSON.parse(sessionStorage[window.name])
    return kept.first === first ? kept : {}
  } catch {
    return {}
  }
}
