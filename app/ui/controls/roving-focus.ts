/** One tab stop for a row of choices: the keys move the focus and choose at once (ARIA APG, automatic activation). */
import type { KeyboardEvent } from 'react'

/**
 * The arrows along the text go on to the neighbour and round the ends, mirrored where text runs right to left; Home and
 * End jump. `vertical` lets ↑ ↓ do the same. Each choice's element has its value as `data-value`.
 *
 * @param values what can be chosen, in the order on screen
 */
export function moveChoice<T extends string>(
  event: KeyboardEvent<HTMLElement>,
  values: readonly T[],
  value: T,
  onChange: (value: T) => void,
  vertical = false,
): void {
  const list = event.currentTarget
  const forward = getComputedStyle(list).direction === 'rtl' ? -1 : 1
  const at = values.indexOf(value)
  const to = {
    ArrowRight: at + forward,
    ArrowLeft: at - forward,
    ...(vertical && { ArrowDown: at + 1, ArrowUp: at - 1 }),
    Home: 0,
    End: -1,
  }[event.key]
  // From behind: -1 is the last.
  const next = to === undefined ? undefined : values.at(to % values.length)
  if (!next) return
  event.preventDefault()
  onChange(next)
  list.querySelector<HTMLElement>(`[data-value="${next}"]`)?.focus()
}
