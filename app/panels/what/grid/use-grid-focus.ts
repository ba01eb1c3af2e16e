import { type RefObject, useRef, useState } from 'react'

/** Roving tabindex of a grid of symbols: one row or one header is the only tab stop. */
export type GridFocus = {
  /** Index of the row with the tab stop, unless a header has it. */
  tabStop: number
  /** Index of the header with the tab stop; null if a row has it. */
  focusedHeader: number | null
  /** Type-ahead text, and the time stamp of its last key event. */
  typeAhead: RefObject<{ text: string; time: number }>
  focusRow: (symbol: string) => void
  setFocusedHeader: (index: number) => void
}

/** @param selectedIndex index of the tab stop until the user moves the focus; -1 means the first row */
export function useGridFocus(symbols: readonly string[], selectedIndex: number): GridFocus {
  const [focusedSymbol, setFocusedSymbol] = useState<string | null>(null)
  const [focusedHeader, setFocusedHeader] = useState<number | null>(null)
  const typeAhead = useRef({ text: '', time: 0 })
  const focusedIndex = focusedSymbol === null ? -1 : symbols.indexOf(focusedSymbol)
  return {
    tabStop: Math.max(0, focusedIndex >= 0 ? focusedIndex : selectedIndex),
    focusedHeader,
    typeAhead,
    focusRow: (symbol) => {
      setFocusedHeader(null)
      setFocusedSymbol(symbol)
    },
    setFocusedHeader,
  }
}
