/** The animation of a flash (flash.tsx). Loaded at the first price change. */
import { type FlashLimit, makeFlashLimit, maxFlashMs } from './flash-limit.ts'

/** The limit of each app, by the element of its widget. */
const limits = new WeakMap<Element, FlashLimit>()

/**
 * Marks an element as risen or fallen, unless its row or enough other rows of the app have flashed just before: its
 * background fades, or with reduced motion a bar beside it disappears. A price outside a list is a row of its own.
 */
export function animateFlash(element: HTMLElement, rose: boolean): void {
  const widget = element.closest('.w') ?? document.documentElement
  const mayFlash = limits.get(widget) ?? makeFlashLimit()
  limits.set(widget, mayFlash)
  if (!mayFlash(element.closest('tr, [data-quote]') ?? element, performance.now())) return
  const side = rose ? 'bull' : 'bear'
  if (matchMedia('(prefers-reduced-motion: reduce)').matches)
    element.animate(
      { boxShadow: [`-2px 0 0 var(--sw-${side}-line)`, 'none'] },
      { duration: maxFlashMs, easing: 'steps(1, end)' },
    )
  else
    element.animate(
      { backgroundColor: [`var(--sw-${side}-bg)`, 'transparent'] },
      { duration: 600, easing: 'ease-out' },
    )
}
