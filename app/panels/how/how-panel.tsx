import './how.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import type { Income, LegType } from '#contract/responses/income.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'
import { useAskAgain } from '#app/api/ask-again.ts'
import { problemOf } from '#app/api/client.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { queries } from '#app/api/queries.ts'
import { useSubscription } from '#app/api/use-subscription.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { useFreeShares, usePrefilledPosition } from '#app/state/holdings.ts'
import { useHost } from '#app/state/host.ts'
import { useMarket } from '#app/state/live.ts'
import { leaveContract, setHowView, setLeg } from '#app/state/trade-choice.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Note } from '#app/ui/note.tsx'
import { useOnline } from '#app/ui/online.ts'
import { Panel, panelState } from '#app/ui/panel.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { SentimentMark } from '#app/ui/price/sentiment.tsx'
import { useUnknownReason } from '#app/ui/unknown.tsx'
import { LiveRegion } from '#app/ui/visually-hidden.tsx'
import { useAnnualizedHidden } from './annualized.ts'
import { CompareBar } from './compare/compare-bar.tsx'
import { QuotesNote } from './grid/quotes-note.tsx'
import { PositionStrip } from './position/position-strip.tsx'
import { OpenOptions } from './roll/open-options.tsx'
import { HowSkeleton } from './skeleton.tsx'
import type { Blocked } from './ticket/caution.tsx'
import { ViewNote } from './view-note.tsx'

/**
 * How to earn income on the displayed symbol: strategy, position, the 3 x 3 grid, the chosen contract and its ticket.
 * `onTrade` hears a ticket only after the user's own click on Trade, with the whole order on screen.
 */
export function HowPanel({ onTrade }: { onTrade: (ticket: TradeTicket) => void }) {
  const hidden = useAnnualizedHidden()
  // The cards' own texts as well where they are others than usual: nothing on screen goes away to wait for them.
  const { t } = useTranslation(hidden ? ['how', 'ticket', 'unannualized'] : ['how', 'ticket'])
  const format = useFormat()
  const symbol = useView((view) => view.symbol)
  const leg = useView((view) => view.leg)
  const override = useView((view) => view.sentimentOverride)
  const held = useView((view) => view.positions[symbol])
  const contract = useView((view) => view.contract) ?? undefined
  const howView = useView((view) => view.howView)
  const prefilled = usePrefilledPosition(symbol)
  const heldShares = useFreeShares(symbol, held?.stockQuantity)
  const ended = useHost((host) => host.phase === 'ended')
  const query = useQuery(queries.income(symbol, held, contract))
  const { data: income, dataUpdatedAt, isFetching, isPlaceholderData } = query
  // The cards come as their own file, asked for together with the figures.
  const cards = useLazyModule('how/trades', () => import('./grid/trades.tsx'))
  const Trades = cards.data?.Trades
  const askAgain = useAskAgain()
  const online = useOnline()
  const { stale: silent, connection, lastFrameAt } = useMarket()
  useSubscription(symbol ? [symbol] : [])

  // What was on screen when the feed fell silent is old; what is fetched afterwards is not, whatever the feed does.
  const down = silent || connection === 'offline'
  const [old, setOld] = useState<number | null>(null)
  if (down !== (old !== null)) setOld(down ? dataUpdatedAt : null)
  const stale = income !== undefined && (query.isError || (old !== null && dataUpdatedAt <= old))

  const none =
    income &&
    !(leg === 'call'
      ? income.callOptimals.length + income.callAlternatives.length
      : income.putOptimals.length + income.putAlternatives.length)
  const state = panelState(
    { data: Trades && income, isError: query.isError || cards.isError },
    { empty: Boolean(none) && howView === 'grid' && !income?.contract, stale },
  )
  const retry = () => {
    if (cards.isError) void cards.refetch()
    if (!income) askAgain(queries.income(symbol, held, contract).queryKey)
  }
  const failure = query.error ?? cards.error
  useGoneContract(contract, query.error)

  const refresh = (
    <Button data-action="refresh" disabled={isFetching} onClick={() => void query.refetch()}>
      {t(isFetching ? 'stale.refreshing' : 'stale.refresh')}
    </Button>
  )
  const blocked: Blocked | undefined = ended
    ? { reason: t('ticket:endedReason') }
    : stale
      ? { reason: t('ticket:staleReason'), ...(online && { action: refresh }) }
      : isPlaceholderData
        ? { reason: t('ticket:updatingReason'), passing: true }
        : undefined

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
          income && (
            <div className="how">
              <OpenOptions symbol={symbol} blocked={blocked} onTrade={onTrade} />
              {income.listedContracts > 0 && <Strategy leg={leg} />}
              <Nothing income={income} leg={leg} />
              <QuotesNote income={income} />
              <CompareBar />
            </div>
          )
        )
      }
    >
      {income && Trades && (
        <div className="how" aria-busy={isPlaceholderData}>
          {stale && (
            <p className="how-stale" role="status">
              <strong>{t('stale.title')}</strong>{' '}
              {query.isError
                ? t('stale.failed')
                : lastFrameAt !== null && t('stale.since', { time: format.time(lastFrameAt) })}
            </p>
          )}
          <OpenOptions symbol={symbol} blocked={blocked} onTrade={onTrade} />
          <Strategy leg={leg} />
          <ViewNote />
          <PositionStrip
            key={[symbol, format.locale, prefilled?.stockQuantity, prefilled?.costBasis].join(' ')}
            symbol={symbol}
            leg={leg}
          />
          <Trades
            income={income}
            leg={leg}
            heldShares={heldShares}
            coming={isPlaceholderData}
            blocked={blocked}
            onTrade={onTrade}
          />
          <LiveRegion>{isPlaceholderData ? t('updating') : ''}</LiveRegion>
        </div>
      )}
    </Panel>
  )
}

