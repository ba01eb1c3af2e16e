/**
 * Virtualises a list of rows of equal height: determines the visible rows, and the rows to render.
 */
import { type RefObject, useEffect, useState } from 'react'
import { assumedRowHeight, firstRowCount } from './first-rows.ts'

/** Rows rendered above and below the visible ones, once those are on screen. */
export const overscan = 8

export type Span = { readonly first: number; readonly last: number }

/** Returns a span with `extra` rows more above and below; `count` is the number of rows of the list. */
export const widen = ({ first, last }: Span, extra: number, count: number): Span => ({
  first: Math.max(0, first - extra),
  last: Math.min(count - 1, last + extra),
})

/** Visible rows; `last` is inclusive, -1 for none. Lengths in CSS pixels. */
export const spanOf = (scrollTop: number, height: number, rowHeight: number, count: number): Span => ({
  first: Math.max(0, Math.min(count - 1, Math.floor(scrollTop / rowHeight))),
  last: Math.min(count, Math.ceil((scrollTop + height) / rowHeight)) - 1,
})

/**
 * Returns the indexes of the rows to render, ascending: the rows of the span and `focused`, the row
 * with the focus, because removing it would lose the focus.
 */
export function rowsToRender({ first, last }: Span, count: number, focused: number): number[] {
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  if (focused < 0 || focused >= count || (focused >= first && focused <= last)) return rows
  return focused < first ? [focused, ...rows] : [...rows, focused]
}

/**
 * The visible rows in the nearest scrolling ancestor that matches `scrollerSelector`; changes by
 * whole rows, not by pixels. The row height follows the density and the reader's text size: it is
 * measured at the first element that matches `rowSelector`.
 */
export function useVisibleRows(
  list: RefObject<HTMLElement | null>,
  rowSelector: string,
  count: number,
  scrollerSelector = '.panel-body',
): Span {
  const [span, setSpan] = useState<Span>(() => ({
    first: 0,
    last: Math.min(count, firstRowCount()) - 1,
  }))
  useEffect(() => {
    const element = list.current
    const scroller = element?.closest<HTMLElement>(scrollerSelector)
    if (!element || !scroller) return
    let rowHeight = assumedRowHeight
    const measure = () => {
      const next = spanOf(scroller.scrollTop, scroller.clientHeight, rowHeight, count)
      setSpan((previous) => (previous.first === next.first && previous.last === next.last ? previous : next))
    }
    // The observer also runs once initially.
    const observer = new ResizeObserver(() => {
      rowHeight = element.querySelector(rowSelector)?.getBoundingClientRect().height || assumedRowHeight
      measure()
    })
    observer.observe(scroller)
    observer.observe(element)
    scroller.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', measure)
    }
  }, [list, rowSelector, count, scrollerSelector])
  return span
}
