/** The price chart. In its own chunk, with recharts: load it after the first content is on screen. */
import { memo, startTransition, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Area, AreaChart, CartesianGrid, ReferenceLine, XAxis, YAxis } from 'recharts'
import type { History, Why } from '#contract/resources.ts'
import { directionOf } from '#contract/locales.ts'
import { useFormat } from '#app/i18n/format.ts'
import '#app/ui/visually-hidden.css'
import { ChartMarks } from './chart-marks.tsx'
import { chartModel, type ChartModel } from './chart-model.ts'
import { Crosshair } from './crosshair.tsx'
import { useExpectedRange } from './expected-range.ts'
import { tagWidth } from './tag-width.ts'
import './price-chart.css'

/** Room around the text of a price tag and between it and the plot, pixels. */
const tagPadding = 18

export type PriceChartProps = {
  why: Why
  history: History
  /** Whether the regression bands are shown. */
  trend: boolean
}

/** The chart; its keyboard and pointer crosshair included. Nothing of it moves by itself. */
export function PriceChart({ why, history, trend }: PriceChartProps) {
  const { t, i18n } = useTranslation('why')
  const format = useFormat()
  const expected = useExpectedRange(why)
  const rtl = directionOf(i18n.language) === 'rtl'
  const box = useRef<HTMLDivElement>(null)
  const [{ width, height, tags }, setSize] = useState({ width: 0, height: 0, tags: 0 })
  const drawn = useRef(false)
  const summary = useId()

  const { last } = why.expandedQuote
  const widest = useMemo(() => {
    const { support, resistance } = why.supportAndResistance ?? { support: [], resistance: [] }
    const prices = [last, ...[...support.slice(0, 2), ...resistance.slice(0, 2)].map(({ value }) => value)]
    return [t('chart.support'), t('chart.resistance')].flatMap((label) =>
      prices.map((price) => `${label} ${format.price(price)}`),
    )
  }, [why, last, format, t])

  useLayoutEffect(() => {
    const element = box.current!
    const measure = () => {
      const size = {
        width: element.clientWidth,
        height: element.clientHeight,
        tags: tagWidth(element, widest),
      }
      // The first drawing in slices, later ones with the width that they are for.
      if (drawn.current) setSize(size)
      else startTransition(() => setSize(size))
      drawn.current = true
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [widest])

  const model = useMemo(() => {
    const zoom = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
    return chartModel(
      {
        history,
        levels: why.supportAndResistance,
        last,
        expected,
        earnings: why.earningsDate && why.earningsDate.slice(0, 10),
        exDividend: why.dividend?.exDate ?? null,
        trend,
      },
      { width, height, gutter: tags + tagPadding * zoom, gutterAtStart: rtl, zoom },
    )
  }, [history, why, last, expected, trend, width, height, tags, rtl])

  const levels = (kind: 'R' | 'S') =>
    format.list(
      (model?.levels ?? []).filter((one) => one.kind === kind).map(({ value }) => format.stockPrice(value)),
    )
  const move =
    model && model.move !== null && expected
      ? t('chart.expected', {
          move: format.percent(model.move, 1),
          date: format.dayShort(expected.day),
        })
      : null

  return (
    <figure className="why-figure">
      <Crosshair
        model={model}
        history={history}
        label={t('chart.label', { symbol: why.symbol, range: t(rangeNames[history.range]) })}
        describedBy={summary}
        legend={
          move && (
            <span className="why-move" title={t('chart.expectedTitle')}>
              {move}
            </span>
          )
        }
      >
        <div ref={box} className="why-chart-box">
          {model && width > 0 && (
            <>
              <ChartLines model={model} width={width} height={height} />
              <ChartMarks model={model} width={width} height={height} why={why} rtl={rtl} />
            </>
          )}
        </div>
      </Crosshair>
      <figcaption id={summary} className="visually-hidden">
        {t('chart.levels', {
          support: levels('S') || t('chart.noLevels'),
          resistance: levels('R') || t('chart.noLevels'),
        })}{' '}
        {move}
      </figcaption>
    </figure>
  )
}

const rangeNames = { '1M': 'chart.oneMonth', '6M': 'chart.sixMonths', '1Y': 'chart.oneYear' } as const

/** What recharts draws. Apart and remembered: a moving crosshair or price must not draw the lines again. */
const ChartLines = memo(function ChartLines({
  model,
  width,
  height,
}: {
  model: ChartModel
  width: number
  height: number
}) {
  const { plot, levels, priceDomain, timeDomain, points, x, y } = model
  const fill = useId()
  const still = { isAnimationActive: false, dot: false, activeDot: false, stroke: 'none' } as const
  return (
    <AreaChart
      width={width}
      height={height}
      data={points}
      accessibilityLayer={false}
      margin={{ left: plot.left, right: width - plot.right, top: plot.top, bottom: height - plot.bottom }}
    >
      <defs>
        <linearGradient id={fill} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className="why-fill-top" />
          <stop offset="1" className="why-fill-bottom" />
        </linearGradient>
      </defs>
      <CartesianGrid horizontalPoints={model.prices.map(y)} verticalPoints={model.times.days.map(x)} />
      <XAxis hide type="number" dataKey="day" domain={timeDomain} allowDataOverflow />
      <YAxis hide type="number" domain={priceDomain} allowDataOverflow />
      <Area {...still} dataKey="cone" className="why-cone" />
      {points.some(({ sixMonth }) => sixMonth) && <Area {...still} dataKey="sixMonth" className="why-band" />}
      {points.some(({ oneMonth }) => oneMonth) && (
        <Area {...still} dataKey="oneMonth" className="why-band why-band-near" />
      )}
      <Area
        {...still}
        dataKey="close"
        baseValue={priceDomain[0]}
        stroke="currentColor"
        fill={`url(#${fill})`}
        fillOpacity={1}
        className="why-line"
      />
      {levels.map(({ kind, value }) => (
        <ReferenceLine
          key={`${kind}${value}`}
          y={value}
          className={kind === 'S' ? 'why-support' : 'why-resistance'}
          stroke="currentColor"
        />
      ))}
    </AreaChart>
  )
})
