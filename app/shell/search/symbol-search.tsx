/**
 * Symbol search: a combobox with a list (ARIA APG). Enter picks what is marked in the list, and waits for the list where
 * it is not there yet; Esc restores, a click shows what was looked at before.
 */
import './symbol-search.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { mayPass } from '#contract/api/problem.ts'
import { canonicalSymbol, symbolPattern } from '#contract/responses/symbols.ts'
import { problemOf } from '#app/api/client.ts'
import { queries } from '#app/api/queries.ts'
import { useAppState } from '#app/state/app-state.ts'
import { selectSymbol, useView } from '#app/state/view.ts'
import { Icon } from '#app/ui/icon.tsx'
import { useOnline } from '#app/ui/online.ts'
import { LiveRegion } from '#app/ui/visually-hidden.tsx'

const searchIcon = 'M7 12a5 5 0 1 0 0-10 5 5 0 0 0 0 10Zm3.6-1.4L14 14'

const debounceMs = 150
const recentCount = 6

type Match = { symbol: string; companyName?: string }

export function SymbolSearch() {
  const app = useAppState()
  const { t } = useTranslation(['shell', 'errors'])
  const online = useOnline()
  const id = useId()
  const symbol = useView((view) => view.symbol)
  /** The input in progress; null while the displayed symbol is shown. */
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  /** The option that keys or the pointer went to; null = none: what is typed in full, else the first. */
  const [active, setActive] = useState<number | null>(null)
  /** What Enter was pressed on before its matches were there; null = it need not be looked up any more. */
  const entered = useRef<string | null>(null)
  const [recent, setRecent] = useState<readonly string[]>([])
  const box = useRef<HTMLDivElement>(null)

  const [known, setKnown] = useState('')
  // The symbol was changed elsewhere: ends the input.
  if (known !== symbol) {
    setKnown(symbol)
    setTyped(null)
    setRecent([symbol, ...recent.filter((one) => one !== symbol)].slice(0, recentCount))
  }

  const text = (typed ?? '').trim()
  const client = useQueryClient()
  const asked = useDebounced(text, debounceMs)
  const found = useQuery({ ...queries.symbols(asked), enabled: open && asked !== '' })
  const matches: readonly Match[] =
    text === ''
      ? recent.filter((one) => one !== symbol).map((one) => ({ symbol: one }))
      : (found.data?.symbols ?? [])
  const settled = text === '' || (asked === text && !found.isFetching)
  const shown = open && (matches.length > 0 || (text !== '' && settled))
  const failed = text !== '' && settled && found.isError
  const at = Math.min(active ?? bestOf(matches, text), matches.length - 1)
  const marked = matches[at]?.symbol

  function close(): void {
    setOpen(false)
    setTyped(null)
    entered.current = null
  }
  function pick(next: string): void {
    close()
    if (symbolPattern.test(next)) selectSymbol(app, next, { by: 'user' })
  }

  async function lookUp(): Promise<void> {
    entered.current = text
    setOpen(true)
    const answer = await client.fetchQuery(queries.symbols(text)).catch(() => undefined)
    const best = answer?.symbols[bestOf(answer.symbols, text)]
    if (best && entered.current === text) pick(best.symbol)
  }

  function press(event: KeyboardEvent): void {
    const { key } = event
    if (key === 'Escape') {
      if (!open && typed === null) return
      close()
    } else if (key === 'Enter') {
      // The focused item counts, even while the list is about to change.
      if (open && marked && (settled || active !== null)) pick(marked)
      else if (text !== '' && (!settled || failed)) void lookUp()
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (!open) setOpen(true)
      else if (matches.length) {
        const next = (at + (key === 'ArrowDown' ? 1 : matches.length - 1)) % matches.length
        setActive(next)
        document.getElementById(`${id}${next}`)?.scrollIntoView({ block: 'nearest' })
      }
    } else return
    event.preventDefault()
  }

  const code = found.error ? problemOf(found.error).code : undefined
  const nothing = !failed
    ? t('header.noMatch', { text })
    : !online
      ? t('banner.offlineNoTime')
      : code && !mayPass(code)
        ? t(`errors:title.${code}`)
        : t('header.searchFailed')
  return (
    <div
      className="search"
      ref={box}
      onBlur={(event) => {
        if (box.current?.contains(event.relatedTarget)) return
        close()
      }}
    >
      <Icon path={searchIcon} />
      <input
        data-search
        type="text"
        role="combobox"
        aria-label={t('header.search')}
        aria-expanded={shown}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-activedescendant={shown && matches[at] ? `${id}${at}` : undefined}
        placeholder={t('header.searchPlaceholder')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={50}
        value={typed ?? symbol}
        onFocus={(event) => event.target.select()}
        onClick={() => setOpen(true)}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(null)
          entered.current = null
          setOpen(true)
        }}
        onKeyDown={press}
      />
      <div className="search-list" hidden={!shown}>
        {text === '' && <p className="search-note">{t('header.recent')}</p>}
        <ul id={`${id}list`} role="listbox" aria-label={t('header.search')}>
          {matches.map((match, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the input's (ARIA APG combobox)
            <li
              key={match.symbol}
              id={`${id}${index}`}
              role="option"
              data-match={match.symbol}
              aria-selected={index === at}
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setActive(index)}
              onClick={() => pick(match.symbol)}
            >
              <bdi dir="ltr" className="search-symbol">
                {match.symbol}
              </bdi>
              <span className="search-name" title={match.companyName}>
                {match.companyName}
              </span>
            </li>
          ))}
        </ul>
        {matches.length === 0 && <p className="search-note">{nothing}</p>}
      </div>
      <LiveRegion>
        {shown &&
          text !== '' &&
          settled &&
          (matches.length ? t('header.matches', { count: matches.length }) : nothing)}
      </LiveRegion>
    </div>
  )
}

/** The exact match, otherwise the first. */
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