function Strategy({ leg }: { leg: LegType }) {
  const app = useAppState()
  const { t } = useTranslation('how')
  return (
    <Segmented
      label={t('strategy')}
      value={leg}
      choices={[
        { value: 'call', label: t('call') },
        { value: 'put', label: t('put') },
      ]}
      onChange={(next) => setLeg(app, next)}
      stretch
    />
  )
}

/** A contract that is no longer listed is no choice: the grid's is shown in its place. */
function useGoneContract(contract: string | undefined, error: Error | null): void {
  const app = useAppState()
  const isGone = contract !== undefined && error !== null && problemOf(error).code === 'symbol-unknown'
  useEffect(() => {
    if (isGone) leaveContract(app)
  }, [app, isGone])
}

/** Three kinds of nothing: the symbol has no options at all, their quotes are not to be trusted, or none of this strategy fits today. */
function Nothing({ income, leg }: { income: Income; leg: LegType }) {
  const app = useAppState()
  const { t } = useTranslation('how')
  const reasonOf = useUnknownReason()
  const symbol = income.underlying
  if (!income.listedContracts)
    return <Note title={t('empty.listed', { symbol })}>{t('empty.listedHint')}</Note>
  const chain = (
    <Button data-action="chain" onClick={() => setHowView(app, 'chain')}>
      {t('empty.chain')}
    </Button>
  )
  const refusal = whyUnknown(income, leg === 'call' ? 'callOptimals' : 'putOptimals')
  if (refusal)
    return (
      <Note title={t('empty.refused', { symbol })} action={chain}>
        {reasonOf(refusal)}
      </Note>
    )
  const other =
    leg === 'call'
      ? income.putOptimals.length + income.putAlternatives.length
      : income.callOptimals.length + income.callAlternatives.length
  return (
    <Note
      title={t(leg === 'call' ? 'empty.callTitle' : 'empty.putTitle', { symbol })}
      action={
        <>
          {other > 0 && (
            <Button data-action="show-other" onClick={() => setLeg(app, leg === 'call' ? 'put' : 'call')}>
              {t('empty.other')}
            </Button>
          )}
          {chain}
        </>
      }
    >
      {t('empty.fitHint', {
        from: String(income.timeframes.short.from),
        to: String(income.timeframes.long.to),
      })}
    </Note>
  )
}
