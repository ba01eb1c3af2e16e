/** Implied volatility around the chosen contract: by strike (the smile) and by expiration (the term structure). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Chain } from '#contract/responses/chain.ts'
import type { IncomeOption } from '#contract/responses/income.ts'
import { problemOf } from '#app/api/client.ts'
import { laterQueries } from '#app/api/later-queries.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { ChartTable } from '#app/ui/charts/chart-table.tsx'
import { LineChart } from '#app/ui/charts/line-chart.tsx'
import { Failure } from '#app/ui/failure.tsx'
import { smileOf, termStructureOf } from './volatility-points.ts'

export function Volatility({ symbol, option }: { symbol: string; option: IncomeOption }) {
  const { t } = useTranslation('volatility')
  const chain = useQuery(laterQueries.chain(symbol, option.expiryDate))
  if (chain.data)
    return (
      <>
        <Smile chain={chain.data} option={option} />
        <TermStructure chain={chain.data} option={option} />
      </>
    )
  if (!chain.error) return <output className="how-footnote">{t('loading')}</output>
  return (
    <Failure
      problem={problemOf(chain.error)}
      symbol={symbol}
      title={t('failed')}
      busy={chain.isFetching}
      onRetry={() => void chain.refetch()}
    />
  )
}

type ChartProps = { chain: Chain; option: IncomeOption }

function Smile({ chain, option }: ChartProps) {
  const { t } = useTranslation('volatility')
  const format = useFormat()
  const [asTable, setAsTable] = useState(false)
  const points = smileOf(chain, option.expiryDate)
  if (points.length < 2) return <p className="how-footnote">{t('noSmile')}</p>
  const title = t('smile', { date: format.dayShort(option.expiryDate) })
  const percent = (value: number) => format.percent(value, 1)
  return (
    <ChartTable
      title={title}
      switches={{ toTable: t('asTable'), toChart: t('asChart') }}
      asTable={asTable}
      onSwitch={setAsTable}
      columns={[t('strike'), t('volatility')]}
      rows={points.map(({ x, volatility }) => [format.price(x), percent(volatility)])}
    >
      <LineChart
        label={title}
        x={points.map(({ x }) => x)}
        series={[
          { name: t('volatility'), values: points.map(({ volatility }) => volatility), rank: 'primary' },
        ]}
        marks={[
          { x: option.strike, label: t('ownStrike') },
          ...(chain.chainPrice === null ? [] : [{ x: chain.chainPrice, label: t('stock') }]),
        ]}
        formatX={(value) => format.price(value)}
        formatY={(value, decimals) => format.percent(value, decimals)}
      />
    </ChartTable>
  )
}

function TermStructure({ chain, option }: ChartProps) {
  const { t } = useTranslation('volatility')
  const format = useFormat()
  const [asTable, setAsTable] = useState(false)
  const points = termStructureOf(chain)
  if (points.length < 2) return <p className="how-footnote">{t('noTerm')}</p>
  const title = t('term')
  const own = points.find(({ day }) => day === option.expiryDate)
  return (
    <ChartTable
      title={title}
      switches={{ toTable: t('asTable'), toChart: t('asChart') }}
      asTable={asTable}
      onSwitch={setAsTable}
      columns={[t('expiration'), t('days'), t('volatility')]}
      rows={points.map(({ x, day, volatility }) => [
        format.day(day),
        format.whole(x),
        format.percent(volatility, 1),
      ])}
    >
      <LineChart
        label={title}
        x={points.map(({ x }) => x)}
        series={[
          { name: t('volatility'), values: points.map(({ volatility }) => volatility), rank: 'primary' },
        ]}
        marks={own ? [{ x: own.x, label: t('ownExpiration') }] : []}
        formatX={(value) => t('inDays', { count: value })}
        formatY={(value, decimals) => format.percent(value, decimals)}
        dots
      />
    </ChartTable>
  )
}
