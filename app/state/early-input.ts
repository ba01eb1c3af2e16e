/**
 * Input on the content that the bootstrap script has painted, until React has rendered it: the script records it,
 * and the list of ideas or the contract's card replays it once.
 */

export const early: {
  /** The painted content. */
  content?: Element | undefined
  /** Recorded events in order, each with the scroll position of its target, CSS pixels. The replay removes them. */
  input: (readonly [event: Event, scrollTop: number])[]
} = { input: [] }

/** Starts recording input on the painted content. */
export function recordInput(content: Element): void {
  early.content = content
  for (const type of ['scroll', 'focusin', 'click', 'keydown'])
    content.addEventListener(
      type,
      (event) => early.input.push([event, (event.target as Element).scrollTop]),
      true,
    )
}
