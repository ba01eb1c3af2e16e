import './how.css'
import './chain/layer.css'
import type { UseQueryResult } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import type { WireIncome, WireIncomeOption } from '#contract/responses/income.ts'
import { useRefetchQuery } from '#app/api/refetch-query.ts'
import { problemOf } from '#app/api/client.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { type ChosenIncome, useChosenIncome } from '#app/api/chosen-income.ts'
import { useSubscription } from '#app/api/feed/use-subscription.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { optionById, selectedCell } from '#app/state/choices/cells.ts'
import {
  chooseAutomatically,
  deselectContract,
  markDelisted,
  useChosenContract,
  useRequestedContract,
} from '#app/state/choices/chosen-contract.ts'
import { useFreeShares } from '#app/state/holdings.ts'
import { useMarket } from '#app/state/live.ts'
import { contractsOf } from '#app/state/priced.ts'
import { useResponseQuotes } from '#app/state/response-quotes.ts'
import { useView } from '#app/state/view.ts'
import { Note } from '#app/ui/note.tsx'
import { Panel, panelState } from '#app/ui/panel.tsx'
import { SentimentMark } from '#app/ui/price/sentiment.tsx'
import { LiveRegion } from '#app/ui/visually-hidden.tsx'
import { isAnnualizedHidden, useHost } from '#app/state/host.ts'
import { Foot, FootProvider } from './foot.tsx'
import type { Trades } from './grid/trades.tsx'
import { hasTrades, HowEmptyContent } from './how-empty-state.tsx'
import { PositionStrip } from './position/position-strip.tsx'
import { OpenOptions } from './roll/open-options.tsx'
import { HowSkeleton } from './skeleton.tsx'
import { StrategyChoice } from './strategy-choice.tsx'
import type { TradeBlock } from './ticket/order-warning.tsx'
import { useTradeBlock } from './ticket/use-trade-block.tsx'
import { OutlookNote } from './outlook-note.tsx'

type Props = {
  /**
   * Whether the panel only requests and chooses the contract, behind its skeleton. If it did that with its content, the
   * content, and the chart with the contract, would render once more. Default false.
   */
  isPreparing?: boolean
  onTrade: (ticket: TradeTicket) => void
}

/**
 * How to earn income on the displayed symbol: strategy, position, the 3 x 3 grid, the chosen
 * contract and its ticket. `onTrade` receives a ticket only after a trusted click on Trade, while
 * the whole order is on screen.
 */
export const HowPanel = (props: Props) => (
  // The sentences without annualised returns are the only texts of the panel that are not loaded with it.
  <Suspense fallback={<LoadingPanel />}>
    <LoadedHowPanel {...props} />
  </Suspense>
)

function LoadingPanel() {
  const { t } = useTranslation()
  return <Panel name="how" state="loading" heading={t('tab.how')} skeleton={<HowSkeleton />} />
}

function LoadedHowPanel({ isPreparing = false, onTrade }: Props) {
  const hidesAnnualized = useHost(isAnnualizedHidden)
  // Also loads the texts of the cards, so that they do not suspend later.
  const { t } = useTranslation(hidesAnnualized ? ['how', 'ticket', 'unannualized'] : ['how', 'ticket'])
  const symbol = useView((view) => view.symbol)
  const leg = useView((view) => view.leg)
  const sentimentOverride = useView((view) => view.sentimentOverride)
  const howView = useView((view) => view.howView)
  const { chosenIncome, tradesModule, retry } = useIncome(symbol)
  const { query, income } = chosenIncome
  const { isPlaceholderData } = query
  useSubscription(symbol ? [symbol] : [])

  const isStale = useIsStale(query)
  const tradeBlock = useTradeBlock(query, isStale)
  const isEmpty = Boolean(income && !hasTrades(income, leg)) && howView === 'grid' && !income?.contract
  const state = panelState(
    {
      data: isPreparing ? undefined : tradesModule.data && income,
      isError: query.isError || tradesModule.isError,
    },
    { empty: isEmpty, stale: isStale },
  )
  const failure = query.error ?? tradesModule.error

  const hasChain = howView === 'chain' && symbol !== '' && state !== 'empty' && state !== 'error'
  return (
    <FootProvider>
      <Panel
        name="how"
        symbol={symbol}
        state={symbol === '' ? 'empty' : state}
        foot={<Foot hasChain={hasChain} />}
        unknown={income?.unknown}
        heading={symbol ? t('title', { symbol }) : t('titleEmpty')}
        meta={sentimentOverride && <SentimentMark sentiment={sentimentOverride} plain />}
        problem={failure ? problemOf(failure) : undefined}
        failureNote={isUnknownSymbol(query) ? <UnknownSymbol symbol={symbol} /> : undefined}
        onRetry={retry}
        skeleton={<HowSkeleton />}
        empty={
          symbol === '' ? (
            <Note>{t('empty.symbol')}</Note>
          ) : (
            income && <HowEmptyContent income={income} tradeBlock={tradeBlock} onTrade={onTrade} />
          )
        }
      >
        {income && tradesModule.data && !isPreparing && (
          <div className={howView === 'chain' ? 'how how-with-chain' : 'how'} aria-busy={isPlaceholderData}>
            <HowContent
              income={income}
              changedCellOf={chosenIncome.changedCellOf}
              TradesComponent={tradesModule.data.Trades}
              isUpdating={isPlaceholderData}
              tradeBlock={tradeBlock}
              onTrade={onTrade}
            />
            <LiveRegion>{isPlaceholderData ? t('updating') : ''}</LiveRegion>
          </div>
        )}
      </Panel>
    </FootProvider>
  )
}

