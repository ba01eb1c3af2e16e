/** Chart of the implied and realised volatility of the last year. Loaded when the user opens it. */
import { useQuery } from '@tanstack/react-query'
import type { Volatility } from '#contract/responses/volatility.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'
import { problemOf } from '#app/api/client.ts'
import { lazyQueries } from '#app/api/lazy-queries.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { dayNumber, dayText } from '#app/panels/why/chart/scales.ts'
import type { ChartData } from '#app/ui/charts/chart-data.ts'
import { ChartFigure } from '#app/ui/charts/chart-figure.tsx'
import { Failure } from '#app/ui/failure.tsx'
import { useUnknownReason } from '#app/ui/unknown.tsx'

/** Returns the first day of every second month. */
const ticksOf = (days: readonly string[]): number[] =>
  days
    .filter((day, index) => index > 0 && day.slice(0, 7) !== days[index - 1]!.slice(0, 7))
    .filter((day) => Number(day.slice(5, 7)) % 2 === 1)
    .map(dayNumber)

export function VolatilityYear({ symbol }: { symbol: string }) {
  const { t } = useTranslation('volatility')
  const query = useQuery(lazyQueries.volatility(symbol))
  if (query.data) return <YearChart year={query.data} />
  return query.isError ? (
    <Failure
      problem={problemOf(query.error)}
      title={t('failed')}
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  ) : (
    <p className="chart-note" role="status">
      {t('loading')}
    </p>
  )
}

function YearChart({ year }: { year: Volatility }) {
  const { t } = useTranslation('volatility')
  const drawing = useLazyModule('charts', () => import('#app/ui/charts/line-chart.tsx'))
  const data = useYearData(year)
  if (year.date.length === 0) return <YearNotes year={year} />
  const texts = {
    title: t('year.title'),
    asTable: t('asTable'),
    asChart: t('asChart'),
    loading: t('loading'),
    keys: t('keys'),
  }
  return (
    <ChartFigure data={data} texts={texts} Drawing={drawing.isError ? null : drawing.data?.LineChart}>
      <YearNotes year={year} />
    </ChartFigure>
  )
}

function useYearData(year: Volatility): ChartData {
  const { t } = useTranslation('volatility')
  const format = useFormat()
  const { symbol, date, impliedVolatility, realizedVolatility, realizedSessions } = year
  const implied = t('implied')
  const realized = t('realized', { sessions: format.whole(realizedSessions) })
  const hasKnownValue = (values: readonly (number | null)[]) => values.some((value) => value !== null)
  return {
    rows: date.map((day, index) => ({
      x: dayNumber(day),
      values: { implied: impliedVolatility[index] ?? null, realized: realizedVolatility[index] ?? null },
    })),
    series: [
      ...(hasKnownValue(impliedVolatility)
        ? [
            {
              key: 'implied',
              name: implied,
              tone: 'first',
              hasPoints: hasIsolatedValue(impliedVolatility),
            } as const,
          ]
        : []),
      ...(hasKnownValue(realizedVolatility)
        ? [{ key: 'realized', name: realized, tone: 'second' } as const]
        : []),
    ],
    marks: [],
    ticks: ticksOf(date),
    formatTick: (x) => format.month(dayText(x)),
    formatX: (x) => format.day(dayText(x)),
    formatY: format.percent,
    axes: { x: t('date'), y: t('axis') },
    table: {
      caption: t('year.caption', { symbol }),
      columns: [t('date'), implied, realized],
      rows: date
        .map((day, index) => ({
          key: day,
          cells: [
            format.day(day),
            format.percent(impliedVolatility[index], 1),
            format.percent(realizedVolatility[index], 1),
          ],
        }))
        .toReversed(),
    },
  }
}

/** Returns whether a value is between two unknown ones: a line cannot show it, so points are drawn. */
const hasIsolatedValue = (values: readonly (number | null)[]): boolean =>
  values.some((value, index) => value !== null && values[index - 1] == null && values[index + 1] == null)

/** Notes about unknown values, with their reasons. */
function YearNotes({ year }: { year: Volatility }) {
  const { t } = useTranslation('volatility')
  const format = useFormat()
  const reasonOf = useUnknownReason()
  const { impliedDays, impliedDaysNeeded } = year
  const implied = whyUnknown(year, 'impliedVolatility')
  const realized = whyUnknown(year, 'realizedVolatility')
  return (
    <>
      {implied && <p className="chart-note">{t('year.noImplied', { reason: reasonOf(implied) })}</p>}
      {!implied && impliedDays < impliedDaysNeeded && (
        <p className="chart-note">
          {t('year.few', { days: format.whole(impliedDays), needed: format.whole(impliedDaysNeeded) })}
        </p>
      )}
      {realized && <p className="chart-note">{t('year.noRealized', { reason: reasonOf(realized) })}</p>}
    </>
  )
}
