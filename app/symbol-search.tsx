/** Symbol search: a combobox with a list (ARIA APG). Enter picks, Esc restores, focus shows what was looked at before. */
import './symbol-search.css'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { symbolPattern } from '#contract/options.ts'
import { lookUps } from './api/look-ups.ts'
import { selectSymbol, useView } from './state/view.ts'
import { Icon } from './ui/icon.tsx'
import * as icons from './ui/icons.ts'
import { LiveRegion } from './ui/visually-hidden.tsx'

const debounceMs = 150
const recentCount = 6

type Match = { symbol: string; companyName?: string }

export function SymbolSearch() {
  const { t } = useTranslation('shell')
  const id = useId()
  const symbol = useView((view) => view.symbol)
  /** What is being typed; null while the displayed symbol stands there. */
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const [recent, setRecent] = useState<readonly string[]>([])
  const box = useRef<HTMLDivElement>(null)

  const [known, setKnown] = useState('')
  // Whoever changed it: what was being typed is over, and what is shown was looked at.
  if (known !== symbol) {
    setKnown(symbol)
    setTyped(null)
    setRecent([symbol, ...recent.filter((one) => one !== symbol)].slice(0, recentCount))
  }

  const text = (typed ?? '').trim()
  const asked = useDebounced(text, debounceMs)
  const found = useQuery({ ...lookUps.symbols(asked), enabled: open && asked !== '' })
  const matches: readonly Match[] =
    text === ''
      ? recent.filter((one) => one !== symbol).map((one) => ({ symbol: one }))
      : (found.data?.symbols ?? [])
  const settled = text === '' || (asked === text && !found.isFetching)
  const shown = open && (matches.length > 0 || (text !== '' && settled))
  const at = Math.min(active, matches.length - 1)

  function pick(next: string): void {
    setOpen(false)
    setTyped(null)
    selectSymbol(next)
  }

  function press(event: KeyboardEvent): void {
    const { key } = event
    if (key === 'Escape') {
      if (!open && typed === null) return
      setOpen(false)
      setTyped(null)
    } else if (key === 'Enter') {
      const upper = text.toUpperCase()
      // What is typed in full wins over the first suggestion, and so does a ticker the list has not come up with yet.
      const exact = matches.some((match) => match.symbol === upper)
      const next =
        text === ''
          ? open
            ? matches[at]?.symbol
            : undefined
          : exact && at === 0
            ? upper
            : settled
              ? matches[at]?.symbol
              : upper
      if (next) pick(next)
      else if (symbolPattern.test(upper)) pick(upper)
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (!open) setOpen(true)
      else if (matches.length)
        setActive((at + (key === 'ArrowDown' ? 1 : matches.length - 1)) % matches.length)
    } else return
    event.preventDefault()
  }

  return (
    <div
      className="search"
      ref={box}
      onBlur={(event) => {
        if (box.current?.contains(event.relatedTarget)) return
        setOpen(false)
        setTyped(null)
      }}
    >
      <Icon path={icons.search} />
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
          setActive(0)
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
              aria-selected={index === at}
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setActive(index)}
              onClick={() => pick(match.symbol)}
            >
              <bdi dir="ltr" className="search-symbol">
                {match.symbol}
              </bdi>
              <span className="search-name">{match.companyName}</span>
            </li>
          ))}
        </ul>
        {matches.length === 0 && <p className="search-note">{t('header.noMatch', { text })}</p>}
      </div>
      <LiveRegion>
        {shown &&
          text !== '' &&
          settled &&
          (matches.length ? t('header.matches', { count: matches.length }) : t('header.noMatch', { text }))}
      </LiveRegion>
    </div>
  )
}

function useDebounced(value: string, delay: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return settled
}
