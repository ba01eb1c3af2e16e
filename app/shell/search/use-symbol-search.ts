/** State and keyboard behaviour of the symbol search (symbol-search.tsx). */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { canonicalSymbol, symbolPattern } from '#contract/responses/symbols.ts'
import { queries } from '#app/api/queries.ts'
import { useAppState } from '#app/state/app-state.ts'
import { selectSymbol, useView } from '#app/state/view.ts'

const debounceMs = 150
const recentCount = 6

type Match = { symbol: string; companyName?: string }

/** @param idOfOption element id of an option, by its index */
export function useSymbolSearch(idOfOption: (index: number) => string) {
  const app = useAppState()
  const symbol = useView((view) => view.symbol)
  /** The input in progress; null while the displayed symbol is shown. */
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  /** The option selected by keys or pointer; null = the exact match, otherwise the first option. */
  const [active, setActive] = useState<number | null>(null)
  /** The text whose matches Enter is waiting for; null = none. */
  const entered = useRef<string | null>(null)
  const [recent, setRecent] = useState<readonly string[]>([])

  const [previousSymbol, setPreviousSymbol] = useState('')
  // The symbol was changed elsewhere: ends the input.
  if (previousSymbol !== symbol) {
    setPreviousSymbol(symbol)
    setTyped(null)
    setRecent([symbol, ...recent.filter((item) => item !== symbol)].slice(0, recentCount))
  }

  const text = (typed ?? '').trim()
  const client = useQueryClient()
  const debouncedText = useDebounced(text, debounceMs)
  const result = useQuery({ ...queries.symbols(debouncedText), enabled: open && debouncedText !== '' })
  const matches: readonly Match[] =
    text === ''
      ? recent.filter((item) => item !== symbol).map((item) => ({ symbol: item }))
      : (result.data?.symbols ?? [])
  const settled = text === '' || (debouncedText === text && !result.isFetching)
  const hasFailed = text !== '' && settled && result.isError
  const activeIndex = Math.min(active ?? bestOf(matches, text), matches.length - 1)
  const activeSymbol = matches[activeIndex]?.symbol

  function close(): void {
    setOpen(false)
    setTyped(null)
    entered.current = null
  }
  function pick(picked: string): void {
    close()
    if (symbolPattern.test(picked)) selectSymbol(app, picked, { by: 'user' })
  }

  async function lookUp(): Promise<void> {
    entered.current = text
    setOpen(true)
    const response = await client.fetchQuery(queries.symbols(text)).catch(() => undefined)
    const best = response?.symbols[bestOf(response.symbols, text)]
    if (best && entered.current === text) pick(best.symbol)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key } = event
    if (key === 'Escape') {
      if (!open && typed === null) return
      close()
    } else if (key === 'Enter') {
      // The active option counts, even while the list is about to change.
      if (open && activeSymbol && (settled || active !== null)) pick(activeSymbol)
      else if (text !== '' && (!settled || hasFailed)) void lookUp()
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
    entered.current = null
    setOpen(true)
  }

  return {
    value: typed ?? symbol,
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

/** The index of the exact match, otherwise of the first. */
const bestOf = (matches: readonly Match[], text: string): number =>
  Math.max(
    0,
    matches.findIndex((match) => match.symbol === canonicalSymbol(text)),
  )

function useDebounced(value: string, delay: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return settled
}
