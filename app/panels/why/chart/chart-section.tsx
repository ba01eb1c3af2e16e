/** The chart with its controls: range, layers, zoom buttons, and a switch to tables. */
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useDeferredValue, useId, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import {
  type HistoryRange,
  type WireWhy,
  type Average,
  type AverageSessions,
  averageSessions,
} from '#contract/responses/resources.ts'
import { problemOf } from '#app/api/client.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { panelQueries } from '#app/api/panel-queries.ts'
import { useAppState } from '#app/state/app-state.ts'
import { chooseChart, useChartChoice, type ChartChoice } from '#app/state/choices/chart-choice.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Failure } from '#app/ui/failure.tsx'
import { Note } from '#app/ui/note.tsx'
import {
  type BarWindow,
  type BarRequest,
  type ChartBounds,
  isSameWindow,
  moveWindow,
  zoomWindow,
  zoomStep,
} from './bar-window.ts'
import { ChartControls, ZoomHint } from './chart-controls.tsx'
import type { PriceChartProps } from './price-chart.tsx'
import { UnpricedNote, useUnknownReason } from '#app/ui/unknown.tsx'

const loadChart = () => import('./price-chart.tsx')
const loadTable = () => import('#app/panels/why/facts/why-table.tsx')

/** The chart with its controls, or the data as tables. `barRequest`: the bar to reveal, or null. */
export function ChartSection({ why, barRequest }: { why: WireWhy; barRequest: BarRequest | null }) {
  const app = useAppState()
  const { t } = useTranslation(['why', 'common'])
  const range = useView((view) => view.range)
  const choice = useChartChoice(app)
  const { asTable } = choice
  const [window, setWindow] = useState<BarWindow | null>(null)
  const { history, failedQuery, PriceChart, WhyTable } = useChartParts(why.symbol, range, choice)
  // Deferred, because the chart is the most expensive part of the widget to render.
  const deferredHistory = useDeferredValue(history, undefined)
  const noteId = useId()
  const isHidden = history?.unknown?.some(
    ({ field, reason }) => field === 'close' && reason === 'not-licensed',
  )
  const selectRange = (newRange: HistoryRange) => {
    setWindow(null)
    useView.of(app).setState({ range: newRange })
  }
  return (
    <section className="why-chart-section">
      <ChartControls
        range={range}
        isMoved={window !== null && !asTable}
        asTable={asTable}
        onRange={selectRange}
        disabledBy={isHidden ? noteId : undefined}
      />
      {failedQuery ? (
        <Failure
          problem={failedQuery.error ? problemOf(failedQuery.error) : undefined}
          symbol={why.symbol}
          title={t('chart.failed')}
          busy={failedQuery.isFetching}
          onRetry={() => void failedQuery.refetch()}
        />
      ) : isHidden ? (
        <UnpricedNote subject="chart" className="why-quiet why-chart-hidden" id={noteId} />
      ) : history?.date.length === 0 ? (
        <Note>{t('chart.none', { symbol: why.symbol })}</Note>
      ) : history && asTable && WhyTable ? (
        <WhyTable why={why} history={history} />
      ) : (
        <ChartWithLayers
          why={why}
          history={deferredHistory}
          choice={choice}
          window={window}
          onWindow={setWindow}
          barRequest={barRequest}
          PriceChart={asTable ? undefined : PriceChart}
        />
      )}
    </section>
  )
}

/** The chart, or its placeholder until it is loaded, and below it the buttons of the layers. */
function ChartWithLayers({
  history,
  choice,
  window,
  onWindow,
  PriceChart,
  ...rest
}: Omit<PriceChartProps, 'history' | 'onBounds'> & {
  history: PriceChartProps['history'] | undefined
  /** Undefined until its code is loaded. */
  PriceChart: ComponentType<PriceChartProps> | undefined
}) {
  const { t } = useTranslation('why')
  const [bounds, setBounds] = useState<ChartBounds | null>(null)
  const chart = { choice, window, onWindow }
  return (
    <>
      {history && PriceChart ? (
        <PriceChart {...rest} {...chart} history={history} onBounds={setBounds} />
      ) : (
        <output className="why-chart-box why-chart-placeholder" data-averages={choice.averages.length > 0}>
          <span className="visually-hidden">{t('chart.loading')}</span>
        </output>
      )}
      {!choice.asTable && <Layers {...chart} bounds={history ? bounds : null} averages={history?.averages} />}
    </>
  )
}

/** Loads the history and the code of the chart or the tables. */
function useChartParts(symbol: string, range: HistoryRange, { asTable, averages }: ChartChoice) {
  const history = useQuery(panelQueries.history(symbol, range, asTable || averages.length > 0))
  const chart = useLazyModule('chart', loadChart, !asTable)
  const table = useLazyModule('table', loadTable, asTable)
  // During a retry the data is still missing, so the failure stays visible.
  const failedQuery = [history, asTable ? table : chart].find(
    (query) => query.errorUpdateCount > 0 && query.data === undefined,
  )
  return {
    history: history.data,
    failedQuery,
    PriceChart: chart.data?.PriceChart,
    WhyTable: table.data?.WhyTable,
  }
}