const isUnknownSymbol = ({ error }: UseQueryResult<WireIncome>): boolean =>
  error !== null && /^(symbol-unknown|malformed-symbol)$/.test(problemOf(error).code)

/** The words of the Why panel. A wrong symbol is no failure of the service, so there is no error id. */
function UnknownSymbol({ symbol }: { symbol: string }) {
  const { t } = useTranslation('why')
  return (
    <Note role="alert" code="symbol-unknown" title={t('empty.unknown', { symbol })}>
      {t('empty.unknownHint')}
    </Note>
  )
}

/** Requests the figures of a symbol, and loads the module that displays them, a separate chunk. */
function useIncome(symbol: string) {
  const chosenIncome = useChosenIncome(symbol)
  const { query, queryKey } = chosenIncome
  const tradesModule = useLazyModule('how/trades', () => import('./grid/trades.tsx'))
  const refetchQuery = useRefetchQuery()
  useAutomaticChoice(chosenIncome)
  useIncomeQuotes(query.data)
  useDelistedContract(query)
  const retry = () => {
    if (tradesModule.isError) void tradesModule.refetch()
    if (!query.data) refetchQuery(queryKey)
  }
  return { chosenIncome, tradesModule, retry }
}

function HowContent({
  income,
  changedCellOf,
  TradesComponent,
  isUpdating,
  tradeBlock,
  onTrade,
}: {
  income: WireIncome
  changedCellOf: ChosenIncome['changedCellOf']
  TradesComponent: typeof Trades
  /** `income` is the previous response; the requested one is pending. */
  isUpdating: boolean
  tradeBlock: TradeBlock | undefined
  onTrade: (ticket: TradeTicket) => void
}) {
  const { locale } = useFormat()
  const symbol = useView((view) => view.symbol)
  const leg = useView((view) => view.leg)
  const position = useView((view) => view.positions[symbol])
  const displayed = useDisplayedOption(income)
  const heldShares = useFreeShares(symbol, position?.stockQuantity)
  return (
    <>
      <OpenOptions symbol={symbol} tradeBlock={tradeBlock} onTrade={onTrade} />
      <StrategyChoice />
      <OutlookNote />
      <PositionStrip key={`${symbol} ${locale}`} symbol={symbol} leg={leg} strike={displayed?.strike} />
      <TradesComponent
        income={income}
        changedCellOf={changedCellOf}
        leg={leg}
        heldShares={heldShares}
        isUpdating={isUpdating}
        tradeBlock={tradeBlock}
        onTrade={onTrade}
      />
    </>
  )
}

/**
 * Returns whether the displayed figures are stale: the last fetch failed, the source of the data does not respond, or
 * they were loaded before the feed went down. Figures that are fetched while the feed is down are not stale.
 */
function useIsStale({ data, isError, dataUpdatedAt }: UseQueryResult<WireIncome>): boolean {
  const { stale, connection, market } = useMarket()
  const isFeedDown = stale || connection === 'offline'
  /**
   * Fetch time of the figures on screen when the feed went down, ms since 1970; null while the feed
   * is up.
   */
  const [staleUpTo, setStaleUpTo] = useState<number | null>(null)
  if (isFeedDown !== (staleUpTo !== null)) setStaleUpTo(isFeedDown ? dataUpdatedAt : null)
  return (
    data !== undefined &&
    (isError || market?.stale === true || (staleUpTo !== null && dataUpdatedAt <= staleUpTo))
  )
}

/** Returns the chosen contract, or the one that the chosen cell displays; undefined if the response has neither. */
function useDisplayedOption(income: WireIncome | undefined): WireIncomeOption | undefined {
  const contract = useChosenContract()
  const leg = useView((view) => view.leg)
  const timeframe = useView((view) => view.timeframe)
  const riskProfile = useView((view) => view.riskProfile)
  return income && selectedCell(income, { leg, timeframe, riskProfile, contract })?.option
}

/** Chooses the first contract that the chosen cell displays, until the user chooses one. */
function useAutomaticChoice({ query, income }: ChosenIncome): void {
  const app = useAppState()
  const contract = useChosenContract()
  const displayed = useDisplayedOption(income)
  // A cached response may be old; the requested one has the current picks.
  const isSettled = contract === null && !query.isFetching && !query.isPlaceholderData
  const id = isSettled && displayed?.id
  useEffect(() => {
    if (id) chooseAutomatically(app, id)
  }, [app, id])
}

/** Stores the quotes of a response for all places that show its contracts. */
function useIncomeQuotes(income: WireIncome | undefined): void {
  const contracts = useMemo(() => (income ? contractsOf(income) : []), [income])
  useResponseQuotes(contracts, income?.optionsAsOf ?? null)
}

/**
 * Handles a chosen contract that is no longer listed. If it is on screen it stays there, because an order for it may be
 * under review; otherwise the chosen cell chooses a contract again.
 */
function useDelistedContract({ data, error }: UseQueryResult<WireIncome>): void {
  const app = useAppState()
  const contract = useRequestedContract()
  const isDelisted = contract !== undefined && error !== null && problemOf(error).code === 'symbol-unknown'
  const isOnScreen = isDelisted && data !== undefined && optionById(data, contract) !== undefined
  useEffect(() => {
    if (!isDelisted) return
    if (isOnScreen) markDelisted(app, contract)
    else deselectContract(app)
  }, [app, contract, isDelisted, isOnScreen])
}
