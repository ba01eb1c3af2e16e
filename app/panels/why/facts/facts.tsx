import { useTranslation } from '#app/i18n/use-translation.ts'
import type { ReactNode } from 'react'
import type { WireWhy } from '#contract/responses/resources.ts'
import { type UnknownField, whyUnknown } from '#contract/responses/unknown.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useLastQuote } from '#app/state/live.ts'
import { Popover } from '#app/ui/controls/popover.tsx'
import { Bars, Meter } from '#app/ui/price/meter.tsx'
import { SentimentMark } from '#app/ui/price/sentiment.tsx'
import { Unknown, useUnknownReason } from '#app/ui/unknown.tsx'
import '#app/ui/visually-hidden.css'
import { VolatilityDisclosure } from './volatility/volatility-disclosure.tsx'

/** A fact about the symbol: a name and a value. */
export type Fact = {
  key: string
  name: string
  /** Explanation that a click on the name opens. */
  note?: string
  /** Null or false if unknown. */
  value: ReactNode
  /** Why it is unknown, if the response has a reason. */
  unknown?: UnknownField | undefined
  /**
   * Whether the fact spans two columns of the grid: always, or if the grid is 'roomy', that is has three
   * columns.
   */
  wide?: 'always' | 'roomy'
}

const ivZones = ['facts.ivLow', 'facts.ivMid', 'facts.ivHigh'] as const

