/** Which rows of a list of equal rows are in sight, and which of them are rendered. */
import { type RefObject, useEffect, useState } from 'react'

/** Rows kept ready above and below what is in sight, once that is on screen. */
export const overscan = 8
/** Up to this many rows all are rendered, once the first are on screen. */
const renderAllUpTo = 60
/** Height of a row before one is there, CSS pixels. */
const usualHeight = 44
/** Of what stands above the list at least, CSS pixels: the widget's header, the panel's, and the columns'. */
const usualTop = 150

export type Span = { readonly first: number; readonly last: number }

/** Rows in sight and `more` above and below; `last` is inclusive, -1 for none. Lengths in CSS pixels. */
export function spanOf(
  scrollTop: number,
  height: number,
  rowHeight: number,
  count: number,
  more = overscan,
): Span {
  const first = Math.max(0, Math.min(count - 1, Math.floor(scrollTop / rowHeight)) - more)
  const last = Math.min(count - 1, Math.ceil((scrollTop + height) / rowHeight) - 1 + more)
  return { first, last }
}

/**
 * Indexes of the rows to render, ascending: all of a short list; of a long one, and of any that is not `complete` yet, those
 * of the span, and `focused` (the row with the focus, which must not vanish under it).
 */
export function rowsToRender(
  { first, last }: Span,
  count: number,
  focused: number,
  complete = true,
): number[] {
  const [from, to] = complete && count <= renderAllUpTo ? [0, count - 1] : [first, last]
  const rows = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
  if (focused < 0 || focused >= count || (focused >= from && focused <= to)) return rows
  return focused < from ? [focused, ...rows] : [...rows, focused]
}

/**
 * The visible rows in the nearest scrolling ancestor that matches `within`; changes by whole rows, not by
 * pixels. The row height follows the density and the reader's text size: it is measured at the first element
 * that matches `row`. `more`: extra rows above and below.
 */
export function useVisibleRows(
  list: RefObject<HTMLElement | null>,
  row: string,
  count: number,
  more: number,
  within = '.panel-body',
): Span {
  const [span, setSpan] = useState<Span>(() => spanOf(0, innerHeight - usualTop, usualHeight, count, more))
  useEffect(() => {
    const element = list.current
    const scroller = element?.closest<HTMLElement>(within)
    if (!element || !scroller) return
    let rowHeight = usualHeight
    const measure = () => {
      const next = spanOf(scroller.scrollTop, scroller.clientHeight, rowHeight, count, more)
      setSpan((before) => (before.first === next.first && before.last === next.last ? before : next))
    }
    // Calls at once, too.
    const observer = new ResizeObserver(() => {
      rowHeight = element.querySelector(row)?.getBoundingClientRect().height || usualHeight
      measure()
    })
    observer.observe(scroller)
    observer.observe(element)
    scroller.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', measure)
    }
  }, [list, row, count, more, within])
  return span
}
