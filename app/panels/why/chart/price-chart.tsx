/** The price chart. A lazily loaded chunk that is requested after the first content has been painted. */
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { History, WireWhy } from '#contract/responses/resources.ts'
import { directionOf } from '#contract/text/locales.ts'
import { useFormat } from '#app/i18n/format.ts'
import type { ChartChoice } from '#app/state/choices/chart-choice.ts'
import '#app/ui/visually-hidden.css'
import {
  type BarRequest,
  type BarWindow,
  type ChartBounds,
  isSameWindow,
  rangeKeys,
  zoomToBar,
} from './bar-window.ts'
import { useContractTexts } from './price-tags.tsx'
import { useChartSize } from './chart-size.ts'
import { ChartDrawing, chartPaths } from './chart-drawing.tsx'
import { newYorkDay, useIsAfterLastBar } from './live-price-point.ts'
import { ChartMarks } from './chart-marks.tsx'
import { type ChartLevel, type ChartModel, chartModel } from './chart-model.ts'
import { Crosshair } from './crosshair.tsx'
import { useContractLines, useExpectedRange } from './selected-contract.ts'
import type { ExpectedRange } from './series.ts'
import './price-chart.css'

export type PriceChartProps = {
  why: WireWhy
  history: History
  choice: ChartChoice
  /** The visible sessions; null without pan and zoom. */
  window: BarWindow | null
  onWindow: (window: BarWindow | null) => void
  /** Called when the extent of the axis changes, and at the first drawing. */
  onBounds: (bounds: ChartBounds) => void
  /** The bar to reveal; null means none. */
  barRequest: BarRequest | null
}

/** The chart with a crosshair for keyboard and pointer. */
export function PriceChart(props: PriceChartProps) {
  const { why, history, onWindow, onBounds, barRequest } = props
  const { t, i18n } = useTranslation('why')
  const isRtl = directionOf(i18n.language) === 'rtl'
  const slider = useRef<HTMLDivElement>(null)
  const [selectedBar, setSelectedBar] = useState<number | null>(null)
  const summaryId = useId()
  const keysId = useId()
  const { box, size, averages, model, expected } = useChartModel(props, isRtl)
  const paths = useMemo(() => model && chartPaths(model, averages), [model, averages])
  const bounds = useStableBounds(model)
  useEffect(() => {
    if (bounds) onBounds(bounds)
  }, [bounds, onBounds])
  // Without pan and zoom the window follows the size of the chart and the contract.
  const changeWindow = (next: BarWindow | null) =>
    onWindow(next && bounds && isSameWindow(next, bounds.initial) ? null : next)
  useBarRequest(barRequest, history, { model, onWindow: changeWindow, onSelectBar: setSelectedBar, slider })

  const moveText = useMoveText(model, expected)
  const weeklyText = useWeeklyText(model)
  return (
    <figure className="why-figure">
      <Crosshair
        model={model}
        history={history}
        averages={averages}
        selectedBar={selectedBar}
        onSelectBar={setSelectedBar}
        onWindow={changeWindow}
        slider={slider}
        label={t('chart.label', { symbol: why.symbol, range: t(rangeKeys[history.range]) })}
        describedBy={`${summaryId} ${keysId}`}
        isRtl={isRtl}
        legend={<Legend weeklyText={weeklyText} moveText={moveText} />}
      >
        <div ref={box} className="why-chart-box">
          {model && paths && size.width > 0 && (
            <>
              <ChartDrawing model={model} paths={paths} width={size.width} height={size.height} />
              <ChartMarks model={model} size={size} why={why} isRtl={isRtl} />
            </>
          )}
        </div>
      </Crosshair>
      <figcaption id={summaryId} className="visually-hidden">
        <LevelSummary model={model} /> {moveText} {weeklyText}
      </figcaption>
      <p id={keysId} className="visually-hidden">
        {t('chart.keys')}
      </p>
    </figure>
  )
}

/** Legend above the chart: the expected move, and the period of the candles if it is not a day. */
function Legend({ weeklyText, moveText }: { weeklyText: string | null; moveText: string | null }) {
  const { t } = useTranslation('why')
  return (
    <span className="why-legend-end">
      {weeklyText && <span className="why-weekly">{weeklyText}</span>}
      {moveText && (
        <span className="why-move" title={t('chart.expectedTitle')}>
          {moveText}
        </span>
      )}
    </span>
  )
}

/** Returns the bounds of the chart; the same object while they are equal, although each quote changes the model. */
function useStableBounds(model: ChartModel | null): ChartBounds | null {
  const { last = 0, end = 0 } = model?.bounds.extent ?? {}
  const { from = 0, to = 0 } = model?.bounds.initial ?? {}
  return useMemo(
    () => (end === 0 ? null : { extent: { last, end }, initial: { from, to } }),
    [last, end, from, to],
  )
}

/** Returns the period of weekly candles, and whether the last week is drawn as not over; null for daily candles. */
function useWeeklyText(model: ChartModel | null): string | null {
  const { t } = useTranslation('why')
  if (!model?.areCandlesWeekly) return null
  return t(model.showsVolume && model.candles.at(-1)?.isSoFar ? 'chart.weeklySoFar' : 'chart.weekly')
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

/** Support, resistance, strike and break-even as sentences for screen readers. */
function LevelSummary({ model }: { model: ChartModel | null }) {
  const { t } = useTranslation('why')
  const format = useFormat()
  const contractTexts = useContractTexts(false)
  const pricesOf = (kind: ChartLevel['kind']) =>
    format.list(
      (model?.levels ?? [])
        .filter((level) => level.kind === kind)
        .map(({ value }) => format.stockPrice(value)),
    ) || t('chart.noLevels')
  const lines = model?.contract && contractTexts(model.contract).map(({ title }) => title)
  return (
    <>
      {t('chart.levels', { support: pricesOf('S'), resistance: pricesOf('R') })}
      {lines && ` ${format.list(lines)}.`}
    </>
  )
}

function useChartModel({ why, history, choice, window }: PriceChartProps, isRtl: boolean) {
  const expected = useExpectedRange(why)
  const contract = useContractLines(why)
  const { box, size } = useChartSize(why, history, contract)
  const { candles, volume, trend } = choice
  const isAfterLastBar = useIsAfterLastBar(why)
  const { asOf } = why.dataStatus
  const today = useMemo(() => newYorkDay(asOf), [asOf])
  const averages = useMemo(
    () => (history.averages ?? []).filter(({ sessions }) => choice.averages.includes(sessions)),
    [history, choice.averages],
  )
  const model = useMemo(
    () =>
      chartModel(
        {
          history,
          window,
          averages,
          levels: why.supportAndResistance,
          last: why.expandedQuote.last,
          isAfterLastBar,
          today,
          expected,
          contract,
          signals: signalDays(why),
          earnings: why.earningsDate && why.earningsDate.slice(0, 10),
          exDividend: why.dividend?.exDate ?? null,
          showCandles: candles,
          showVolume: volume,
          showTrend: trend,
        },
        { ...size, isGutterLeft: isRtl },
      ),
    [
      history,
      why,
      averages,
      isAfterLastBar,
      today,
      expected,
      contract,
      window,
      candles,
      volume,
      trend,
      size,
      isRtl,
    ],
  )
  return { box, size, averages, model, expected }
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
    model: ChartModel | null
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
    const { model, onWindow, onSelectBar, slider } = latest.current
    slider.current?.focus({ preventScroll: true })
    slider.current?.scrollIntoView({ block: 'nearest' })
    if (model) onWindow(zoomToBar(model.window, model.bounds.extent, index))
    onSelectBar(index)
  }, [barRequest, history])
}
