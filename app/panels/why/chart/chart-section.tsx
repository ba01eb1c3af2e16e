/** The chart with its controls: range, layers, zoom buttons, and the table alternative. */
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import {
  type HistoryRange,
  historyRanges,
  type Why,
  type Average,
  averageSessions,
} from '#contract/responses/resources.ts'
import { problemOf } from '#app/api/client.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { queries } from '#app/api/queries.ts'
import { useAppState } from '#app/state/app-state.ts'
import { chooseChart, useChartChoice, type ChartChoice } from '#app/state/chart-choice.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Failure } from '#app/ui/failure.tsx'
import { Note } from '#app/ui/note.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import {
  type BarWindow,
  type BarWish,
  rangeKeys,
  isWhole,
  moved,
  wholeWindow,
  zoomed,
  zoomStep,
} from './bar-window.ts'
import { useUnknownReason } from '#app/ui/unknown.tsx'

const loadChart = () => import('./price-chart.tsx')
const loadTable = () => import('#app/panels/why/facts/why-table.tsx')

/** The chart with its controls, or the same as tables. `wish`: the bar to come to. */
export function ChartSection({ why, wish }: { why: Why; wish: BarWish | null }) {
  const app = useAppState()
  const { t } = useTranslation(['why', 'common'])
  const range = useView((view) => view.range)
  const choice = useChartChoice(app)
  const { asTable } = choice
  const [window, setWindow] = useState<BarWindow | null>(null)
  const averages = asTable || choice.averages.length > 0
  const history = useQuery(queries.history(why.symbol, range, averages))
  // Deferred: it is the most expensive part of the widget to render.
  const drawn = useDeferredValue(history.data, undefined)
  const chart = useLazyModule('chart', loadChart, !asTable)
  const table = useLazyModule('table', loadTable, asTable)

  // During a retry the data is still missing.
  const failed = [history, asTable ? table : chart].find(
    (query) => query.errorUpdateCount > 0 && query.data === undefined,
  )
  const chooseRange = (next: HistoryRange) => {
    setWindow(null)
    useView.of(app).setState({ range: next })
  }
  const PriceChart = chart.data?.PriceChart
  const WhyTable = table.data?.WhyTable
  return (
    <section className="why-chart-section">
      <div className="why-chart-bar">
        <Segmented
          label={t('chart.range')}
          value={range}
          choices={historyRanges.map((value) => ({ value, label: t(rangeKeys[value]) }))}
          onChange={chooseRange}
        />
        <Button kind="quiet" className="why-as-table" onClick={() => chooseChart(app, { asTable: !asTable })}>
          {t(asTable ? 'chart.asChart' : 'chart.asTable')}
        </Button>
      </div>
      {failed ? (
        <Failure
          problem={failed.error ? problemOf(failed.error) : undefined}
          symbol={why.symbol}
          title={t('chart.failed')}
          busy={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      ) : history.data?.date.length === 0 ? (
        <Note>{t('chart.none', { symbol: why.symbol })}</Note>
      ) : history.data && asTable && WhyTable ? (
        <WhyTable why={why} history={history.data} />
      ) : (
        <>
          {drawn && !asTable && PriceChart ? (
            <PriceChart
              why={why}
              history={drawn}
              choice={choice}
              window={window}
              onWindow={setWindow}
              wish={wish}
            />
          ) : (
            <output className="why-chart-box why-chart-wait">
              <span className="visually-hidden">{t('chart.loading')}</span>
            </output>
          )}
          {!asTable && (
            <Layers
              choice={choice}
              count={drawn?.date.length ?? 0}
              averages={drawn?.averages}
              window={window}
              onWindow={setWindow}
            />
          )}
        </>
      )}
    </section>
  )
}

export function Layers({
  choice,
  count,
  averages,
  window,
  onWindow,
}: {
  choice: ChartChoice
  /** Averages of the response; undefined before it. */
  averages: readonly Average[] | undefined
  /** Number of bars; 0 before the response. */
  count: number
  window: BarWindow | null
  onWindow: (window: BarWindow | null) => void
}) {
  const app = useAppState()
  const { t } = useTranslation('why')
  const reasonOf = useUnknownReason()
  const toggles = [
    { name: 'volume' as const, label: t('chart.volumeLayer'), title: undefined },
    { name: 'trend' as const, label: t('chart.trend'), title: t('chart.trendTitle') },
  ]
  return (
    <div className="why-layers">
      <div role="group" aria-label={t('chart.layers')}>
        <Button
          kind="quiet"
          pressed={choice.candles}
          data-layer="candles"
          onClick={() => chooseChart(app, { candles: !choice.candles })}
        >
          {t('chart.candles')}
        </Button>
        {averageSessions.map((sessions) => {
          const shown = choice.averages.includes(sessions)
          const chosen = averageSessions.filter((one) =>
            one === sessions ? !shown : choice.averages.includes(one),
          )
          // Entirely unknown: the button is disabled instead of toggling an empty line.
          const answered = shown ? averages?.find((one) => one.sessions === sessions) : undefined
          const missing = answered?.close.every((value) => value === null) ? answered.unknown : null
          return (
            <Button
              key={sessions}
              kind="quiet"
              pressed={shown}
              data-layer={`average-${sessions}`}
              aria-label={t('chart.average', { sessions })}
              title={missing ? reasonOf({ reason: missing, asOf: null }) : t('chart.average', { sessions })}
              aria-description={missing ? reasonOf({ reason: missing, asOf: null }) : undefined}
              onClick={() => chooseChart(app, { averages: chosen })}
            >
              <svg className="why-swatch" viewBox="0 0 14 8" aria-hidden="true">
                <path className="why-average" data-sessions={sessions} d="M0 4H14" />
              </svg>
              {sessions}
              {missing && ' —'}
            </Button>
          )
        })}
        {toggles.map(({ name, label, title }) => (
          <Button
            key={name}
            kind="quiet"
            pressed={choice[name]}
            data-layer={name}
            title={title}
            onClick={() => chooseChart(app, { [name]: !choice[name] })}
          >
            {label}
          </Button>
        ))}
      </div>
      <Zoom count={count} window={window ?? wholeWindow(count)} onWindow={onWindow} />
    </div>
  )
}

/** Buttons for users without a wheel, a touch screen or a drag gesture. */
function Zoom({
  count,
  window,
  onWindow,
}: {
  count: number
  window: BarWindow
  onWindow: (window: BarWindow | null) => void
}) {
  const { t } = useTranslation('why')
  const whole = isWhole(window, count)
  const part = (window.to - window.from) / 3
  const steps = [
    ['earlier', '‹', whole || window.from <= 0, () => moved(window, count, -part)],
    ['later', '›', whole || window.to >= count - 1, () => moved(window, count, part)],
    ['zoom-out', '−', whole, () => zoomed(window, count, zoomStep, window.to)],
    ['zoom-in', '+', window.to - window.from < 10, () => zoomed(window, count, 1 / zoomStep, window.to)],
  ] as const
  const names = {
    earlier: t('chart.earlier'),
    later: t('chart.later'),
    'zoom-out': t('chart.zoomOut'),
    'zoom-in': t('chart.zoomIn'),
  }
  return (
    // Time runs from left to right in every language, and so do the buttons that move it.
    <div role="group" aria-label={t('chart.zoom')} className="why-zoom" dir="ltr">
      {steps.map(([action, sign, ended, next]) => (
        <Button
          key={action}
          kind="icon"
          data-step={action}
          aria-label={names[action]}
          title={names[action]}
          // Not `disabled`: a button that becomes disabled while it is pressed loses the focus.
          aria-disabled={ended}
          onClick={() => !ended && onWindow(next())}
        >
          {sign}
        </Button>
      ))}
    </div>
  )
}
