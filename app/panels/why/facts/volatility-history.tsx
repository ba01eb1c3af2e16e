/** The 30-day implied volatility beside realised volatility, over the last year. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { problemOf } from '#app/api/client.ts'
import { laterQueries } from '#app/api/later-queries.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { VolatilityHistory as Response } from '#contract/responses/volatility.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'
import { ChartTable } from '#app/ui/charts/chart-table.tsx'
import { LineChart } from '#app/ui/charts/line-chart.tsx'
import { Failure } from '#app/ui/failure.tsx'
import { Note } from '#app/ui/note.tsx'
import { useUnknownReason } from '#app/ui/unknown.tsx'

export function VolatilityHistory({ symbol }: { symbol: string }) {
  const { t } = useTranslation('volatility')
  const history = useQuery(laterQueries.volatility(symbol))
  if (history.data) return <YearChart history={history.data} />
  if (!history.error) return <output className="why-chart-wait">{t('loading')}</output>
  return (
    <Failure
      problem={problemOf(history.error)}
      symbol={symbol}
      title={t('failed')}
      busy={history.isFetching}
      onRetry={() => void history.refetch()}
    />
  )
}

const msPerDay = 86_400_000
const isKnown = (value: number | null): boolean => value !== null

function YearChart({ history }: { history: Response }) {
  const { t } = useTranslation('volatility')
  const format = useFormat()
  const [asTable, setAsTable] = useState(false)
  const { date, implied, realized } = history
  if (!implied.some(isKnown) && !realized.some(isKnown)) return <Note>{t('noHistory')}</Note>
  const dayText = (value: number) => new Date(value * msPerDay).toISOString().slice(0, 10)
  const percent = (value: number | null | undefined) =>
    value === null || value === undefined ? '—' : format.percent(value, 1)
  const series = [
    { name: t('implied'), values: implied, rank: 'primary' as const },
    { name: t('realized'), values: realized, rank: 'secondary' as const },
  ].filter(({ values }) => values.some(isKnown))
  return (
    <ChartTable
      title={t('year')}
      switches={{ toTable: t('asTable'), toChart: t('asChart') }}
      asTable={asTable}
      onSwitch={setAsTable}
      columns={[t('date'), t('implied'), t('realized')]}
      rows={date
        .map((day, index) => [format.day(day), percent(implied[index]), percent(realized[index])])
        .toReversed()}
      note={<Missing history={history} />}
    >
      <LineChart
        label={t('year')}
        x={date.map((day) => Date.parse(day) / msPerDay)}
        series={series}
        formatX={(value) => format.dayShort(dayText(value))}
        formatY={(value, decimals) => format.percent(value, decimals)}
        // A few stored days are points, no line.
        dots={implied.filter(isKnown).length < 30}
      />
    </ChartTable>
  )
}

/** What is not known of the year: a whole line with its reason, or the days without a stored implied volatility. */
function Missing({ history }: { history: Response }) {
  const { t } = useTranslation('volatility')
  const format = useFormat()
  const reasonOf = useUnknownReason()
  const { date, implied } = history
  const days = implied.filter(isKnown).length
  const [noImplied, noRealized] = [whyUnknown(history, 'implied'), whyUnknown(history, 'realized')]
  return (
    <>
      {noImplied && <p className="why-footnote">{t('noImplied')}</p>}
      {noRealized && (
        <p className="why-footnote">
          {t('realized')}: {reasonOf(noRealized)}
        </p>
      )}
      {!noImplied && days < date.length / 2 && (
        <p className="why-footnote">
          {t('sparse', { days: format.whole(days), all: format.whole(date.length) })}
        </p>
      )}
    </>
  )
}
