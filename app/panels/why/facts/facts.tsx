import { useTranslation } from '#app/i18n/use-translation.ts'
import type { ReactNode } from 'react'
import type { Why } from '#contract/responses/resources.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useLastQuote } from '#app/state/live.ts'
import { Bars, Meter } from '#app/ui/price/meter.tsx'
import { SentimentMark } from '#app/ui/price/sentiment.tsx'
import { Unknown } from '#app/ui/unknown.tsx'
import { VolatilityDisclosure } from './volatility/volatility-disclosure.tsx'

/** One fact: its name, how its name is explained, and its value; no value where it is not known. `wide` takes two columns: always, or where there are three. */
export type Fact = { key: string; name: string; title?: string; value: ReactNode; wide?: 'always' | 'roomy' }

const ivZones = ['facts.ivLow', 'facts.ivMid', 'facts.ivHigh'] as const

/** All facts in the order they are shown; the table view shows the same. */
export function useFacts(why: Why): Fact[] {
  const { t } = useTranslation(['why', 'common'])
  const format = useFormat()
  const { expandedQuote: quote, impliedVolatilityRank: ivRank } = why
  const trend = (field: 'oneMonthTrend' | 'sixMonthTrend') => {
    const known = why[field]
    if (!known) return <Unknown of={why} field={field} />
    return (
      <>
        <SentimentMark sentiment={known.sentimentInterpretation} plain />
        <small>{t(`trend.${known.value as 0}`)}</small>
      </>
    )
  }
  const known = (value: number | null, text: (value: number) => string) =>
    value === null ? null : <bdi dir="ltr">{text(value)}</bdi>
  const historical = why.impliedVolatilityRankBasis === 'historical'
  return [
    { key: '1m', name: t('facts.oneMonthTrend'), value: trend('oneMonthTrend') },
    { key: '6m', name: t('facts.sixMonthTrend'), value: trend('sixMonthTrend') },
    {
      key: 'rank',
      name: t('facts.technicalRank'),
      value:
        why.technicalRank === null ? (
          <Unknown of={why} field="technicalRank" />
        ) : (
          <>
            <bdi dir="ltr">{t('facts.technicalRankValue', { rank: why.technicalRank })}</bdi>
            <Meter value={why.technicalRank} max={10} />
          </>
        ),
    },
    {
      key: 'iv',
      name: t(historical ? 'facts.ivRankHistorical' : 'facts.ivRank'),
      ...(historical && { title: t('facts.ivRankHistoricalTitle') }),
      value: ivRank !== null && (
        <>
          <bdi dir="ltr">{format.whole(ivRank)}</bdi>{' '}
          <small>{t(ivZones[Math.min(2, Math.floor(Math.max(0, ivRank) / 33.4))]!)}</small>
          <Meter value={ivRank} max={100} zones />
        </>
      ),
    },
    {
      key: 'vol',
      name: t('facts.impliedVolatility'),
      value: known(why.impliedVolatility, (value) => format.percent(value, 1)),
    },
    {
      key: 'liquidity',
      name: t('facts.liquidity'),
      value: (
        <>
          {t(`common:liquidity.${why.liquidityRank}`)} <Bars rank={why.liquidityRank} />
        </>
      ),
    },
    { key: '52w', name: t('facts.week52'), wide: 'always', value: <YearRange why={why} /> },
    { key: 'cap', name: t('facts.marketCap'), value: known(why.marketCap, format.moneyCompact) },
    {
      key: 'earnings',
      name: t('facts.earnings'),
      wide: 'roomy',
      value: why.earningsDate && (
        <>
          <span title={format.dayOf(why.earningsDate)}>
            {format.dayShort(why.earningsDate)}
            {why.earningsEstimated && (
              <>
                {' '}
                <abbr title={t('facts.estimatedTitle')}>{t('facts.estimated')}</abbr>
              </>
            )}
          </span>
          {why.earningsTime !== 'Unknown' && (
            <small>
              <span aria-hidden="true">{why.earningsTime === 'BeforeOpen' ? '☀' : '☾'}</span>{' '}
              {t(why.earningsTime === 'BeforeOpen' ? 'facts.beforeOpen' : 'facts.afterClose')}
            </small>
          )}
        </>
      ),
    },
    {
      key: 'dividend',
      name: t('facts.dividend'),
      value: why.dividend && (
        <>
          <bdi dir="ltr">{format.money(why.dividend.amount)}</bdi>{' '}
          <small>{t('facts.exDate', { date: format.dayShort(why.dividend.exDate) })}</small>
        </>
      ),
    },
    { key: 'pe', name: t('facts.pe'), value: known(quote.peRatio, (value) => format.decimal(value, 1)) },
    { key: 'eps', name: t('facts.eps'), value: known(quote.eps, format.money) },
    { key: 'volume', name: t('facts.volume'), value: <Volume why={why} /> },
  ]
}

/** A fact's value, or the missing-value sign. */
export function FactValue({ fact }: { fact: Fact }) {
  const { t } = useTranslation(['why', 'common'])
  if (fact.value || fact.value === 0) return fact.value
  return (
    <>
      <span aria-hidden="true">—</span>
      <span className="visually-hidden">{t('common:notAvailable')}</span>
    </>
  )
}

export function Facts({ why }: { why: Why }) {
  const { t } = useTranslation(['why', 'common'])
  return (
    <section>
      <h3 className="visually-hidden">{t('facts.title')}</h3>
      <dl className="why-facts">
        {useFacts(why).map((fact) => (
          <div key={fact.key} className={fact.wide && `why-fact-${fact.wide}`}>
            <dt title={fact.title}>{fact.name}</dt>
            <dd>
              <FactValue fact={fact} />
            </dd>
          </div>
        ))}
      </dl>
      <VolatilityDisclosure key={why.symbol} symbol={why.symbol} />
    </section>
  )
}

/** Where the last price stands between the year's lowest and highest. */
function YearRange({ why }: { why: Why }) {
  const { t } = useTranslation(['why', 'common'])
  const format = useFormat()
  const { last } = useLastQuote(why.symbol, why.expandedQuote)
  const { week52Low, week52High } = why.expandedQuote
  if (week52Low === null || week52High === null || last === null)
    return <Unknown of={why} field="expandedQuote.week52High" />
  // Today's price may already be outside of what was known this morning.
  const low = Math.min(week52Low, last)
  const high = Math.max(week52High, last)
  const [from, to, now] = [low, high, last].map(format.price) as [string, string, string]
  return (
    <span
      className="why-year"
      dir="ltr"
      role="img"
      aria-label={t('facts.week52Value', { low: from, high: to, last: now })}
    >
      <span>{from}</span>
      <span className="why-year-bar">
        <i style={{ left: `${high > low ? (100 * (last - low)) / (high - low) : 50}%` }} />
      </span>
      <span>{to}</span>
    </span>
  )
}

function Volume({ why }: { why: Why }) {
  const format = useFormat()
  const { volume } = useLastQuote(why.symbol, why.expandedQuote)
  if (volume === null) return <Unknown of={why} field="expandedQuote.volume" />
  return <bdi dir="ltr">{format.volume(volume)}</bdi>
}
