import './how.css'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import type { Income } from '#contract/responses/income.ts'
import { useRefetchQuery } from '#app/api/refetch-query.ts'
import { problemOf } from '#app/api/client.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { queries } from '#app/api/queries.ts'
import { useSubscription } from '#app/api/use-subscription.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { useFreeShares, usePrefilledPosition } from '#app/state/holdings.ts'
import { useMarket } from '#app/state/live.ts'
import { leaveContract } from '#app/state/trade-choice.ts'
import { useView } from '#app/state/view.ts'
import { Note } from '#app/ui/note.tsx'
import { Panel, panelState } from '#app/ui/panel.tsx'
import { SentimentMark } from '#app/ui/price/sentiment.tsx'
import { LiveRegion } from '#app/ui/visually-hidden.tsx'
import { useAnnualizedHidden } from './annualized.ts'
import type { Trades } from './grid/trades.tsx'
import { hasTrades, HowEmptyContent } from './how-empty-state.tsx'
import { PositionStrip } from './position/position-strip.tsx'
import { OpenOptions } from './roll/open-options.tsx'
import { HowSkeleton } from './skeleton.tsx'
import { StrategyChoice } from './strategy-choice.tsx'
import type { Blocked } from './ticket/caution.tsx'
import { useTradeBlock } from './ticket/use-trade-block.tsx'
import { ViewNote } from './view-note.tsx'

/**
 * How to earn income on the displayed symbol: strategy, position, the 3 x 3 grid, the chosen contract and its ticket.
 * `onTrade` receives a ticket only after a trusted click of the user on Trade, with the whole order on screen.
 */
export function HowPanel({ onTrade }: { onTrade: (ticket: TradeTicket) => void }) {
  const hidden = useAnnualizedHidden()
  // Also loads the alternative texts of the cards, so that no displayed content suspends for them later.
  const { t } = useTranslation(hidden ? ['how', 'ticket', 'unannualized'] : ['how', 'ticket'])
  const symbol = useView((view) => view.symbol)
  const leg = useView((view) => view.leg)
  const override = useView((view) => view.sentimentOverride)
  const howView = useView((view) => view.howView)
  const { query, cards, retry } = useIncome(symbol)
  const { data: income, isPlaceholderData } = query
  useSubscription(symbol ? [symbol] : [])

  const isStale = useIsStale(query)
  const blocked = useTradeBlock(query, isStale)
  const isEmpty = Boolean(income && !hasTrades(income, leg)) && howView === 'grid' && !income?.contract
  const state = panelState(
    { data: cards.data && income, isError: query.isError || cards.isError },
    { empty: isEmpty, stale: isStale },
  )
  const failure = query.error ?? cards.error

  return (
    <Panel
      name="how"
      symbol={symbol}
      state={symbol === '' ? 'empty' : state}
      unknown={income?.unknown}
      heading={symbol ? t('title', { symbol }) : t('titleEmpty')}
      meta={override && <SentimentMark sentiment={override} plain />}
      problem={failure ? problemOf(failure) : undefined}
      onRetry={retry}
      skeleton={<HowSkeleton />}
      empty={
        symbol === '' ? (
          <Note>{t('empty.symbol')}</Note>
        ) : (
          income && <HowEmptyContent income={income} blocked={blocked} onTrade={onTrade} />
        )
      }
    >
      {income && cards.data && (
        <div className="how" aria-busy={isPlaceholderData}>
          {isStale && <StaleNotice isFailed={query.isError} />}
          <HowContent
            income={income}
            TradesComponent={cards.data.Trades}
            isUpdating={isPlaceholderData}
            blocked={blocked}
            onTrade={onTrade}
          />
          <LiveRegion>{isPlaceholderData ? t('updating') : ''}</LiveRegion>
        </div>
      )}
    </Panel>
  )
}

/** Requests the figures of a symbol, and the cards, which are a separate chunk. */
function useIncome(symbol: string) {
  const position = useView((view) => view.positions[symbol])
  const contract = useView((view) => view.contract) ?? undefined
  const request = queries.income(symbol, position, contract)
  const query = useQuery(request)
  const cards = useLazyModule('how/trades', () => import('./grid/trades.tsx'))
  const refetchQuery = useRefetchQuery()
  useLeaveDelistedContract(contract, query.error)
  const retry = () => {
    if (cards.isError) void cards.refetch()
    if (!query.data) refetchQuery(request.queryKey)
  }
  return { query, cards, retry }
}

function HowContent({
  income,
  TradesComponent,
  isUpdating,
  blocked,
  onTrade,
}: {
  income: Income
  TradesComponent: typeof Trades
  /** `income` belongs to the previous request. */
  isUpdating: boolean
  blocked: Blocked | undefined
  onTrade: (ticket: TradeTicket) => void
}) {
  const { locale } = useFormat()
  const symbol = useView((view) => view.symbol)
  const leg = useView((view) => view.leg)
  const position = useView((view) => view.positions[symbol])
  const prefilled = usePrefilledPosition(symbol)
  const heldShares = useFreeShares(symbol, position?.stockQuantity)
  return (
    <>
      <OpenOptions symbol={symbol} blocked={blocked} onTrade={onTrade} />
      <StrategyChoice />
      <ViewNote />
      <PositionStrip
        key={[symbol, locale, prefilled?.stockQuantity, prefilled?.costBasis].join(' ')}
        symbol={symbol}
        leg={leg}
      />
      <TradesComponent
        income={income}
        leg={leg}
        heldShares={heldShares}
        isUpdating={isUpdating}
        blocked={blocked}
        onTrade={onTrade}
      />
    </>
  )
}

function StaleNotice({ isFailed }: { isFailed: boolean }) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const { lastMessageAt } = useMarket()
  return (
    <p className="how-stale" role="status">
      <strong>{t('stale.title')}</strong>{' '}
      {isFailed
        ? t('stale.failed')
        : lastMessageAt !== null && t('stale.since', { time: format.time(lastMessageAt) })}
    </p>
  )
}

/**
 * Returns whether the displayed figures are stale: the last fetch failed, or they were loaded before the feed went
 * down. Figures that are fetched while the feed is down are not stale.
 */
function useIsStale({ data, isError, dataUpdatedAt }: UseQueryResult<Income>): boolean {
  const { stale, connection } = useMarket()
  const isFeedDown = stale || connection === 'offline'
  /** `dataUpdatedAt` at the moment the feed went down; null while it is up. */
  const [staleUpTo, setStaleUpTo] = useState<number | null>(null)
  if (isFeedDown !== (staleUpTo !== null)) setStaleUpTo(isFeedDown ? dataUpdatedAt : null)
  return data !== undefined && (isError || (staleUpTo !== null && dataUpdatedAt <= staleUpTo))
}

/** Returns to the contract of the grid if the chosen one is no longer listed. */
function useLeaveDelistedContract(contract: string | undefined, error: Error | null): void {
  const app = useAppState()
  const isDelisted = contract !== undefined && error !== null && problemOf(error).code === 'symbol-unknown'
  useEffect(() => {
    if (isDelisted) leaveContract(app)
  }, [app, isDelisted])
}
