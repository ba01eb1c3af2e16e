/**
 * Input on the ideas that the bootstrap script has painted, until React has rendered the list: the script records it,
 * and the list replays it once (panels/what/grid).
 */

/** Recorded events in order, each with the scroll position of its target, CSS pixels. The list takes them out. */
export const earlyInput: (readonly [event: Event, scrollTop: number])[] = []

/** Starts recording input on the painted list. */
export function recordInput(list: Element): void {
  for (const type of ['scroll', 'focusin', 'click', 'keydown'])
    list.addEventListener(
      type,
      (event) => earlyInput.push([event, (event.target as Element).scrollTop]),
      true,
    )
}
