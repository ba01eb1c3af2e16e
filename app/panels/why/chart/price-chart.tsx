/** The price chart. A lazily loaded chunk that is requested after the first content has been painted. */
import { startTransition, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { History, WireWhy } from '#contract/responses/resources.ts'
import { directionOf } from '#contract/text/locales.ts'
import { useFormat } from '#app/i18n/format.ts'
import type { ChartChoice } from '#app/state/chart-choice.ts'
import '#app/ui/visually-hidden.css'
import { type BarWindow, type BarRequest, zoomToBar, fullWindow, rangeKeys } from './bar-window.ts'
import { ChartDrawing, chartPaths } from './chart-drawing.tsx'
import { ChartMarks } from './chart-marks.tsx'
import { type ChartLevel, type ChartModel, chartModel } from './chart-model.ts'
import { Crosshair } from './crosshair.tsx'
import { useContractLines, useExpectedRange } from './selected-contract.ts'
import { measureTagWidth } from './price-tags.tsx'
import type { ExpectedRange } from './series.ts'
import './price-chart.css'

/** Horizontal padding of a price tag and its distance from the plot, pixels. */
const tagPadding = 18

export type PriceChartProps = {
  why: WireWhy
  history: History
  choice: ChartChoice
  /** The visible bars; null means all. */
  window: BarWindow | null
  onWindow: (window: BarWindow | null) => void
  /** The bar to reveal; null means none. */
  barRequest: BarRequest | null
}

/** The chart with a crosshair for keyboard and pointer. */
export function PriceChart({ why, history, choice, window, onWindow, barRequest }: PriceChartProps) {
  const { t, i18n } = useTranslation('why')
  const isRtl = directionOf(i18n.language) === 'rtl'
  const slider = useRef<HTMLDivElement>(null)
  const [selectedBar, setSelectedBar] = useState<number | null>(null)
  const summaryId = useId()
  const keysId = useId()
  const { box, width, height, tagWidth } = useChartSize(why)
  const { model, expected } = useChartModel({ why, history, choice, window, width, height, tagWidth, isRtl })
  const averages = useMemo(
    () => (history.averages ?? []).filter(({ sessions }) => choice.averages.includes(sessions)),
    [history, choice.averages],
  )
  const paths = useMemo(() => model && chartPaths(model, averages), [model, averages])
  useBarRequest(barRequest, history, { window, onWindow, onSelectBar: setSelectedBar, slider })

  const moveText = useMoveText(model, expected)
  return (
    <figure className="why-figure">
      <Crosshair
        model={model}
        history={history}
        averages={averages}
        selectedBar={selectedBar}
        onSelectBar={setSelectedBar}
        onWindow={onWindow}
        slider={slider}
        label={t('chart.label', { symbol: why.symbol, range: t(rangeKeys[history.range]) })}
        describedBy={`${summaryId} ${keysId}`}
        legend={
          moveText && (
            <span className="why-move" title={t('chart.expectedTitle')}>
              {moveText}
            </span>
          )
        }
      >
        <div ref={box} className="why-chart-box">
          {model && paths && width > 0 && (
            <>
              <ChartDrawing model={model} paths={paths} width={width} height={height} />
              <ChartMarks model={model} width={width} height={height} why={why} isRtl={isRtl} />
              {model.showsCandles && model.areCandlesWeekly && (
                <span className="why-weekly">{t('chart.weekly')}</span>
              )}
            </>
          )}
        </div>
      </Crosshair>
      <figcaption id={summaryId} className="visually-hidden">
        <LevelSummary model={model} /> {moveText}
      </figcaption>
      <p id={keysId} className="visually-hidden">
        {t('chart.keys')}
      </p>
    </figure>
  )
}

/** Returns the text of the expected move; null if it is unknown. */
function useMoveText(model: ChartModel | null, expected: ExpectedRange | null): string | null {
  const { t } = useTranslation('why')
  const format = useFormat()
  if (!model || model.expectedMove === null || !expected) return null
  return t('chart.expected', {
    move: format.percent(model.expectedMove, 1),
    date: format.dayShort(expected.day),
  })
}

/** Support and resistance as a sentence for screen readers. */
function LevelSummary({ model }: { model: ChartModel | null }) {
  const { t } = useTranslation('why')
  const format = useFormat()
  const pricesOf = (kind: ChartLevel['kind']) =>
    format.list(
      (model?.levels ?? [])
        .filter((level) => level.kind === kind)
        .map(({ value }) => format.stockPrice(value)),
    ) || t('chart.noLevels')
  return t('chart.levels', { support: pricesOf('S'), resistance: pricesOf('R') })
}

/** Measures the chart's box and the width of its widest price tag, pixels. They are zero until measured. */
function useChartSize(why: WireWhy) {
  const { t } = useTranslation('why')
  const format = useFormat()
  const box = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0, tagWidth: 0 })
  const isMeasured = useRef(false)
  const { last } = why.expandedQuote
  const tagTexts = useMemo(() => {
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
        tagWidth: measureTagWidth(element, tagTexts),
      }
      // The first drawing is interruptible; later drawings must match the new size at once.
      if (isMeasured.current) setSize(measured)
      else startTransition(() => setSize(measured))
      isMeasured.current = true
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [tagTexts])
  return { box, ...size }
}

