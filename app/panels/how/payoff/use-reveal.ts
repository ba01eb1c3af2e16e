/** Keeps the diagram visible when the sliders below it open. */
import { useCallback, useRef } from 'react'

/** Scroll position of the panel at the click that opens the content. */
type Opening = { scroller: Element | null; scrollTop: number }

/**
 * Returns `prepare`, for the click that opens the content, and `show`, for the time when the content is in the
 * document. `show` scrolls by the minimum that makes the diagram and the sliders visible; if they do not both fit,
 * the diagram begins at the top of the visible part. Without `prepare` it does nothing.
 */
export function useReveal() {
  const opening = useRef<Opening | null>(null)
  const prepare = useCallback((button: Element) => {
    const scroller = button.closest('.panel-body')
    opening.current = { scroller, scrollTop: scroller?.scrollTop ?? 0 }
  }, [])
  const show = useCallback((diagram: Element | null, sliders: Element | null) => {
    if (!opening.current) return
    const { scroller, scrollTop } = opening.current
    opening.current = null
    // The browser has kept the position of the content below (scroll anchoring), so the diagram has moved up.
    if (scroller) scroller.scrollTop = scrollTop
    // The diagram last, because it takes precedence.
    sliders?.scrollIntoView({ block: 'nearest' })
    diagram?.scrollIntoView({ block: 'nearest' })
  }, [])
  return { prepare, show }
}
