/**
 * Symbol search: a combobox with a list (ARIA APG). Enter picks the active option, and waits if the list is still being
 * loaded. Esc restores the displayed symbol. A click opens the list: the matches, or the recent symbols
 * if nothing is typed.
 */
import './symbol-search.css'
import { useId, useRef } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { isTransient } from '#contract/api/problem.ts'
import { problemOf } from '#app/api/client.ts'
import { Icon } from '#app/ui/icon.tsx'
import { useOnline } from '#app/ui/online.ts'
import { LiveRegion } from '#app/ui/visually-hidden.tsx'
import { useSymbolSearch } from './use-symbol-search.ts'

const searchIcon = 'M7 12a5 5 0 1 0 0-10 5 5 0 0 0 0 10Zm3.6-1.4L14 14'

export function SymbolSearch() {
  const { t } = useTranslation(['shell', 'errors'])
  const online = useOnline()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const search = useSymbolSearch((index) => `${id}${index}`)
  const { text, matches, isListOpen, activeIndex, error } = search
  const code = error ? problemOf(error).code : undefined
  const emptyText = !search.hasFailed
    ? t('header.noMatch', { text })
    : !online
      ? t('banner.offlineNoTime')
      : code && !isTransient(code)
        ? t(`errors:title.${code}`)
        : t('header.searchFailed')
  return (
    <div
      className="search"
      ref={box}
      onBlur={(event) => {
        if (box.current?.contains(event.relatedTarget)) return
        search.close()
      }}
    >
      <Icon path={searchIcon} />
      <input
        data-search
        type="text"
        role="combobox"
        aria-label={t('header.search')}
        aria-expanded={isListOpen}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-activedescendant={isListOpen && matches[activeIndex] ? `${id}${activeIndex}` : undefined}
        placeholder={t('header.searchPlaceholder')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={50}
        value={search.value}
        onFocus={(event) => event.target.select()}
        onClick={search.open}
        onChange={(event) => search.type(event.target.value)}
        onKeyDown={search.onKeyDown}
      />
      <div className="search-list" hidden={!isListOpen}>
        {text === '' && <p className="search-note">{t('header.recent')}</p>}
        <ul id={`${id}list`} role="listbox" aria-label={t('header.search')}>
          {matches.map((match, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input handles the keys (ARIA APG combobox)
            <li
              key={match.symbol}
              id={`${id}${index}`}
              role="option"
              data-match={match.symbol}
              aria-selected={index === activeIndex}
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => search.activate(index)}
              onClick={() => search.pick(match.symbol)}
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
        {matches.length === 0 && <p className="search-note">{emptyText}</p>}
      </div>
      <LiveRegion>
        {isListOpen &&
          text !== '' &&
          search.settled &&
          (matches.length ? t('header.matches', { count: matches.length }) : emptyText)}
      </LiveRegion>
    </div>
  )
}