type ModelInput = Pick<PriceChartProps, 'why' | 'history' | 'choice' | 'window'> & {
  width: number
  height: number
  tagWidth: number
  isRtl: boolean
}

function useChartModel({ why, history, choice, window, width, height, tagWidth, isRtl }: ModelInput) {
  const expected = useExpectedRange(why)
  const contract = useContractLines(why)
  const { candles, volume, trend } = choice
  const model = useMemo(() => {
    const textScale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
    return chartModel(
      {
        history,
        window: window ?? fullWindow(history.date.length),
        levels: why.supportAndResistance,
        last: why.expandedQuote.last,
        expected,
        contract,
        signals: signalDays(why),
        earnings: why.earningsDate && why.earningsDate.slice(0, 10),
        exDividend: why.dividend?.exDate ?? null,
        showCandles: candles,
        showVolume: volume,
        showTrend: trend,
      },
      { width, height, gutter: tagWidth + tagPadding * textScale, isGutterLeft: isRtl, textScale },
    )
  }, [history, why, expected, contract, window, candles, volume, trend, width, height, tagWidth, isRtl])
  return { model, expected }
}

/** Returns the days on which rules matched; a day with bullish and bearish matches twice. */
const signalDays = ({ rules }: WireWhy): { day: string; isBullish: boolean }[] =>
  [...new Set(rules.map(({ day, sentiment }) => `${day} ${sentiment}`))].map((key) => ({
    day: key.slice(0, 10),
    isBullish: key.endsWith('Bullish'),
  }))

/** Zooms to the requested bar, selects it, and focuses the chart, once for each request. */
function useBarRequest(
  barRequest: BarRequest | null,
  history: History,
  target: {
    window: BarWindow | null
    onWindow: (window: BarWindow | null) => void
    onSelectBar: (index: number) => void
    slider: { readonly current: HTMLDivElement | null }
  },
): void {
  const latest = useRef(target)
  const handledRequest = useRef<BarRequest | null>(null)
  useEffect(() => {
    latest.current = target
  })
  useEffect(() => {
    if (!barRequest || barRequest === handledRequest.current) return
    const index = history.date.indexOf(barRequest.day)
    if (index < 0) return
    handledRequest.current = barRequest
    const { window, onWindow, onSelectBar, slider } = latest.current
    const count = history.date.length
    slider.current?.focus({ preventScroll: true })
    slider.current?.scrollIntoView({ block: 'nearest' })
    onWindow(zoomToBar(window ?? fullWindow(count), count, index))
    onSelectBar(index)
  }, [barRequest, history])
}
