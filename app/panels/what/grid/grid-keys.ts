/** Keyboard handling of a grid of symbols. Loaded after the ideas are painted. */
import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import type { Span } from '#app/ui/visible-rows.ts'
import type { GridFocus } from './use-grid-focus.ts'

/** Maximum time between two characters of a type-ahead text, milliseconds. */
const typeAheadMs = 800

export type GridState = GridFocus & {
  /** The symbol of each row, in display order. */
  symbols: readonly string[]
  /** Attribute of a row that contains its symbol. */
  rowAttribute: 'data-idea' | 'data-income' | 'data-position'
  span: Span
  /** Number of headers that can be focused; 0 if the list cannot be sorted. */
  headerCount: number
  onPick: (symbol: string) => void
}

/**
 * Moves the focus, also to a typed symbol, and selects rows. The header buttons handle Enter and Space
 * themselves.
 */
export function handleGridKey(event: KeyboardEvent<HTMLElement>, grid: GridState): void {
  const { symbols, tabStop, span, typeAhead } = grid
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const moveTo = (index: number) => {
    const symbol = symbols[Math.max(0, Math.min(symbols.length - 1, index))]
    if (!symbol) return
    // Renders the row synchronously: a row that is scrolled out of view is not in the DOM.
    flushSync(() => grid.focusRow(symbol))
    event.currentTarget.querySelector<HTMLElement>(`[${grid.rowAttribute}="${symbol}"]`)?.focus()
  }
  /**
   * Focuses the first visible header in the direction of `step`, starting at `startIndex`. No-op without
   * one.
   */
  const moveToHeader = (startIndex: number, step: 1 | -1) => {
    const headers = [...event.currentTarget.querySelectorAll<HTMLElement>('thead button')]
    let index = startIndex
    while (headers[index]?.checkVisibility() === false) index += step
    const header = headers[index]
    if (!header) return
    grid.setFocusedHeader(index)
    header.focus()
  }
  const { key } = event
  const pageRows = Math.max(1, span.last - span.first - 15)
  const isInHeader = (event.target as Element).closest('thead') !== null
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
  if (isInHeader) {
    const index = grid.focusedHeader ?? 0
    if (key === 'ArrowDown') moveTo(tabStop)
    else if (key === 'ArrowRight' || key === 'ArrowLeft') {
      const step = (key === 'ArrowRight') === isRtl ? -1 : 1
      moveToHeader(index + step, step)
    } else if (key === 'Home') moveToHeader(0, 1)
    else if (key === 'End') moveToHeader(grid.headerCount - 1, -1)
    else return
  } else if (key === 'ArrowUp' && tabStop === 0) {
    if (grid.headerCount > 0) moveToHeader(grid.focusedHeader ?? 0, 1)
  } else if (key === 'ArrowDown' || key === 'ArrowUp') moveTo(tabStop + (key === 'ArrowDown' ? 1 : -1))
  else if (key === 'PageDown' || key === 'PageUp')
    moveTo(tabStop + (key === 'PageDown' ? pageRows : -pageRows))
  else if (key === 'Home') moveTo(0)
  else if (key === 'End') moveTo(symbols.length - 1)
  else if (key === 'Enter' || key === ' ') {
    const symbol = symbols[tabStop]
    if (symbol) grid.onPick(symbol)
  } else if (/^[a-z0-9.]$/i.test(key)) {
    const isContinued = event.timeStamp - typeAhead.current.time < typeAheadMs
    const text = (isContinued ? typeAhead.current.text : '') + key.toUpperCase()
    typeAhead.current = { text, time: event.timeStamp }
    const match = symbols.findIndex((symbol) => symbol.startsWith(text))
    if (match >= 0) moveTo(match)
  } else return
  event.preventDefault()
}
