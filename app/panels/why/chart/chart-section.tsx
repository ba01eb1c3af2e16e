import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { type HistoryRange, historyRanges, type Why } from '#contract/responses/resources.ts'
import { problemOf } from '#app/api/client.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { queries } from '#app/api/queries.ts'
import { useAppState } from '#app/state/app-state.ts'
import { chooseChart, useChartChoice } from '#app/state/chart-choice.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Failure } from '#app/ui/failure.tsx'
import { Note } from '#app/ui/note.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import type { BarWindow, BarWish } from './bar-window.ts'
import { Layers } from './layers.tsx'
import { rangeKeys } from './range-keys.ts'

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
  // Drawn in slices: it is the dearest thing of the widget to render.
  const drawn = useDeferredValue(history.data, undefined)
  const chart = useLazyModule('chart', loadChart, !asTable)
  const table = useLazyModule('table', loadTable, asTable)

  // While it is being refetched it is still missing.
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
