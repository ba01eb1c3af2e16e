import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { historyRanges, type Why } from '#contract/resources.ts'
import { problemOf } from '#app/api/client.ts'
import { queries } from '#app/api/queries.ts'
import { useAppState } from '#app/state/app-state.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/button.tsx'
import { Failure } from '#app/ui/failure.tsx'
import { Note } from '#app/ui/note.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { useLazyModule } from '#app/api/lazy-module.ts'

const loadChart = () => import('./price-chart.tsx')
const loadTable = () => import('#app/panels/why/facts/why-table.tsx')
const rangeKeys = { '1M': 'chart.oneMonth', '6M': 'chart.sixMonths', '1Y': 'chart.oneYear' } as const

/** How the reader wants the chart; the same for every symbol. */
export type ChartChoice = {
  /** Whether the regression bands are shown. */
  trend: boolean
  asTable: boolean
}

/** The chart with its controls, or the same as tables. */
export function ChartSection({
  why,
  choice: { trend, asTable },
  onChoice,
}: {
  why: Why
  choice: ChartChoice
  onChoice: (choice: ChartChoice) => void
}) {
  const app = useAppState()
  const { t } = useTranslation(['why', 'common'])
  const range = useView((view) => view.range)
  const history = useQuery(queries.history(why.symbol, range))
  // Drawn in slices: it is the dearest thing of the widget to render.
  const drawn = useDeferredValue(history.data, undefined)
  const chart = useLazyModule('chart', loadChart, !asTable)
  const table = useLazyModule('table', loadTable, asTable)

  // While it is asked for again it is still not there.
  const failed = [history, asTable ? table : chart].find(
    (query) => query.errorUpdateCount > 0 && query.data === undefined,
  )
  const PriceChart = chart.data?.PriceChart
  const WhyTable = table.data?.WhyTable
  return (
    <section className="why-chart-section">
      <div className="why-chart-bar">
        <Segmented
          label={t('chart.range')}
          value={range}
          choices={historyRanges.map((value) => ({ value, label: t(rangeKeys[value]) }))}
          onChange={(next) => useView.of(app).setState({ range: next })}
        />
        {!asTable && (
          <Button
            pressed={trend}
            title={t('chart.trendTitle')}
            onClick={() => onChoice({ trend: !trend, asTable })}
          >
            {t('chart.trend')}
          </Button>
        )}
        <Button kind="quiet" className="why-as-table" onClick={() => onChoice({ trend, asTable: !asTable })}>
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
      ) : drawn && !asTable && PriceChart ? (
        <PriceChart why={why} history={drawn} trend={trend} />
      ) : (
        <output className="why-chart-box why-chart-wait">
          <span className="visually-hidden">{t('chart.loading')}</span>
        </output>
      )}
    </section>
  )
}
