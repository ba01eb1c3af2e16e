/** Virtualises a list of rows of equal height: which rows are visible, and which are rendered. */
import { type RefObject, useEffect, useState } from 'react'

/** Rows rendered above and below the visible ones, once those are on screen. */
export const overscan = 8
/** Up to this number all rows are rendered, once the first are on screen. */
const renderAllUpTo = 60
/** Assumed height of a row before it can be measured, CSS pixels. */
const usualHeight = 44
/** Minimum height above the list, CSS pixels: the headers of the widget, the panel and the columns. */
const usualTop = 150

export type Span = { readonly first: number; readonly last: number }

/** Visible rows and `extra` above and below; `last` is inclusive, -1 for none. Lengths in CSS pixels. */
export function spanOf(
  scrollTop: number,
  height: number,
  rowHeight: number,
  count: number,
  extra = overscan,
): Span {
  const first = Math.max(0, Math.min(count - 1, Math.floor(scrollTop / rowHeight)) - extra)
  const last = Math.min(count - 1, Math.ceil((scrollTop + height) / rowHeight) - 1 + extra)
  return { first, last }
}

/**
 * Indexes of the rows to render, ascending: all rows of a short list; otherwise, or until `complete`, the rows of the
 * span and `focused`, the row with the focus, which must not be removed.
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
 * that matches `row`. `extra`: rows above and below.
 */
export function useVisibleRows(
  list: RefObject<HTMLElement | null>,
  row: string,
  count: number,
  extra: number,
  within = '.panel-body',
): Span {
  const [span, setSpan] = useState<Span>(() => spanOf(0, innerHeight - usualTop, usualHeight, count, extra))
  useEffect(() => {
    const element = list.current
    const scroller = element?.closest<HTMLElement>(within)
    if (!element || !scroller) return
    let rowHeight = usualHeight
    const measure = () => {
      const next = spanOf(scroller.scrollTop, scroller.clientHeight, rowHeight, count, extra)
      setSpan((previous) => (previous.first === next.first && previous.last === next.last ? previous : next))
    }
    // The observer also runs once initially.
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
  }, [list, row, count, extra, within])
  return span
}
