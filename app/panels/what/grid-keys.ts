/** What the keys do in a list of symbols; it comes once the ideas are on screen. */
import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import type { Span } from '#app/ui/visible-rows.ts'

/** Letters typed within this many milliseconds belong together. */
const typeAheadMs = 800

export type Grid = {
  /** The ticker of each row, in the order on screen. */
  symbols: readonly string[]
  /** The attribute by which a row has its ticker. */
  row: 'data-idea' | 'data-income'
  /** The row with the tab stop. */
  at: number
  span: Span
  /** The heading that has the focus; null = a row has it. */
  heading: number | null
  /** How many headings can be pressed; 0 where the order is the list's own. */
  columns: number
  /** What was typed so far, and when. Written here. */
  typed: { text: string; at: number }
  setFocused: (symbol: string) => void
  setHeading: (heading: number | null) => void
  onPick: (symbol: string) => void
}

export function press(event: KeyboardEvent<HTMLElement>, grid: Grid): void {
  const { symbols, at, span, typed } = grid
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const moveTo = (index: number) => {
    const symbol = symbols[Math.max(0, Math.min(symbols.length - 1, index))]
    if (!symbol) return
    // A row far away is rendered first; what has no row to go to leaves the focus where it is.
    flushSync(() => {
      grid.setHeading(null)
      grid.setFocused(symbol)
    })
    event.currentTarget.querySelector<HTMLElement>(`[${grid.row}="${symbol}"]`)?.focus()
  }
  /** The next one that is on screen, seen from `from`; where there is none the focus stays. */
  const moveToHeading = (from: number, step: 1 | -1) => {
    const headings = [...event.currentTarget.querySelectorAll<HTMLElement>('thead button')]
    let next = from
    while (headings[next]?.checkVisibility() === false) next += step
    const heading = headings[next]
    if (!heading) return
    grid.setHeading(next)
    heading.focus()
  }
  const { key } = event
  const page = Math.max(1, span.last - span.first - 15)
  const inHeading = (event.target as Element).closest('thead') !== null
  const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
  if (inHeading) {
    const column = grid.heading ?? 0
    if (key === 'ArrowDown') moveTo(at)
    else if (key === 'ArrowRight' || key === 'ArrowLeft') {
      const step = (key === 'ArrowRight') === rtl ? -1 : 1
      moveToHeading(column + step, step)
    } else if (key === 'Home') moveToHeading(0, 1)
    else if (key === 'End') moveToHeading(grid.columns - 1, -1)
    else return
  } else if (key === 'ArrowUp' && at === 0) {
    if (grid.columns > 0) moveToHeading(grid.heading ?? 0, 1)
  } else if (key === 'ArrowDown' || key === 'ArrowUp') moveTo(at + (key === 'ArrowDown' ? 1 : -1))
  else if (key === 'PageDown' || key === 'PageUp') moveTo(at + (key === 'PageDown' ? page : -page))
  else if (key === 'Home') moveTo(0)
  else if (key === 'End') moveTo(symbols.length - 1)
  else if (key === 'Enter' || key === ' ') {
    const symbol = symbols[at]
    if (symbol) grid.onPick(symbol)
  } else if (/^[a-z0-9.]$/i.test(key)) {
    const next = (event.timeStamp - typed.at < typeAheadMs ? typed.text : '') + key.toUpperCase()
    typed.text = next
    typed.at = event.timeStamp
    const found = symbols.findIndex((symbol) => symbol.startsWith(next))
    if (found >= 0) moveTo(found)
  } else return
  event.preventDefault()
}
