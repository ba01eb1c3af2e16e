import { memo } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { Why } from '#contract/responses/resources.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useLastQuote } from '#app/state/live.ts'
import { dayText } from './scales.ts'
import type { ChartEvent } from './series.ts'
import type { ChartLevel, ChartModel } from './chart-model.ts'
import { ContractTags, SignalMarks } from './chart-signs.tsx'
import { declutter, type EdgeTag } from './price-tags.tsx'

type Tag = EdgeTag & { text: string; title?: string }

const tagGap = 18
const tagHeight = 16

/** Writing on the chart: both axes, price tags at the edge, badges on the time axis, the dot at the last price. */
export const ChartMarks = memo(function ChartMarks({
  model,
  width,
  height,
  why,
  rtl,
}: {
  model: ChartModel
  width: number
  height: number
  why: Why
  rtl: boolean
}) {
  const { t } = useTranslation('why')
  const format = useFormat()
  const { last } = useLastQuote(why.symbol, why.expandedQuote)
  const { plot, x, y, priceDomain, upToLast } = model
  const zoom = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
  const inside = (price: number) => Math.min(plot.bottom, Math.max(plot.top, y(price)))

  const levelTag = ({ kind, value, date }: ChartLevel): Tag => ({
    kind,
    y: inside(value),
    // An arrow in place of the space: the level lies beyond the prices shown.
    text: `${t(kind === 'R' ? 'chart.resistance' : 'chart.support')}${value > priceDomain[1] ? '↑' : value < priceDomain[0] ? '↓' : ' '}${format.price(value)}`,
    title: t('chart.touched', {
      kind: t(kind === 'R' ? 'table.resistance' : 'table.support'),
      price: format.stockPrice(value),
      date: format.day(date),
    }),
  })
  // The last price stays nearly where it is; the levels make room for it.
  const tags: Tag[] = [
    ...model.levels.map(levelTag),
    ...(last === null
      ? []
      : [{ kind: 'last' as const, y: inside(last), weight: 20, text: format.price(last) }]),
  ]
  const half = (tagHeight / 2) * zoom
  const placed = declutter(tags, plot.top + half - 4, plot.bottom - half + 4, tagGap * zoom)
  const free = model.prices.filter((price) =>
    placed.every(({ at }) => Math.abs(at - y(price)) > half + 7 * zoom),
  )

  // The edge where text ends: right of the plot, left of it where text runs from the right.
  const edge = rtl ? plot.left : plot.right
  const away = rtl ? -1 : 1
  const tagWidth = (rtl ? plot.left : width - plot.right) - 8
  const tagStart = rtl ? 0 : edge + 8
  // Where the bars shown end before the last one, its price stands where what is to come begins.
  const lastX = upToLast ? x.at(model.days.length - 1) : x.cut!

  return (
    <svg
      className="why-marks"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {model.times.map(({ day, x: at, unit }) => (
        <text
          key={day}
          className="why-tick"
          x={Math.min(plot.right - 12, Math.max(plot.left + 14, at))}
          y={height - 5}
          textAnchor="middle"
        >
          {unit === 'month' ? format.month(dayText(day)) : format.dayShort(dayText(day))}
        </text>
      ))}
      {free.map((price) => (
        <text
          key={price}
          className="why-tick"
          x={edge + away * 12}
          y={y(price)}
          dy="0.36em"
          textAnchor={rtl ? 'end' : 'start'}
        >
          {format.price(price)}
        </text>
      ))}
      {placed.map(({ tags: merged, at, anchor }) => {
        const { kind } = merged[0]!
        return (
          <g key={kind + merged[0]!.text} className={`why-tag why-tag-${kind}`}>
            <title>{merged.map(({ title }) => title).join('\n')}</title>
            <path className="why-leader" d={`M${edge} ${anchor}L${edge + away * 8} ${at}`} />
            <rect x={tagStart} y={at - half} width={tagWidth} height={half * 2} rx="4" />
            <text x={tagStart + tagWidth / 2} y={at} dy="0.36em" textAnchor="middle">
              {merged.map(({ text }, i) => (i === 0 ? text : text.replace(/^\D+/, ''))).join(' · ')}
            </text>
          </g>
        )
      })}
      <SignalMarks model={model} zoom={zoom} why={why} />
      <ContractTags model={model} zoom={zoom} />
      {model.events.map((event) => (
        <EventBadge
          key={event.kind}
          event={event}
          top={plot.top}
          y={plot.bottom - 9 * zoom}
          zoom={zoom}
          why={why}
        />
      ))}
      {last !== null && (
        <>
          <circle className="why-last-halo" cx={lastX} cy={inside(last)} r="6" />
          <circle className="why-last" cx={lastX} cy={inside(last)} r="3.5" />
        </>
      )}
    </svg>
  )
})

/** E on the earnings day, with a sun (before the open) or a moon (after the close), dashed where estimated; D on the ex-dividend day. */
function EventBadge({
  event,
  top,
  y,
  zoom,
  why,
}: {
  event: ChartEvent
  top: number
  y: number
  zoom: number
  why: Why
}) {
  const { kind, x, badge } = event
  const { t } = useTranslation('why')
  const format = useFormat()
  const time = kind === 'earnings' ? why.earningsTime : 'Unknown'
  const estimated = kind === 'earnings' && why.earningsEstimated
  const size = 16 * zoom
  const width = time === 'Unknown' ? size : size * 1.75
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
      <path className="why-event-line" d={`M${x} ${top}V${y - size}L${badge} ${y - size / 2}`} />
      <rect
        x={badge - width / 2}
        y={y - size / 2}
        width={width}
        height={size}
        rx="4"
        strokeDasharray={estimated ? '2 2' : undefined}
      />
      <text x={badge} y={y} dy="0.36em" textAnchor="middle">
        {t(kind === 'earnings' ? 'chart.earnings' : 'chart.dividend')}
        {time === 'BeforeOpen' ? ' ☀' : time === 'AfterClose' ? ' ☾' : ''}
      </text>
    </g>
  )
}
