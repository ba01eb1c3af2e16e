/** Roving tabindex for a row of choices: the keys move the focus and select (ARIA APG, automatic activation). */
import type { KeyboardEvent } from 'react'

/**
 * ← and → move to the neighbour and wrap around the ends, mirrored in right-to-left text; Home and End jump. With
 * `vertical`, ↑ and ↓ move as well. Each choice's element has its value as `data-value`.
 *
 * @param values the choices in display order
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
  const index = values.indexOf(value)
  const target = {
    ArrowRight: index + forward,
    ArrowLeft: index - forward,
    ...(vertical && { ArrowDown: index + 1, ArrowUp: index - 1 }),
    Home: 0,
    End: -1,
  }[event.key]
  // -1 is the last choice.
  const next = target === undefined ? undefined : values.at(target % values.length)
  if (!next) return
  event.preventDefault()
  onChange(next)
  list.querySelector<HTMLElement>(`[data-value="${next}"]`)?.focus()
}
