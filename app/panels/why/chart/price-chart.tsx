/** The price chart. In its own chunk: load it after the first content is on screen. */
import { startTransition, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { History, Why } from '#contract/responses/resources.ts'
import { directionOf } from '#contract/text/locales.ts'
import { useFormat } from '#app/i18n/format.ts'
import type { ChartChoice } from '#app/state/chart-choice.ts'
import '#app/ui/visually-hidden.css'
import { type BarWindow, type BarWish, closeTo, wholeWindow, rangeKeys } from './bar-window.ts'
import { ChartDrawing, chartPaths } from './chart-drawing.tsx'
import { ChartMarks } from './chart-marks.tsx'
import { chartModel } from './chart-model.ts'
import { Crosshair } from './crosshair.tsx'
import { useContractLines, useExpectedRange } from './selected-contract.ts'
import { tagWidth } from './price-tags.tsx'
import './price-chart.css'

/** Room around the text of a price tag and between it and the plot, pixels. */
const tagPadding = 18

export type PriceChartProps = {
  why: Why
  history: History
  choice: ChartChoice
  /** The bars shown; null: all of them. */
  window: BarWindow | null
  onWindow: (window: BarWindow | null) => void
  wish: BarWish | null
}

/** The chart with keyboard and pointer crosshair. Nothing animates. */
export function PriceChart({ why, history, choice, window, onWindow, wish }: PriceChartProps) {
  const { t, i18n } = useTranslation('why')
  const format = useFormat()
  const rtl = directionOf(i18n.language) === 'rtl'
  const slider = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const summary = useId()
  const keys = useId()
  const { box, width, height, tags } = useChartSize(why)
  const { model, expected } = useChartModel({ why, history, choice, window, width, height, tags, rtl })
  const averages = useMemo(
    () => (history.averages ?? []).filter(({ sessions }) => choice.averages.includes(sessions)),
    [history, choice.averages],
  )
  const paths = useMemo(() => model && chartPaths(model, averages), [model, averages])
  useWish(wish, history, { window, onWindow, onChoose: setChosen, slider })

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
        averages={averages}
        chosen={chosen}
        onChoose={setChosen}
        onWindow={onWindow}
        chart={slider}
        label={t('chart.label', { symbol: why.symbol, range: t(rangeKeys[history.range]) })}
        describedBy={`${summary} ${keys}`}
        legend={
          move && (
            <span className="why-move" title={t('chart.expectedTitle')}>
              {move}
            </span>
          )
        }
      >
        <div ref={box} className="why-chart-box">
          {model && paths && width > 0 && (
            <>
              <ChartDrawing model={model} paths={paths} width={width} height={height} />
              <ChartMarks model={model} width={width} height={height} why={why} rtl={rtl} />
              {model.asCandles && model.weekly && <span className="why-weekly">{t('chart.weekly')}</span>}
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
      <p id={keys} className="visually-hidden">
        {t('chart.keys')}
      </p>
    </figure>
  )
}

/** The size of the chart's box, and the room that its widest price tag takes; zero before it is measured. */
function useChartSize(why: Why) {
  const { t } = useTranslation('why')
  const format = useFormat()
  const box = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0, tags: 0 })
  const drawn = useRef(false)
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
      const measured = {
        width: element.clientWidth,
        height: element.clientHeight,
        tags: tagWidth(element, widest),
      }
      // The first drawing in slices, later ones with the width that they are for.
      if (drawn.current) setSize(measured)
      else startTransition(() => setSize(measured))
      drawn.current = true
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [widest])
  return { box, ...size }
}

type ModelInput = Pick<PriceChartProps, 'why' | 'history' | 'choice' | 'window'> & {
  width: number
  height: number
  tags: number
  rtl: boolean
}

function useChartModel({ why, history, choice, window, width, height, tags, rtl }: ModelInput) {
  const expected = useExpectedRange(why)
  const contract = useContractLines(why)
  const { candles, volume, trend } = choice
  const model = useMemo(() => {
    const zoom = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
    return chartModel(
      {
        history,
        window: window ?? wholeWindow(history.date.length),
        levels: why.supportAndResistance,
        last: why.expandedQuote.last,
        expected,
        contract,
        signals: signalDays(why),
        earnings: why.earningsDate && why.earningsDate.slice(0, 10),
        exDividend: why.dividend?.exDate ?? null,
        candles,
        volume,
        trend,
      },
      { width, height, gutter: tags + tagPadding * zoom, gutterAtStart: rtl, zoom },
    )
  }, [history, why, expected, contract, window, candles, volume, trend, width, height, tags, rtl])
  return { model, expected }
}

/** The days on which a rule fired, each direction of a day once. */
const signalDays = ({ rules }: Why): { day: string; rising: boolean }[] =>
  [...new Set(rules.map(({ day, sentiment }) => `${day} ${sentiment}`))].map((one) => ({
    day: one.slice(0, 10),
    rising: one.endsWith('Bullish'),
  }))

/** Shows the requested bar: zoomed in, read, and focused. */
function useWish(
  wish: BarWish | null,
  history: History,
  parts: {
    window: BarWindow | null
    onWindow: (window: BarWindow | null) => void
    onChoose: (index: number) => void
    slider: { readonly current: HTMLDivElement | null }
  },
): void {
  const latest = useRef(parts)
  const followed = useRef<BarWish | null>(null)
  useEffect(() => {
    latest.current = parts
  })
  useEffect(() => {
    if (!wish || wish === followed.current) return
    const index = history.date.indexOf(wish.day)
    if (index < 0) return
    followed.current = wish
    const { window, onWindow, onChoose, slider } = latest.current
    const count = history.date.length
    slider.current?.focus({ preventScroll: true })
    slider.current?.scrollIntoView({ block: 'nearest' })
    onWindow(closeTo(window ?? wholeWindow(count), count, index))
    onChoose(index)
  }, [wish, history])
}
