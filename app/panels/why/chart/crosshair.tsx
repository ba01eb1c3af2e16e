import { type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { Average, History } from '#contract/responses/resources.ts'
import { useFormat } from '#app/i18n/format.ts'
import { type BarWindow, revealBar } from './bar-window.ts'
import { barAt, type ChartModel } from './chart-model.ts'
import { useDrag, useWheel, windowAfterKey } from './pan-zoom.ts'

/** Number of bars that Page Up and Page Down move by: one week. */
const barsPerPage = 5

type CrosshairProps = {
  model: ChartModel | null
  history: History
  /** The visible averages. */
  averages: readonly Average[]
  /** Index of the selected bar; null without a selection. */
  selectedBar: number | null
  onSelectBar: (index: number | null) => void
  onWindow: (window: BarWindow | null) => void
  /** Receives the element of the slider. */
  slider: RefObject<HTMLDivElement | null>
  label: string
  describedBy: string
  legend: ReactNode
  isRtl: boolean
  children: ReactNode
}

/**
 * Selects a bar by pointer, or as an ARIA slider by ← → Home End Page Up Page Down; also pans and zooms
 * the chart. The readout above the chart always shows one bar, without a selection the last one, so that
 * the layout is stable.
 */
export function Crosshair(props: CrosshairProps) {
  const { model, history, averages, selectedBar, slider, label, describedBy, legend, isRtl, children } = props
  const { t } = useTranslation('why')
  const format = useFormat()
  const lastIndex = history.date.length - 1
  const index = selectedBar === null ? lastIndex : Math.min(selectedBar, lastIndex)
  const bar = {
    // The price beside the chart is newer than this bar, so the text names the session of the bar as closed.
    date:
      index === lastIndex && model && model.lastPriceIndex > lastIndex
        ? t('chart.closedSession', { date: format.dayShort(history.date[index]) })
        : format.day(history.date[index]),
    open: format.price(history.open[index]),
    close: format.price(history.close[index]),
    high: format.price(history.high[index]),
    low: format.price(history.low[index]),
    volume: format.volume(history.volume[index]),
  }
  useWheel(slider, props)
  const { isMoving, ...pointer } = usePointer(props)
  const onKeyDown = (event: KeyboardEvent) => handleKey(event, props, index)

  return (
    <>
      <div className="why-legend">
        <Readout bar={bar} />
        {legend}
        <AverageReadout averages={averages} index={index} />
      </div>
      <div
        ref={slider}
        className="why-chart"
        data-moving={isMoving}
        dir="ltr"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-describedby={describedBy}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, lastIndex)}
        aria-valuenow={Math.max(0, index)}
        aria-valuetext={t('chart.barValue', bar)}
        onKeyDown={onKeyDown}
        onBlur={() => props.onSelectBar(null)}
        {...pointer}
      >
        {children}
        {model && selectedBar !== null && (
          <CrosshairLine
            model={model}
            index={index}
            close={history.close[index]!}
            texts={{ date: format.dayShort(history.date[index]), price: bar.close }}
            isRtl={isRtl}
          />
        )}
      </div>
    </>
  )
}

type BarTexts = Record<'date' | 'open' | 'close' | 'high' | 'low' | 'volume', string>

/** Figures of the selected bar above the chart. Screen readers read them as the value of the slider. */
function Readout({ bar }: { bar: BarTexts }) {
  const { t } = useTranslation('why')
  return (
    <span className="why-readout why-readout-bar" aria-hidden="true" dir="ltr">
      <span>
        <bdi>{bar.date}</bdi>
      </span>
      {(['open', 'high', 'low', 'close', 'volume'] as const).map((name) => (
        <span key={name} className={name === 'volume' ? undefined : 'why-readout-price'}>
          <bdi>{t(`chart.${name}`)}</bdi> {name === 'close' ? <b>{bar.close}</b> : <bdi>{bar[name]}</bdi>}
        </span>
      ))}
    </span>
  )
}

