/**
 * Charts of the implied volatility by strike and by expiration, for the symbol of the chosen
 * contract.
 */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import type { WireChain, WireChainExpiry } from '#contract/responses/chain.ts'
import type { WireIncomeOption } from '#contract/responses/income.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'
import { problemOf } from '#app/api/client.ts'
import { lazyQueries } from '#app/api/lazy-queries.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { ChartData } from '#app/ui/charts/chart-data.ts'
import { ChartFigure } from '#app/ui/charts/chart-figure.tsx'
import { Failure } from '#app/ui/failure.tsx'
import { useUnknownReason } from '#app/ui/unknown.tsx'
import { type Omissions, smileOf, smileRows, termStructureOf } from './smile-data.ts'

/** Contract that the charts mark. */
type ChartedOption = Pick<WireIncomeOption, 'strike' | 'expiryDate'>

/** The charts. Their texts are loaded on first use; until then a blank note takes their place. */
export const VolatilityCharts = (props: { symbol: string; option: ChartedOption }) => (
  <Suspense fallback={<p className="chart-note" aria-busy="true" />}>
    <LoadedCharts {...props} />
  </Suspense>
)

function LoadedCharts({ symbol, option }: { symbol: string; option: ChartedOption }) {
  const { t } = useTranslation('volatility')
  const query = useQuery(lazyQueries.chain(symbol, option.expiryDate))
  const chain = query.data
  const expiry = chain?.expiries.find(({ expiryDate }) => expiryDate === option.expiryDate)
  if (chain && expiry)
    return (
      <>
        <Smile chain={chain} expiry={expiry} option={option} />
        <TermStructure chain={chain} option={option} />
      </>
    )
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

type ChartProps = { chain: WireChain; option: ChartedOption }

/** A chart figure with its texts; the drawing code is loaded lazily. */
function Figure({ title, data, children }: { title: string; data: ChartData; children: ReactNode }) {
  const { t } = useTranslation('volatility')
  const chartModule = useLazyModule('charts', () => import('#app/ui/charts/line-chart.tsx'))
  const texts = {
    title,
    asTable: t('asTable'),
    asChart: t('asChart'),
    loading: t('loading'),
    keys: t('keys'),
  }
  return (
    <ChartFigure data={data} texts={texts} Drawing={chartModule.isError ? null : chartModule.data?.LineChart}>
      {children}
    </ChartFigure>
  )
}

function Smile({ chain, expiry, option }: ChartProps & { expiry: WireChainExpiry }) {
  const { t } = useTranslation(['volatility', 'how'])
  const format = useFormat()
  const { strikes, omissions } = smileOf(expiry)
  if (expiry.rows.length === 0) return <p className="chart-note">{t('loading')}</p>
  if (strikes.length === 0)
    return (
      <UnavailableChart chain={chain} title={t('smile.title')} text={t('smile.none')} omissions={omissions} />
    )
  const { chainPrice } = chain
  const data: ChartData = {
    rows: smileRows(strikes, chainPrice),
    series: [
      { key: 'put', name: t('puts'), tone: 'second', hasPoints: true },
      { key: 'call', name: t('calls'), tone: 'first', hasPoints: true },
    ],
    marks: [
      { x: option.strike, tone: 'chosen', name: `${t('strike')} ${format.money(option.strike)}` },
      ...(chainPrice === null
        ? []
        : [
            {
              x: chainPrice,
              tone: 'current' as const,
              name: `${t('how:details.price')} ${format.money(chainPrice)}`,
            },
          ]),
    ],
    formatTick: (x) => format.number(x),
    formatX: (x) => `${t('strike')} ${format.money(x)}`,
    formatY: format.percent,
    axes: { x: `${t('strike')}, $`, y: t('axis') },
    table: {
      caption: t('smile.caption', { date: format.day(option.expiryDate) }),
      columns: [t('strike'), t('puts'), t('calls')],
      rows: strikes.map(({ strike, call, put }) => ({
        key: String(strike),
        cells: [format.money(strike), format.percent(put, 1), format.percent(call, 1)],
      })),
    },
  }
  return (
    <Figure title={t('smile.title')} data={data}>
      <OmissionsNote omissions={omissions} chart="smile" />
    </Figure>
  )
}

function TermStructure({ chain, option }: ChartProps) {
  const { t } = useTranslation('volatility')
  const format = useFormat()
  const { expiries, omissions } = termStructureOf(chain)
  if (expiries.length === 0)
    return (
      <UnavailableChart chain={chain} title={t('term.title')} text={t('term.none')} omissions={omissions} />
    )
  const dateByDays = new Map(expiries.map(({ daysUntilExpiry, expiryDate }) => [daysUntilExpiry, expiryDate]))
  const chosenExpiry = expiries.find(({ expiryDate }) => expiryDate === option.expiryDate)
  const data: ChartData = {
    rows: expiries.map(({ daysUntilExpiry, impliedVolatility }) => ({
      x: daysUntilExpiry,
      values: { term: impliedVolatility },
    })),
    series: [{ key: 'term', name: t('term.title'), tone: 'first', hasPoints: true }],
    marks: chosenExpiry
      ? [
          {
            x: chosenExpiry.daysUntilExpiry,
            tone: 'chosen',
            name: `${t('chosen')}: ${format.day(chosenExpiry.expiryDate)}`,
          },
        ]
      : [],
    formatTick: (x) => format.whole(x),
    formatX: (x) => format.day(dateByDays.get(x)),
    formatY: format.percent,
    axes: { x: t('days'), y: t('axis') },
    table: {
      caption: t('term.caption'),
      columns: [t('expiry'), t('days'), t('axis')],
      rows: expiries.map(({ expiryDate, daysUntilExpiry, impliedVolatility }) => ({
        key: expiryDate,
        cells: [format.day(expiryDate), format.whole(daysUntilExpiry), format.percent(impliedVolatility, 1)],
      })),
    },
  }
  return (
    <Figure title={t('term.title')} data={data}>
      <OmissionsNote omissions={omissions} chart="term" />
    </Figure>
  )
}

/** Note about the number of quotes or expirations that the chart omits, with the reasons. */
function OmissionsNote({ omissions, chart }: { omissions: Omissions; chart: 'smile' | 'term' }) {
  const { t } = useTranslation('volatility')
  const format = useFormat()
  const reasons = useReasons(omissions)
  if (omissions.omittedCount === 0) return null
  const [omittedText, totalText] = [format.whole(omissions.omittedCount), format.whole(omissions.total)]
  return (
    <p className="chart-note">{t(`${chart}.leftOut`, { left: omittedText, total: totalText, reasons })}</p>
  )
}

/** The reason why there is no chart, under the chart's title. */
function UnavailableChart({
  chain,
  title,
  text,
  omissions,
}: {
  chain: WireChain
  title: string
  text: string
  omissions: Omissions
}) {
  const { t } = useTranslation('volatility')
  const reasonOf = useUnknownReason()
  const reasons = useReasons(omissions)
  const unknown = whyUnknown(chain, 'expiries')
  return (
    <section className="chart-figure" aria-label={title}>
      <h4>{title}</h4>
      <p className="chart-note">
        {text} {unknown ? reasonOf(unknown) : reasons && t('reasons', { reasons })}
      </p>
    </section>
  )
}

/** Returns the reasons as one text. */
function useReasons({ reasons }: Omissions): string {
  const { t, i18n } = useTranslation('how')
  return new Intl.ListFormat(i18n.language, { type: 'unit', style: 'short' }).format(
    reasons.map((reason) => t(`refusal.${reason}`)),
  )
}
