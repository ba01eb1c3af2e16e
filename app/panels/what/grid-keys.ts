/** What the keys do in the list of ideas; it comes once the list is on screen. */
import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import type { TradeIdea } from '#contract/ideas.ts'
import type { Span } from '#app/ui/visible-rows.ts'

/** Letters typed within this many milliseconds belong together. */
const typeAheadMs = 800

export type Grid = {
  ideas: readonly TradeIdea[]
  /** The row with the tab stop. */
  at: number
  span: Span
  /** The heading that has the focus; null = a row has it. */
  heading: number | null
  /** How many headings there are. */
  columns: number
  /** What was typed so far, and when. Written here. */
  typed: { text: string; at: number }
  setFocused: (symbol: string) => void
  setHeading: (heading: number | null) => void
  onPick: (symbol: string) => void
}

export function press(event: KeyboardEvent<HTMLElement>, grid: Grid): void {
  const { ideas, at, span, typed } = grid
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const moveTo = (index: number) => {
    const symbol = ideas[Math.max(0, Math.min(ideas.length - 1, index))]?.symbol
    if (!symbol) return
    // A row far away is rendered first; what has no row to go to leaves the focus where it is.
    flushSync(() => {
      grid.setHeading(null)
      grid.setFocused(symbol)
    })
    event.currentTarget.querySelector<HTMLElement>(`[data-idea="${symbol}"]`)?.focus()
  }
  const moveToHeading = (index: number) => {
    const next = Math.max(0, Math.min(grid.columns - 1, index))
    grid.setHeading(next)
    event.currentTarget.querySelectorAll<HTMLElement>('thead button')[next]?.focus()
  }
  const { key } = event
  const page = Math.max(1, span.last - span.first - 15)
  const inHeading = (event.target as Element).closest('thead') !== null
  const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
  if (inHeading) {
    const column = grid.heading ?? 0
    if (key === 'ArrowDown') moveTo(at)
    else if (key === 'ArrowRight' || key === 'ArrowLeft')
      moveToHeading(column + ((key === 'ArrowRight') === rtl ? -1 : 1))
    else if (key === 'Home') moveToHeading(0)
    else if (key === 'End') moveToHeading(grid.columns - 1)
    else return
  } else if (key === 'ArrowUp' && at === 0) moveToHeading(grid.heading ?? 0)
  else if (key === 'ArrowDown' || key === 'ArrowUp') moveTo(at + (key === 'ArrowDown' ? 1 : -1))
  else if (key === 'PageDown' || key === 'PageUp') moveTo(at + (key === 'PageDown' ? page : -page))
  else if (key === 'Home') moveTo(0)
  else if (key === 'End') moveTo(ideas.length - 1)
  else if (key === 'Enter' || key === ' ') {
    const idea = ideas[at]
    if (idea) grid.onPick(idea.symbol)
  } else if (/^[a-z0-9.]$/i.test(key)) {
    const next = (event.timeStamp - typed.at < typeAheadMs ? typed.text : '') + key.toUpperCase()
    typed.text = next
    typed.at = event.timeStamp
    const found = ideas.findIndex((idea) => idea.symbol.startsWith(next))
    if (found >= 0) moveTo(found)
  } else return
  event.preventDefault()
}
