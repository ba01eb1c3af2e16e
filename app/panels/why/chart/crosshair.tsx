import { type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { Average, History } from '#contract/responses/resources.ts'
import { useFormat } from '#app/i18n/format.ts'
import { type BarWindow, revealBar } from './bar-window.ts'
import { barAt, type ChartModel } from './chart-model.ts'
import { useDrag, useWheel, windowAfterKey } from './pan-zoom.ts'

/** Bars that Page Up and Page Down move by: one week. */
const barsPerPage = 5

type CrosshairProps = {
  model: ChartModel | null
  history: History
  /** The visible averages. */
  averages: readonly Average[]
  /** Index of the chosen bar; null if none is chosen. */
  chosen: number | null
  onChoose: (index: number | null) => void
  onWindow: (window: BarWindow | null) => void
  /** Element of the slider. */
  chart: RefObject<HTMLDivElement | null>
  label: string
  describedBy: string
  legend: ReactNode
  children: ReactNode
}

/**
 * Selects a bar with the pointer, or as a slider with ← → Home End Page Up Page Down. The readout above the chart
 * always shows one bar, the last one if none is chosen, so that the layout is stable and nothing covers the line. The
 * same element pans and zooms the chart.
 */
export function Crosshair(props: CrosshairProps) {
  const { model, history, averages, chosen, chart, label, describedBy, legend, children } = props
  const { t } = useTranslation('why')
  const format = useFormat()
  const end = history.date.length - 1
  const index = chosen === null ? end : Math.min(chosen, end)
  const bar = {
    date: format.day(history.date[index]),
    close: format.price(history.close[index]),
    high: format.price(history.high[index]),
    low: format.price(history.low[index]),
    volume: format.volume(history.volume[index]),
  }
  useWheel(chart, props)
  const { isMoving, ...pointer } = usePointer(props)
  const onKeyDown = (event: KeyboardEvent) => handleKey(event, props, index)

  return (
    <>
      <div className="why-legend" data-pointing={chosen !== null}>
        <Readout bar={bar} averages={averages} index={index} />
        {legend}
      </div>
      <div
        ref={chart}
        className="why-chart"
        data-moving={isMoving}
        dir="ltr"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-describedby={describedBy}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, end)}
        aria-valuenow={Math.max(0, index)}
        aria-valuetext={t('chart.value', bar)}
        onKeyDown={onKeyDown}
        onBlur={() => props.onChoose(null)}
        {...pointer}
      >
        {children}
        {model && chosen !== null && <Cross model={model} index={index} close={history.close[index]!} />}
      </div>
    </>
  )
}

type BarTexts = Record<'date' | 'close' | 'high' | 'low' | 'volume', string>

/** Figures of the chosen bar above the chart; screen readers get them as the value of the slider. */
function Readout({ bar, averages, index }: { bar: BarTexts; averages: readonly Average[]; index: number }) {
  const { t } = useTranslation('why')
  const format = useFormat()
  return (
    <span className="why-readout" aria-hidden="true" dir="ltr">
      <span>
        <bdi>{bar.date}</bdi> <b>{bar.close}</b>
      </span>
      {(['high', 'low', 'volume'] as const).map((name) => (
        <span key={name}>
          <bdi>{t(`chart.${name}`)}</bdi> <bdi>{bar[name]}</bdi>
        </span>
      ))}
      {averages.map(({ sessions, close }) => (
        <span key={sessions}>
          <bdi>{t('chart.averageShort', { sessions })}</bdi> <bdi>{format.price(close[index])}</bdi>
        </span>
      ))}
    </span>
  )
}

/** Pointer handlers of the slider: hovering selects the bar under the pointer, dragging pans the chart. */
function usePointer({ model, onChoose, onWindow }: Pick<CrosshairProps, 'model' | 'onChoose' | 'onWindow'>) {
  const [isMoving, setMoving] = useState(false)
  const drag = useDrag({ model, onWindow })
  const xOf = (event: PointerEvent<HTMLElement>) =>
    event.clientX - event.currentTarget.getBoundingClientRect().left
  const chooseBarAt = (event: PointerEvent<HTMLElement>) => {
    if (model) onChoose(barAt(model, xOf(event)))
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    drag.release(event)
    setMoving(false)
  }
  const onPointerLeave = (event: PointerEvent<HTMLElement>) => {
    onPointerUp(event)
    onChoose(null)
  }
  return {
    isMoving,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      drag.press(event, xOf(event))
      chooseBarAt(event)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const isDragging = drag.move(event, xOf(event))
      if (isDragging !== isMoving) setMoving(isDragging)
      if (isDragging) onChoose(null)
      else chooseBarAt(event)
    },
    onPointerUp,
    onPointerLeave,
    onPointerCancel: onPointerLeave,
  }
}

/** Handles a key of the slider: pans, zooms, selects another bar, or clears the selection. */
function handleKey(
  event: KeyboardEvent,
  { model, history, chosen, onChoose, onWindow }: CrosshairProps,
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
    onChoose(next)
    if (model) onWindow(revealBar(model.window, history.date.length, next))
  } else if (event.key === 'Escape' && chosen !== null) {
    event.stopPropagation()
    onChoose(null)
  }
}

/** Returns the bar that a key selects. Time runs from left to right in every language, and so do the arrow keys. */
function barAfterKey(key: string, index: number, end: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowDown: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index + 1,
    PageDown: index - barsPerPage,
    PageUp: index + barsPerPage,
    Home: 0,
    End: end,
  }
  const next = steps[key]
  return next === undefined ? undefined : Math.min(end, Math.max(0, next))
}

function Cross({ model, index, close }: { model: ChartModel; index: number; close: number }) {
  const { window, plot } = model
  if (index < window.from - 0.5 || index > window.to + 0.5) return null
  const x = model.x.atBar(index)
  return (
    <svg className="why-crosshair" aria-hidden="true">
      <line x1={x} x2={x} y1={plot.top} y2={plot.bottom} />
      <circle cx={x} cy={model.y(close)} r="4" />
    </svg>
  )
}