/** Returns all facts in display order, for the list and for the table. */
export function useFacts(why: WireWhy): Fact[] {
  const { t } = useTranslation(['why', 'common'])
  const format = useFormat()
  const { expandedQuote: quote } = why
  const figure = (value: number | null, formatValue: (value: number) => string) =>
    value === null ? null : <bdi dir="ltr">{formatValue(value)}</bdi>
  return [
    { key: '1m', name: t('facts.oneMonthTrend'), value: <Trend why={why} field="oneMonthTrend" /> },
    { key: '6m', name: t('facts.sixMonthTrend'), value: <Trend why={why} field="sixMonthTrend" /> },
    {
      key: 'rank',
      name: t('facts.technicalRank'),
      note: t('facts.technicalRankNote'),
      value: <TechnicalRank why={why} />,
    },
    useVolatilityRankFact(why),
    {
      key: 'vol',
      name: t('facts.impliedVolatility'),
      value: figure(why.impliedVolatility, (value) => format.percent(value, 1)),
    },
    {
      key: 'ivPercentile',
      name: t('facts.ivPercentile'),
      note: t('facts.ivPercentileNote'),
      value: figure(why.impliedVolatilityPercentile, format.whole),
      unknown: whyUnknown(why, 'impliedVolatilityPercentile'),
    },
    {
      key: 'ivRatio',
      name: t('facts.ivRatio'),
      note: t('facts.ivRatioNote'),
      value: figure(why.impliedToRealizedVolatility, (value) => format.decimal(value, 2)),
      unknown: whyUnknown(why, 'impliedToRealizedVolatility'),
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
    {
      key: 'cap',
      name: t('facts.marketCap'),
      value: figure(why.marketCap, format.moneyCompact),
      unknown: whyUnknown(why, 'marketCap'),
    },
    {
      key: 'earnings',
      name: t('facts.earnings'),
      wide: 'roomy',
      value: why.earningsDate && <Earnings why={why} />,
      unknown: whyUnknown(why, 'earningsDate'),
    },
    {
      key: 'dividend',
      name: t('facts.dividend'),
      unknown: whyUnknown(why, 'dividend'),
      value: why.dividend && (
        <>
          <bdi dir="ltr">{format.money(why.dividend.amount)}</bdi>{' '}
          <small>{t('facts.exDate', { date: format.dayShort(why.dividend.exDate) })}</small>
        </>
      ),
    },
    {
      key: 'pe',
      name: t('facts.pe'),
      value: figure(quote.peRatio, (value) => format.decimal(value, 1)),
      unknown: whyUnknown(why, 'expandedQuote.peRatio'),
    },
    {
      key: 'eps',
      name: t('facts.eps'),
      value: figure(quote.eps, format.money),
      unknown: whyUnknown(why, 'expandedQuote.eps'),
    },
    { key: 'volume', name: t('facts.volume'), value: <Volume why={why} /> },
  ]
}

/** IV rank and its zone. */
function useVolatilityRankFact(why: WireWhy): Fact {
  const { t } = useTranslation('why')
  const format = useFormat()
  const { impliedVolatilityRank: rank } = why
  return {
    key: 'iv',
    name: t('facts.ivRank'),
    unknown: whyUnknown(why, 'impliedVolatilityRank'),
    value: rank !== null && (
      <>
        <bdi dir="ltr">{format.whole(rank)}</bdi>{' '}
        <small>{t(ivZones[Math.min(2, Math.floor(Math.max(0, rank) / 33.4))]!)}</small>
        <Meter value={rank} max={100} zones />
      </>
    ),
  }
}

function Trend({ why, field }: { why: WireWhy; field: 'oneMonthTrend' | 'sixMonthTrend' }) {
  const { t } = useTranslation('why')
  const trend = why[field]
  if (!trend) return <Unknown of={why} field={field} />
  return (
    <>
      <SentimentMark sentiment={trend.sentimentInterpretation} plain />
      <small>{t(`trend.${trend.value as 0}`)}</small>
    </>
  )
}

function TechnicalRank({ why }: { why: WireWhy }) {
  const { t } = useTranslation('why')
  const { technicalRank: rank } = why
  if (rank === null) return <Unknown of={why} field="technicalRank" />
  return (
    <>
      <bdi dir="ltr">{t('facts.technicalRankValue', { rank })}</bdi>
      <Meter value={rank} max={10} />
    </>
  )
}

/** Date of the next earnings, a mark if the date is estimated, and the time of day. */
function Earnings({ why: { earningsDate, earningsEstimated, earningsTime } }: { why: WireWhy }) {
  const { t } = useTranslation('why')
  const format = useFormat()
  return (
    <>
      <span title={format.dayOf(earningsDate)}>
        {format.dayShort(earningsDate)}
        {earningsEstimated && (
          <>
            {' '}
            <abbr title={t('facts.estimatedTitle')}>{t('facts.estimated')}</abbr>
          </>
        )}
      </span>
      {earningsTime !== 'Unknown' && (
        <small>
          <span aria-hidden="true">{earningsTime === 'BeforeOpen' ? '☀' : '☾'}</span>{' '}
          {t(earningsTime === 'BeforeOpen' ? 'facts.beforeOpen' : 'facts.afterClose')}
        </small>
      )}
    </>
  )
}

/**
 * The value of a fact. An unknown fact has a dash, whose label and tooltip are the reason; if the source has no data of
 * this kind, which no later response changes, the reason is visible instead.
 */
export function FactValue({ fact }: { fact: Fact }) {
  const { t } = useTranslation(['why', 'common'])
  const reasonOf = useUnknownReason()
  if (fact.value || fact.value === 0) return fact.value
  const reason = fact.unknown && reasonOf(fact.unknown)
  if (fact.unknown?.reason === 'not-provided') return <small className="unknown">{reason}</small>
  return (
    <span title={reason}>
      <span aria-hidden="true">—</span>
      <span className="visually-hidden">{reason ?? t('common:notAvailable')}</span>
    </span>
  )
}

export function Facts({ why }: { why: WireWhy }) {
  const { t } = useTranslation(['why', 'common'])
  return (
    <section>
      <h3 className="visually-hidden">{t('facts.title')}</h3>
      <dl className="why-facts">
        {useFacts(why).map((fact) => (
          <div key={fact.key} className={fact.wide && `why-fact-${fact.wide}`}>
            <dt>
              {fact.note ? (
                <Popover kind="link" label={fact.name}>
                  <p className="why-fact-note">{fact.note}</p>
                </Popover>
              ) : (
                fact.name
              )}
            </dt>
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

/** Position of the last price between the low and the high of 52 weeks. */
function YearRange({ why }: { why: WireWhy }) {
  const { t } = useTranslation(['why', 'common'])
  const format = useFormat()
  const { last } = useLastQuote(why.symbol, why.expandedQuote)
  const { week52Low, week52High } = why.expandedQuote
  if (week52Low === null || week52High === null || last === null)
    return <Unknown of={why} field="expandedQuote.week52High" />
  // A live price may be outside the 52-week range of the response.
  const low = Math.min(week52Low, last)
  const high = Math.max(week52High, last)
  const [lowText, highText, lastText] = [low, high, last].map(format.price) as [string, string, string]
  return (
    <span
      className="why-year"
      dir="ltr"
      role="img"
      aria-label={t('facts.week52Value', { low: lowText, high: highText, last: lastText })}
    >
      <span>{lowText}</span>
      <span className="why-year-bar">
        <i style={{ left: `${high > low ? (100 * (last - low)) / (high - low) : 50}%` }} />
      </span>
      <span>{highText}</span>
    </span>
  )
}

function Volume({ why }: { why: WireWhy }) {
  const format = useFormat()
  const { volume } = useLastQuote(why.symbol, why.expandedQuote)
  if (volume === null) return <Unknown of={why} field="expandedQuote.volume" />
  return <bdi dir="ltr">{format.volume(volume)}</bdi>
}