/** Toggle buttons of the layers, and the zoom buttons. */
export function Layers({
  choice,
  bounds,
  averages,
  window,
  onWindow,
}: {
  choice: ChartChoice
  /** Averages in the response; undefined until it arrives. */
  averages: readonly Average[] | undefined
  /** Null until the chart is drawn. */
  bounds: ChartBounds | null
  window: BarWindow | null
  onWindow: (window: BarWindow | null) => void
}) {
  const { t } = useTranslation('why')
  return (
    <div className="why-layers">
      <div role="group" aria-label={t('chart.layers')}>
        <LayerToggle choice={choice} name="candles" label={t('chart.candles')} />
        {averageSessions.map((sessions) => (
          <AverageToggle
            key={sessions}
            sessions={sessions}
            choice={choice}
            average={averages?.find((average) => average.sessions === sessions)}
          />
        ))}
        <LayerToggle choice={choice} name="volume" label={t('chart.volumeLayer')} />
        <LayerToggle choice={choice} name="trend" label={t('chart.trend')} title={t('chart.trendTitle')} />
      </div>
      <Zoom bounds={bounds} window={window} onWindow={onWindow} />
    </div>
  )
}

function LayerToggle({
  choice,
  name,
  label,
  title,
}: {
  choice: ChartChoice
  name: 'candles' | 'volume' | 'trend'
  label: string
  title?: string
}) {
  const app = useAppState()
  return (
    <Button
      kind="quiet"
      pressed={choice[name]}
      data-layer={name}
      title={title}
      onClick={() => chooseChart(app, { [name]: !choice[name] })}
    >
      {label}
    </Button>
  )
}

function AverageToggle({
  sessions,
  choice,
  average,
}: {
  sessions: AverageSessions
  choice: ChartChoice
  /** The average in the response; undefined until it is loaded. */
  average: Average | undefined
}) {
  const app = useAppState()
  const { t } = useTranslation('why')
  const reasonOf = useUnknownReason()
  const isOn = choice.averages.includes(sessions)
  const newAverages = averageSessions.filter((length) =>
    length === sessions ? !isOn : choice.averages.includes(length),
  )
  const unknown = isOn && average?.close.every((value) => value === null) ? average.unknown : null
  const reason = unknown ? reasonOf({ reason: unknown, asOf: null }) : undefined
  return (
    <Button
      kind="quiet"
      pressed={isOn}
      data-layer={`average-${sessions}`}
      aria-label={t('chart.average', { sessions })}
      title={reason ?? t('chart.average', { sessions })}
      aria-description={reason}
      onClick={() => chooseChart(app, { averages: newAverages })}
    >
      <svg className="why-swatch" viewBox="0 0 14 8" aria-hidden="true">
        <path className="why-average" data-sessions={sessions} d="M0 4H14" />
      </svg>
      {sessions}
      {unknown && ' —'}
    </Button>
  )
}

/** Buttons that pan and zoom, for users without a wheel or a touch screen. */
function Zoom({
  bounds,
  window,
  onWindow,
}: {
  bounds: ChartBounds | null
  window: BarWindow | null
  onWindow: (window: BarWindow | null) => void
}) {
  const { t } = useTranslation('why')
  const { extent, initial } = bounds ?? { extent: { last: 0, end: 0 }, initial: { from: 0, to: 0 } }
  const current = window ?? initial
  const shift = (current.to - current.from) / 3
  const anchor = Math.min(extent.last, current.to)
  const steps = [
    ['earlier', '‹', moveWindow(current, extent, -shift)],
    ['later', '›', moveWindow(current, extent, shift)],
    ['zoom-out', '−', zoomWindow(current, extent, zoomStep, anchor)],
    ['zoom-in', '+', zoomWindow(current, extent, 1 / zoomStep, anchor)],
  ] as const
  const names = {
    earlier: t('chart.earlier'),
    later: t('chart.later'),
    'zoom-out': t('chart.zoomOut'),
    'zoom-in': t('chart.zoomIn'),
  }
  return (
    // Time runs from left to right in all languages, so these buttons do too.
    <div role="group" aria-label={t('chart.zoom')} className="why-zoom" dir="ltr">
      <ZoomHint />
      {steps.map(([action, sign, next]) => (
        <Button
          key={action}
          kind="icon"
          data-step={action}
          aria-label={names[action]}
          title={names[action]}
          // Not `disabled`, because a button that becomes disabled while it is pressed loses the focus.
          aria-disabled={isSameWindow(next, current)}
          onClick={() => onWindow(isSameWindow(next, initial) ? null : next)}
        >
          {sign}
        </Button>
      ))}
    </div>
  )
}
