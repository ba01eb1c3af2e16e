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

/** Visible rows and `extra` above and below; `last` is inclusive, -1 for none. Lengths in CSS pixels. */
export function spanOf(
  scrollTop: number,
  height: number,
  rowHeight: number,
  count: number,
  extraRows = overscan,
): Span {
  const first = Math.min(count - 1, Math.floor(scrollTop / rowHeight))
  const last = Math.ceil((scrollTop + height) / rowHeight) - 1
  return widen({ first, last }, extraRows, count)
}

/** Up to this number all rows are rendered, once the first are on screen. */
const renderAllUpTo = 60

/**
 * Returns the indexes of the rows to render, ascending. If `canRenderAll`, a short list is rendered
 * completely. Otherwise these are the rows of the span and `focused`, the row with the focus,
 * because removing it would lose the focus.
 */
export function rowsToRender(
  { first, last }: Span,
  count: number,
  focused: number,
  canRenderAll = true,
): number[] {
  const [from, to] = canRenderAll && count <= renderAllUpTo ? [0, count - 1] : [first, last]
  const rows = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
  if (focused < 0 || focused >= count || (focused >= from && focused <= to)) return rows
  return focused < from ? [focused, ...rows] : [...rows, focused]
}

/**
 * The visible rows in the nearest scrolling ancestor that matches `scrollerSelector`; changes by
 * whole rows, not by pixels. The row height follows the density and the reader's text size: it is
 * measured at the first element that matches `row`. `extraRows`: rows above and below.
 */
export function useVisibleRows(
  list: RefObject<HTMLElement | null>,
  rowSelector: string,
  count: number,
  extraRows: number,
  scrollerSelector = '.panel-body',
): Span {
  const [span, setSpan] = useState<Span>(() => ({
    first: 0,
    last: Math.min(count, firstRowCount() + extraRows) - 1,
  }))
  useEffect(() => {
    const element = list.current
    const scroller = element?.closest<HTMLElement>(scrollerSelector)
    if (!element || !scroller) return
    let rowHeight = assumedRowHeight
    const measure = () => {
      const next = spanOf(scroller.scrollTop, scroller.clientHeight, rowHeight, count, extraRows)
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
  }, [list, rowSelector, count, extraRows, scrollerSelector])
  return span
}
