/**
 * The board of open options, and the list of the user's holdings and watched symbols with the best trade of
 * each.
 */
import './holdings.css'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { Holding } from '#contract/bridge/holdings.ts'
import { useSubscription } from '#app/api/feed/use-subscription.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { setRolledOption, useHoldings } from '#app/state/holdings.ts'
import { useLive } from '#app/state/live.ts'
import { requestRoll } from '#app/state/order/roll-request.ts'
import { setContract } from '#app/state/choices/trade-choice.ts'
import { selectSymbol, useView } from '#app/state/view.ts'
import { TryAgain } from '#app/ui/failure.tsx'
import { Note } from '#app/ui/note.tsx'
import { ListNote } from '#app/panels/what/hidden-prices-note.tsx'
import { ListBody } from '#app/panels/what/list-body.tsx'
import type { ListProps } from '#app/panels/what/list-module.ts'
import { type BestTrades, useBestTrades } from './best-trades.ts'
import { PositionsBoard } from './board/positions-board.tsx'
import { HoldingDialog } from './holding-dialog.tsx'
import { HoldingRow } from './holding-row.tsx'
import { useVisibleSymbols } from './use-visible-symbols.ts'

/** Returns the subject of the note: all prices are hidden, or only those of options. Null without hidden prices. */
function useHiddenSubject(holdings: readonly Holding[], best: BestTrades): 'prices' | 'options' | null {
  const hasUnlicensed = useLive((live) => holdings.some(({ symbol }) => symbol in live.unlicensed))
  const hasHiddenPremium = holdings.some(({ symbol }) => best.tradeOf(symbol)?.premium === null)
  return hasUnlicensed ? 'prices' : hasHiddenPremium ? 'options' : null
}

export { HoldingsToolbar as Toolbar } from './holdings-toolbar.tsx'

export function List({ onState, goTo }: ListProps) {
  const app = useAppState()
  const { t } = useTranslation(['holdings', 'common'])
  const format = useFormat()
  const { holdings, isOwn } = useHoldings()
  const bestTrades = useBestTrades(holdings)
  /** The holding in the editor; null if the editor is closed. */
  const [edited, setEdited] = useState<Holding | null>(null)

  const show = (holding: Holding, openOptionId: string | null, { rolls } = { rolls: false }) => {
    selectSymbol(app, holding.symbol, { origin: 'user' })
    const trade = openOptionId === null ? bestTrades.tradeOf(holding.symbol) : undefined
    if (trade) setContract(app, trade.id, trade.legType === 'Call' ? 'call' : 'put')
    setRolledOption(app, openOptionId)
    requestRoll(app, rolls ? openOptionId : null)
    goTo('how')
  }
  const hiddenSubject = useHiddenSubject(holdings, bestTrades)

  return (
    <ListBody state="ready" onState={onState}>
      <div className="holdings">
        <PositionsBoard onShow={show} />
        {holdings.length ? (
          <HoldingRows
            holdings={holdings}
            bestTrades={bestTrades}
            onShow={(holding) => show(holding, null)}
            onEdit={isOwn ? setEdited : undefined}
          />
        ) : (
          <Note title={t('list.emptyTitle')}>{t(isOwn ? 'list.empty' : 'list.emptyFromPage')}</Note>
        )}
        {bestTrades.state === 'failed' && (
          <Note inline role="alert" action={<TryAgain onRetry={bestTrades.retry} />}>
            {t('list.failed')}
          </Note>
        )}
        <p className="holdings-note">
          {t(isOwn ? 'list.own' : 'list.fromPage')}{' '}
          {bestTrades.tradingDay !== null && t('list.scanned', { day: format.day(bestTrades.tradingDay) })}
        </p>
        {hiddenSubject && <ListNote subject={hiddenSubject} />}
        {edited && (
          <HoldingDialog
            holding={edited}
            isTaken={(symbol) => holdings.some((holding) => holding.symbol === symbol)}
            onClose={() => setEdited(null)}
          />
        )}
      </div>
    </ListBody>
  )
}

/** Headers and rows. Roving tabindex: only one row has tab stops; arrow keys, Home and End move the focus. */
function HoldingRows({
  holdings,
  bestTrades,
  onShow,
  onEdit,
}: {
  holdings: readonly Holding[]
  bestTrades: BestTrades
  onShow: (holding: Holding) => void
  onEdit: ((holding: Holding) => void) | undefined
}) {
  const { t } = useTranslation('holdings')
  const symbol = useView((view) => view.symbol)
  const list = useRef<HTMLUListElement>(null)
  const visible = useVisibleSymbols(list, holdings.length)
  useSubscription(holdings.map((holding) => holding.symbol).filter((listed) => visible.has(listed)))
  /**
   * Symbol of the row that had the focus last. Without it, the displayed symbol or the first row has the
   * tab stops.
   */
  const [focusedSymbol, setFocusedSymbol] = useState<string | null>(null)
  const hasRow = (candidate: string | null) => holdings.some((holding) => holding.symbol === candidate)
  const tabStop = hasRow(focusedSymbol) ? focusedSymbol : hasRow(symbol) ? symbol : holdings[0]?.symbol

  const onKeyDown = (event: KeyboardEvent) => {
    const steps = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key]
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-holding] > .holding-main') ?? [])]
    const row = (event.target as Element)
      .closest('[data-holding]')
      ?.querySelector<HTMLElement>('.holding-main')
    if (!steps || !row) return
    event.preventDefault()
    rows[Math.min(rows.length - 1, Math.max(0, rows.indexOf(row) + steps))]?.focus()
  }
  return (
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
            bestTrades={bestTrades}
            isDisplayedSymbol={holding.symbol === symbol}
            hasTabStop={holding.symbol === tabStop}
            onFocus={setFocusedSymbol}
            onKeyDown={onKeyDown}
            onShow={onShow}
            onEdit={onEdit}
          />
        ))}
      </ul>
    </>
  )
}