/** Values of the visible averages at the selected bar, on a separate line, the longest average first. */
function AverageReadout({ averages, index }: { averages: readonly Average[]; index: number }) {
  const { t } = useTranslation('why')
  const format = useFormat()
  if (averages.length === 0) return null
  return (
    <span className="why-readout why-readout-averages" aria-hidden="true" dir="ltr">
      {averages.toReversed().map(({ sessions, close }) => (
        <span key={sessions}>
          <bdi>{t('chart.averageShort', { sessions })}</bdi> <bdi>{format.price(close[index])}</bdi>
        </span>
      ))}
    </span>
  )
}

/** Pointer handlers of the slider: hovering selects the bar under the pointer, dragging pans the chart. */
function usePointer({
  model,
  onSelectBar,
  onWindow,
}: Pick<CrosshairProps, 'model' | 'onSelectBar' | 'onWindow'>) {
  const [isMoving, setMoving] = useState(false)
  const drag = useDrag({ model, onWindow })
  const xOf = (event: PointerEvent<HTMLElement>) =>
    event.clientX - event.currentTarget.getBoundingClientRect().left
  const selectBarAt = (event: PointerEvent<HTMLElement>) => {
    if (model) onSelectBar(barAt(model, xOf(event)))
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    drag.release(event)
    setMoving(false)
  }
  const onPointerCancel = (event: PointerEvent<HTMLElement>) => {
    onPointerUp(event)
    onSelectBar(null)
  }
  const onPointerLeave = (event: PointerEvent<HTMLElement>) => {
    // A finger that is lifted leaves the chart, too. The bar stays selected until the focus leaves.
    if (event.pointerType === 'touch') onPointerUp(event)
    else onPointerCancel(event)
  }
  return {
    isMoving,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      drag.press(event, xOf(event))
      selectBarAt(event)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const isDragging = drag.move(event, xOf(event))
      if (isDragging !== isMoving) setMoving(isDragging)
      if (isDragging) onSelectBar(null)
      else selectBarAt(event)
    },
    onPointerUp,
    onPointerLeave,
    onPointerCancel,
  }
}

/** Handles a key of the slider: pans, zooms, selects another bar, or clears the selection. */
function handleKey(
  event: KeyboardEvent,
  { model, history, selectedBar, onSelectBar, onWindow }: CrosshairProps,
  index: number,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const window = model && windowAfterKey(event, model, index)
  const next = window ? undefined : barAfterKey(event.key, index, history.date.length - 1)
  if (window) {
    event.preventDefault()
    onWindow(window)
  } else if (next !== undefined) {
    event.preventDefault()
    onSelectBar(next)
    if (model) onWindow(revealBar(model.window, model.bounds.extent, next))
  } else if (event.key === 'Escape' && selectedBar !== null) {
    event.stopPropagation()
    onSelectBar(null)
  }
}

/**
 * Returns the bar that a key selects. Time runs from left to right in all languages, and the arrow keys
 * follow it.
 */
function barAfterKey(key: string, index: number, lastIndex: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowDown: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index + 1,
    PageDown: index - barsPerPage,
    PageUp: index + barsPerPage,
    Home: 0,
    End: lastIndex,
  }
  const next = steps[key]
  return next === undefined ? undefined : Math.min(lastIndex, Math.max(0, next))
}

/** Lines through the close of a bar, with its price on the scale and its day on the time axis. */
function CrosshairLine({
  model,
  index,
  close,
  texts,
  isRtl,
}: {
  model: ChartModel
  index: number
  close: number
  texts: { date: string; price: string }
  isRtl: boolean
}) {
  const { window, plot } = model
  if (index < window.from - 0.5 || index > window.to + 0.5) return null
  const [x, y] = [model.x.atBar(index), model.y(close)]
  return (
    <>
      <svg className="why-crosshair" aria-hidden="true">
        <line x1={x} x2={x} y1={plot.top} y2={plot.bottom} />
        <line x1={plot.left} x2={plot.right} y1={y} y2={y} />
        <circle cx={x} cy={y} r="4" />
      </svg>
      <span
        className="why-crosshair-tag"
        aria-hidden="true"
        // The side of the scale: the tag ends at the plot, but never outside the chart.
        style={{ top: y, ...(isRtl ? { right: 0 } : { left: 0 }) }}
      >
        {texts.price}
      </span>
      <span className="why-crosshair-tag why-crosshair-day" aria-hidden="true" style={{ left: x }}>
        {texts.date}
      </span>
    </>
  )
}
