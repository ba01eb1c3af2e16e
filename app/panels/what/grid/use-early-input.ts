import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { early } from '#app/state/early-input.ts'
import type * as LazyListFeatures from '../lazy-list-features.ts'

/**
 * Replays the input on the ideas that the document has shown before the list was rendered: scroll position, focus and
 * click before the first paint, and keys once the list handles them.
 *
 * @param features undefined until loaded
 */
export function useEarlyInput(
  grid: RefObject<HTMLElement | null>,
  features: typeof LazyListFeatures | undefined,
  onPick: (symbol: string) => void,
): void {
  useLayoutEffect(() => {
    for (const [{ type, target }, scrollTop] of early.input) {
      const symbol = (target as Element).closest<HTMLElement>('[data-idea]')?.dataset['idea']
      const row = grid.current?.querySelector<HTMLElement>(`[data-idea="${CSS.escape(symbol ?? '')}"]`)
      if (type === 'scroll') grid.current?.closest('.panel-body')?.scrollTo(0, scrollTop)
      else if (type === 'focusin') row?.focus({ preventScroll: true })
      else if (type === 'click' && symbol) onPick(symbol)
    }
    early.content = undefined
    // oxlint-disable-next-line react/exhaustive-deps -- replays once, when the list is rendered
  }, [])
  useEffect(() => features?.replayKeys(grid.current!, early.input.splice(0)), [features, grid])
}
