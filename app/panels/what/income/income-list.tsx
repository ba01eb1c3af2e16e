/** List of the best income trades of the scan, highest expected profit first. Loaded when its tab is opened. */
import './income.css'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { type BestIncomeOrder, bestIncomeOrders } from '#contract/responses/lists/best-income-orders.ts'
import type { WireBestIncome } from '#contract/responses/lists/best-income.ts'
import { useRefetchQuery } from '#app/api/refetch-query.ts'
import { problemOf } from '#app/api/client.ts'
import { lazyQueries } from '#app/api/lazy-queries.ts'
import { type Format, useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { isAnnualizedHidden, wasSessionOpened, useHost } from '#app/state/host.ts'
import { useMarket } from '#app/state/live.ts'
import { setContract } from '#app/state/choices/trade-choice.ts'
import { setIncomeLeg, setScreen } from '#app/state/choices/list-choice.ts'
import { selectSymbol, useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Note } from '#app/ui/note.tsx'
import { panelState } from '#app/ui/panel.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { LiveRegion } from '#app/ui/visually-hidden.tsx'
import { countFilters, incomeFilters } from '#app/panels/what/filters/filter-and-sort.ts'
import { FiltersButton } from '#app/panels/what/filters/filters-button.tsx'
import { useHiddenIncomePrices } from '#app/panels/what/hidden-prices.ts'
import { ListNote } from '#app/panels/what/hidden-prices-note.tsx'
import { IncomeFields } from '#app/panels/what/income-fields.tsx'
import { ListBody } from '#app/panels/what/list-body.tsx'
import type { ListProps } from '#app/panels/what/list-module.ts'
import { minDaysWithoutFootnote } from '#app/panels/what/ideas/deferred-columns.tsx'
import { clearIncomeFilters } from './income-filters.ts'
import { SavedScreens } from './saved-screens.tsx'
import { ExportButton } from './export/export-button.tsx'
import { IncomeGrid } from './income-grid.tsx'
import { orderOf, sortedBy } from './income-order.ts'
import { NothingToSell } from './start/nothing-to-sell.tsx'
import { useMeans } from './start/means.ts'
import { StartLine } from './start/start-line.tsx'
import { incomeQuery, type IncomeQuery, priceOrders, withoutPriceFilters } from './income-query.ts'
import { countScreen, ScreenFields } from './screen-fields.tsx'
import { useDebouncedValue } from '#app/ui/use-debounced-value.ts'

/** Delay of a request after the last input, milliseconds. */
const debounceMs = 300

export function Toolbar() {
  const app = useAppState()
  const { t } = useTranslation('ideas')
  const leg = useView((view) => view.incomeLeg)
  const [open, setOpen] = useState(false)
  const hidesPrices = useHiddenIncomePrices()
  const count = useFilterCount()
  const hiddenBy = useId()
  return (
    <div className="what-toolbar">
      <StartLine />
      <Segmented
        label={t('income.legs.label')}
        value={leg === '' ? 'all' : leg}
        choices={(['all', 'call', 'put'] as const).map((value) => ({
          value,
          label: t(`income.legs.${value}`),
        }))}
        onChange={(value) => setIncomeLeg(app, value === 'all' ? '' : value)}
      />
      <FiltersButton count={count} open={open} onToggle={() => setOpen(!open)} />
      {open && (
        <div className="filters" role="group" aria-label={t('income.filters')}>
          <SavedScreens />
          <Order hidesPrices={hidesPrices} />
          <IncomeFields
            hasNoEarnings={leg !== 'put'}
            hidden={{ prices: hidesPrices, yields: hidesPrices }}
            noteId={hiddenBy}
          />
          <ScreenFields hiddenBy={hidesPrices ? hiddenBy : undefined} />
          {count > 0 && (
            <Button
              kind="quiet"
              className="filters-clear"
              data-action="clear-filters"
              onClick={() => clearIncomeFilters(app)}
            >
              {t('income.clear', { count })}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** The order, also of figures that are no column. */
function Order({ hidesPrices }: { hidesPrices: boolean }) {
  const app = useAppState()
  const { t } = useTranslation('ideas')
  const { sort } = orderOf(useView((view) => view.screen))
  const hidesAnnualized = useHost(isAnnualizedHidden)
  return (
    <label className="filters-order">
      <span>{t('order.label')}</span>
      <select
        className="select"
        data-filter="sort"
        value={sort}
        onChange={({ target }) => setScreen(app, sortedBy(target.value as BestIncomeOrder))}
      >
        {bestIncomeOrders
          .filter((order) => order !== 'annualizedReturn' || !hidesAnnualized)
          .map((order) => (
            <option key={order} value={order} disabled={hidesPrices && priceOrders.includes(order)}>
              {t(`order.${order === 'score' ? 'expectedProfit' : order}`)}
            </option>
          ))}
      </select>
    </label>
  )
}

/** Returns the number of filters of the list that are set. */
function useFilterCount(): number {
  const filters = useView((view) => view.filters)
  const screen = useView((view) => view.screen)
  return countFilters(filters, incomeFilters) + countScreen(screen)
}

/** Whether a day is the current one in New York. */
const isToday = (format: Format, day: string | null | undefined): boolean =>
  day != null && format.day(day) === format.dayOf(Date.now())

export function List({ onState, goTo }: ListProps) {
  const app = useAppState()
  const { t } = useTranslation(['ideas', 'how', 'common'])
  const format = useFormat()
  const hasSession = useHost(wasSessionOpened)
  const hidesAnnualized = useHost(isAnnualizedHidden)
  const { stale } = useMarket()
  const leg = useView((view) => view.incomeLeg)
  const filters = useView((view) => view.filters)
  const screen = useView((view) => view.screen)
  const hidesPrices = useHiddenIncomePrices()
  const { has, sizeOf } = useMeans()
  const hasNoShares = has !== undefined && 'symbols' in has && has.symbols.length === 0
  const requestedJson = JSON.stringify(incomeQuery(filters, leg, screen, has))
  const queryJson = useDebouncedValue(requestedJson, debounceMs)
  const filteredQuery = JSON.parse(queryJson) as IncomeQuery
  // A stored filter of prices is sent if the licence is not known yet. The service then refuses it.
  const request = lazyQueries.bestIncome(hidesPrices ? withoutPriceFilters(filteredQuery) : filteredQuery)
  const query = useQuery({
    ...request,
    enabled: hasSession && !hasNoShares,
    placeholderData: (previousData: WireBestIncome | undefined) => previousData,
  })
  const refetchQuery = useRefetchQuery()
  const [picked, setPicked] = useState({ contract: '', queryJson: '' })

  const { data } = query
  // The response of the former filters is displayed until that of the current ones arrives.
  const isSettled = hasNoShares || (queryJson === requestedJson && !query.isPlaceholderData)
  // Also without the filter of the service, which a partner without prices does not have, and until it responds.
  const trades = (hasNoShares ? [] : (data?.trades ?? [])).filter((trade) => sizeOf(trade)?.contracts !== 0)
  // Of an earlier day the quotes are those of its close.
  const quotedAt = isToday(format, data?.tradingDay)
    ? trades.map(({ optionsAsOf }) => optionsAsOf).toSorted()[0]
    : undefined
  const isFiltered = useFilterCount() > 0 || leg !== ''
  const { sort } = orderOf(screen)
  return (
    <ListBody
      state={panelState(
        { data: trades.length > 0 || isSettled ? data : undefined, isError: query.isError },
        { empty: trades.length === 0, stale },
      )}
      onState={onState}
      problem={query.error ? problemOf(query.error) : undefined}
      onRetry={() => refetchQuery(request.queryKey)}
      empty={
        has && data?.dateOfScan ? (
          <NothingToSell has={has} goTo={goTo} />
        ) : (
          <EmptyList isFiltered={isFiltered} hasScan={Boolean(data?.dateOfScan)} />
        )
      }
    >
      <IncomeGrid
        trades={trades}
        sizeOf={has && sizeOf}
        hidesAnnualized={hidesAnnualized}
        hidesPrices={hidesPrices}
        onPick={(trade, contract) => {
          const side = trade.legType === 'Call' ? 'call' : 'put'
          selectSymbol(app, trade.symbol, { origin: 'user' })
          setContract(app, trade.id, side)
          setPicked({ contract, queryJson: requestedJson })
          goTo('how')
        }}
      />
      <LiveRegion>
        {picked.queryJson === requestedJson
          ? t('income.picked', { contract: picked.contract, panel: t('common:tab.how') })
          : isSettled && t('income.shown', { shown: trades.length, total: data?.matching ?? 0 })}
      </LiveRegion>
      <p className="what-basis">
        {data &&
          t(sort === 'score' ? 'income.basis' : 'income.basisInOrder', {
            shown: isSettled ? trades.length : '…',
            total: isSettled ? data.matching : '…',
            day: format.day(data.tradingDay),
            order: t(`order.${sort}`),
          })}
        {quotedAt !== undefined &&
          ` ${t('how:quotes.asOf', { day: format.dayOf(quotedAt), time: format.time(quotedAt) })}`}
        {!hidesAnnualized &&
          trades.some(
            ({ annualizedReturn, daysUntilExpiry }) =>
              annualizedReturn !== null && daysUntilExpiry < minDaysWithoutFootnote,
          ) && <span className="later-note"> {t('how:annualizedNote')}</span>}
      </p>
      <div className="what-else">
        <ExportButton trades={trades} day={data?.tradingDay ?? null} hidesAnnualized={hidesAnnualized} />
      </div>
      {trades[0]?.premium === null && <ListNote subject="options" />}
    </ListBody>
  )
}

/** Note for an empty list: no trade passes the filters, the scan has no trades, or there is no scan. */
function EmptyList({ isFiltered, hasScan }: { isFiltered: boolean; hasScan: boolean }) {
  const app = useAppState()
  const { t } = useTranslation('ideas')
  const clear = () => {
    clearIncomeFilters(app)
    setIncomeLeg(app, '')
  }
  if (isFiltered)
    return (
      <Note
        title={t('income.noMatchTitle')}
        action={
          <Button data-action="clear-filters" onClick={clear}>
            {t('income.clearAll')}
          </Button>
        }
      >
        {t('income.noMatch')}
      </Note>
    )
  return hasScan ? (
    <Note title={t('income.noneTitle')}>{t('income.none')}</Note>
  ) : (
    <Note title={t('income.noScanTitle')}>{t('income.noScan')}</Note>
  )
}
