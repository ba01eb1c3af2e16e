/** Labels and marks of the chart: axis labels, price and contract tags, signals, event badges, last price. */
import { memo } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireWhy } from '#contract/responses/resources.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useMessage } from '#app/i18n/message.ts'
import { useLastQuote } from '#app/state/live.ts'
import type { ChartModel, ChartSize } from './chart-model.ts'
import { clampedY, PriceTags, ScaleLabels } from './price-tags.tsx'
import { dayText } from './scales.ts'
import type { ChartEvent } from './series.ts'

export const ChartMarks = memo(function ChartMarks({
  model,
  size: { width, height, textScale },
  why,
  isRtl,
}: {
  model: ChartModel
  size: Pick<ChartSize, 'width' | 'height' | 'textScale'>
  why: WireWhy
  isRtl: boolean
}) {
  const { last } = useLastQuote(why.symbol, why.expandedQuote)
  const { plot, x, y, showsLastBar, lastPriceIndex } = model
  const lastBar = model.days.length - 1
  const lastX = x.atBar(lastPriceIndex)
  return (
    <svg
      className="why-marks"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <TimeLabels model={model} y={height - 5} />
      <ScaleLabels model={model} isRtl={isRtl} />
      <PriceTags model={model} last={last} width={width} textScale={textScale} isRtl={isRtl} />
      <SignalMarks model={model} textScale={textScale} why={why} />
      {model.events.map((event) => (
        <EventBadge
          key={event.kind}
          event={event}
          plot={plot}
          y={plot.bottom - (9 + event.row * 18) * textScale}
          textScale={textScale}
          why={why}
        />
      ))}
      {last !== null && showsLastBar && (
        <>
          {lastPriceIndex > lastBar && (
            <line
              className="why-since-close"
              x1={x.atBar(lastBar)}
              y1={y(model.history.close[lastBar]!)}
              x2={lastX}
              y2={clampedY(model, last)}
            />
          )}
          <circle className="why-last-halo" cx={lastX} cy={clampedY(model, last)} r="6" />
          <circle className="why-last" cx={lastX} cy={clampedY(model, last)} r="3.5" />
        </>
      )}
    </svg>
  )
})

function TimeLabels({ model: { dayTicks, plot }, y }: { model: ChartModel; y: number }) {
  const format = useFormat()
  return dayTicks.map(({ day, x, unit }) => (
    <text
      key={day}
      className="why-tick"
      x={Math.min(plot.right - 12, Math.max(plot.left + 14, x))}
      y={y}
      textAnchor="middle"
    >
      {unit === 'month' ? format.month(dayText(day)) : format.dayShort(dayText(day))}
    </text>
  ))
}

/**
 * One triangle for each day and direction with rule matches: upwards if bullish, downwards if bearish. Its
 * tooltip has the reasons.
 */
function SignalMarks({ model, textScale, why }: { model: ChartModel; textScale: number; why: WireWhy }) {
  const format = useFormat()
  const message = useMessage()
  return model.signals.map(({ day, isBullish, x, y }) => {
    const size = 5 * textScale
    // The distance leaves space for the dot of the last price, which may be at the same bar.
    const tipY = y + (isBullish ? 1 : -1) * 9 * textScale
    const baseY = tipY + (isBullish ? 1 : -1) * 1.6 * size
    const reasons = why.rules
      .filter((rule) => rule.day === day && (rule.sentiment === 'Bullish') === isBullish)
      .map((rule) => message(rule.reasonMessage, rule.reason))
    return (
      <path
        key={`${day} ${isBullish}`}
        className={`why-signal ${isBullish ? 'why-signal-up' : 'why-signal-down'}`}
        data-signal={day}
        d={`M${x} ${tipY}L${x - size} ${baseY}H${x + size}Z`}
      >
        <title>{`${format.day(day)}: ${reasons.join(' · ')}`}</title>
      </path>
    )
  })
}

/**
 * Badge of an event: E on the earnings day with a sun (before the open) or a moon (after the close),
 * dashed if the date is estimated; D on the ex-dividend day.
 */
function EventBadge({
  event,
  plot,
  y,
  textScale,
  why,
}: {
  event: ChartEvent
  plot: ChartModel['plot']
  y: number
  textScale: number
  why: WireWhy
}) {
  const { kind, x } = event
  const { t } = useTranslation('why')
  const format = useFormat()
  const time = kind === 'earnings' ? why.earningsTime : 'Unknown'
  const isEstimated = kind === 'earnings' && why.earningsEstimated
  const size = 16 * textScale
  const width = time === 'Unknown' ? size : size * 1.75
  // At an edge of the plot the badge moves inside; it still covers its day.
  const badgeX = Math.max(plot.left + width / 2, Math.min(x, plot.right - width / 2))
  const title =
    kind === 'dividend'
      ? t('chart.dividendOn', {
          date: format.day(why.dividend?.exDate),
          amount: format.money(why.dividend?.amount),
        })
      : [
          t(why.earningsEstimated ? 'chart.earningsEstimatedOn' : 'chart.earningsOn', {
            date: format.dayOf(why.earningsDate),
          }),
          time !== 'Unknown' && t(time === 'BeforeOpen' ? 'chart.beforeOpen' : 'chart.afterClose'),
        ]
          .filter(Boolean)
          .join(', ')
  return (
    <g className={`why-badge why-badge-${kind}`}>
      <title>{title}</title>
      <path className="why-event-line" d={`M${x} ${plot.top}V${y - size / 2}`} />
      <rect
        x={badgeX - width / 2}
        y={y - size / 2}
        width={width}
        height={size}
        rx="4"
        strokeDasharray={isEstimated ? '2 2' : undefined}
      />
      <text x={badgeX} y={y} dy="0.36em" textAnchor="middle">
        {t(kind === 'earnings' ? 'chart.earnings' : 'chart.dividend')}
        {time === 'BeforeOpen' ? ' ☀' : time === 'AfterClose' ? ' ☾' : ''}
      </text>
    </g>
  )
}
