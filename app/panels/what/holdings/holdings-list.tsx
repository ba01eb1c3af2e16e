/** What the user holds and watches, what it could be paid now, and how his open options stand. */
import './holdings.css'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Holding } from '#contract/bridge/holdings.ts'
import { mostHoldings } from '#contract/bridge/holdings.ts'
import { useSubscription } from '#app/api/use-subscription.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { showRoll, useHoldings } from '#app/state/holdings.ts'
import { setContract } from '#app/state/trade-choice.ts'
import { selectSymbol, useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { TryAgain } from '#app/ui/failure.tsx'
import { Note } from '#app/ui/note.tsx'
import { ListBody } from '#app/panels/what/list-body.tsx'
import type { ListProps } from '#app/panels/what/list-part.ts'
import { useBestTrades } from './best-trades.ts'
import { HoldingDialog } from './holding-dialog.tsx'
import { HoldingRow } from './holding-row.tsx'
import { useSeen } from './use-visible-symbols.ts'

/** The holding that is changed; `new` = one that is added. */
type Edited = Holding | 'new' | null

/** Its buttons stand beside what they change: nothing is above the list. */
export const Toolbar = () => null

export function List({ onState, goTo }: ListProps) {
  const app = useAppState()
  const { t } = useTranslation(['holdings', 'common'])
  const format = useFormat()
  const { holdings, isOwn } = useHoldings()
  const symbol = useView((view) => view.symbol)
  const best = useBestTrades(holdings)
  const list = useRef<HTMLUListElement>(null)
  const seen = useSeen(list, holdings.length)
  const [edited, setEdited] = useState<Edited>(null)
  /** The row whose buttons the tab key stops at; null = the displayed symbol's, or the first. */
  const [at, setAt] = useState<string | null>(null)
  useSubscription(holdings.filter((holding) => seen.has(holding.symbol)).map((holding) => holding.symbol))
  const has = (wanted: string | null) => holdings.some((holding) => holding.symbol === wanted)
  const stop = has(at) ? at : has(symbol) ? symbol : holdings[0]?.symbol

  const show = (holding: Holding, openOption: string | null) => {
    selectSymbol(app, holding.symbol, { by: 'user' })
    const trade = openOption === null ? best.of(holding.symbol) : undefined
    if (trade) setContract(app, trade.id, trade.legType === 'Call' ? 'call' : 'put')
    showRoll(app, openOption)
    goTo('how')
  }
  const press = (event: KeyboardEvent) => {
    const steps = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key]
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-holding] > .holding-main') ?? [])]
    const row = (event.target as Element)
      .closest('[data-holding]')
      ?.querySelector<HTMLElement>('.holding-main')
    if (!steps || !row) return
    event.preventDefault()
    rows[Math.min(rows.length - 1, Math.max(0, rows.indexOf(row) + steps))]?.focus()
  }
  const add = isOwn && (
    <Button
      data-action="add-holding"
      disabled={holdings.length >= mostHoldings}
      title={holdings.length >= mostHoldings ? t('edit.full') : undefined}
      onClick={() => setEdited('new')}
    >
      {t('list.add')}
    </Button>
  )

  return (
    <ListBody state="ready" onState={onState}>
      <div className="holdings">
        {holdings.length ? (
          <>
            <div className="holdings-head" aria-hidden="true">
              <span>{t('list.symbol')}</span>
              <span>{t('list.price')}</span>
              <span>{t('list.income')}</span>
            </div>
            <ul ref={list} aria-label={t('list.label')}>
              {holdings.map((holding) => (
                <HoldingRow
                  key={holding.symbol}
                  holding={holding}
                  best={best}
                  isShown={holding.symbol === symbol}
                  isSeen={seen.has(holding.symbol)}
                  hasStop={holding.symbol === stop}
                  onFocus={setAt}
                  onKeyDown={press}
                  onShow={show}
                  onEdit={isOwn ? setEdited : undefined}
                />
              ))}
            </ul>
          </>
        ) : (
          <Note title={t('list.emptyTitle')} action={add}>
            {t(isOwn ? 'list.empty' : 'list.emptyHanded')}
          </Note>
        )}
        {holdings.length > 0 && add && <div className="holdings-add">{add}</div>}
        {best.state === 'failed' && (
          <Note inline role="alert" action={<TryAgain onRetry={best.retry} />}>
            {t('list.failed')}
          </Note>
        )}
        <p className="holdings-note">
          {t(isOwn ? 'list.own' : 'list.handed')}{' '}
          {best.tradingDay !== null && t('list.scanned', { day: format.day(best.tradingDay) })}
        </p>
        {edited && (
          <HoldingDialog
            holding={edited === 'new' ? undefined : edited}
            isTaken={(wanted) => has(wanted)}
            onClose={() => setEdited(null)}
          />
        )}
      </div>
    </ListBody>
  )
}
