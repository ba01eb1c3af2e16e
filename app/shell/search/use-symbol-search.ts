/** State and keyboard behaviour of the symbol search (symbol-search.tsx). */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { canonicalSymbol, symbolPattern } from '#contract/responses/symbols.ts'
import { panelQueries } from '#app/api/panel-queries.ts'
import { useAppState } from '#app/state/app-state.ts'
import { selectSymbol, setTab, useView } from '#app/state/view.ts'

const debounceMs = 150
const recentCount = 6

type Match = { symbol: string; companyName?: string }

/** @param idOfOption returns the element id of the option with an index */
export function useSymbolSearch(idOfOption: (index: number) => string) {
  const app = useAppState()
  const symbol = useView((view) => view.symbol)
  /** The text that the user has typed; null while the field shows the displayed symbol. */
  const [typedText, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  /**
   * The option that keys or the pointer have made active; null selects the exact match, otherwise
   * the first option.
   */
  const [active, setActive] = useState<number | null>(null)
  /** After Enter, the text whose matches are being loaded; null if Enter does not wait. */
  const awaitedText = useRef<string | null>(null)
  const [recent, setRecent] = useState<readonly string[]>([])

  const [previousSymbol, setPreviousSymbol] = useState('')
  // The symbol was changed elsewhere, for example by a command: discard the typed text.
  if (previousSymbol !== symbol) {
    setPreviousSymbol(symbol)
    setTyped(null)
    setRecent([symbol, ...recent.filter((item) => item !== symbol)].slice(0, recentCount))
  }

  const text = (typedText ?? '').trim()
  const client = useQueryClient()
  const debouncedText = useDebounced(text, debounceMs)
  const result = useQuery({ ...panelQueries.symbols(debouncedText), enabled: open && debouncedText !== '' })
  const matches: readonly Match[] =
    text === ''
      ? recent.filter((item) => item !== symbol).map((item) => ({ symbol: item }))
      : (result.data?.symbols ?? [])
  const settled = text === '' || (debouncedText === text && !result.isFetching)
  const hasFailed = text !== '' && settled && result.isError
  const activeIndex = Math.min(active ?? bestMatchIndex(matches, text), matches.length - 1)
  const activeSymbol = matches[activeIndex]?.symbol

  function close(): void {
    setOpen(false)
    setTyped(null)
    awaitedText.current = null
  }
  function pick(picked: string): void {
    close()
    if (!symbolPattern.test(picked)) return
    selectSymbol(app, picked, { origin: 'user' })
    // The list tab does not display the symbol; the How tab does.
    if (useView.of(app).getState().tab === 'what') setTab(app, 'why')
  }

  async function pickBestMatch(): Promise<void> {
    awaitedText.current = text
    setOpen(true)
    const response = await client.fetchQuery(panelQueries.symbols(text)).catch(() => undefined)
    const best = response?.symbols[bestMatchIndex(response.symbols, text)]
    if (best && awaitedText.current === text) pick(best.symbol)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key } = event
    if (key === 'Escape') {
      if (!open && typedText === null) return
      close()
    } else if (key === 'Enter') {
      // Enter picks the option that the user has made active, even while another list is being loaded.
      if (open && activeSymbol && (settled || active !== null)) pick(activeSymbol)
      else if (text !== '' && (!settled || hasFailed)) void pickBestMatch()
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (!open) setOpen(true)
      else if (matches.length) {
        const nextIndex = (activeIndex + (key === 'ArrowDown' ? 1 : matches.length - 1)) % matches.length
        setActive(nextIndex)
        document.getElementById(idOfOption(nextIndex))?.scrollIntoView({ block: 'nearest' })
      }
    } else return
    event.preventDefault()
  }

  function type(input: string): void {
    setTyped(input)
    setActive(null)
    awaitedText.current = null
    setOpen(true)
  }

  return {
    value: typedText ?? symbol,
    text,
    matches,
    settled,
    isListOpen: open && (matches.length > 0 || (text !== '' && settled)),
    error: result.error,
    hasFailed,
    activeIndex,
    activate: setActive,
    open: () => setOpen(true),
    close,
    pick,
    type,
    onKeyDown,
  }
}

/** Returns the index of the exact match, otherwise 0. */
const bestMatchIndex = (matches: readonly Match[], text: string): number =>
  Math.max(
    0,
    matches.findIndex((match) => match.symbol === canonicalSymbol(text)),
  )

function useDebounced(value: string, delayMs: number): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return debounced
}
