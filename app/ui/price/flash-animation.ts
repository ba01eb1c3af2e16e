/** The animation of a flash (flash.tsx). Loaded at the first price change. */
import type { AppState } from '#app/state/app-state.ts'
import { type FlashLimit, makeFlashLimit, maxFlashMs } from './flash-limit.ts'

const limits = new WeakMap<AppState, FlashLimit>()

/**
 * Marks an element as risen or fallen, unless its row or enough other rows of the app have flashed just before: its
 * background fades, or with reduced motion a bar beside it disappears. A price outside a list is a row of its own.
 */
export function animateFlash(app: AppState, element: HTMLElement, rose: boolean): void {
  const mayFlash = limits.get(app) ?? makeFlashLimit()
  limits.set(app, mayFlash)
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
