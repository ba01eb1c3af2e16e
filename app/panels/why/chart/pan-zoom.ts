/** Panning and zooming of the chart by wheel, drag, pinch and keys, as changes of the visible bars. */
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import {
  type BarWindow,
  isFullWindow,
  moveWindow,
  isSameWindow,
  fullWindow,
  zoomWindow,
  zoomStep,
} from './bar-window.ts'
import { barAt, type ChartModel } from './chart-model.ts'

type PanZoomTarget = {
  model: ChartModel | null
  /** Called with the visible bars; null = all. */
  onWindow: (window: BarWindow | null) => void
}

const pixelsOf = (event: WheelEvent, delta: number): number => delta * (event.deltaMode === 1 ? 16 : 1)

/**
 * Returns the window after a wheel event; null if the page handles the event. With Ctrl (also a touchpad pinch) the
 * wheel zooms at the pointer; a horizontal wheel pans. A vertical wheel zooms only a focused chart, and at the zoom
 * limit it scrolls the page, so that the chart never blocks scrolling.
 *
 * @param left left edge of the chart in client coordinates
 */
export function windowAfterWheel(
  event: WheelEvent,
  model: ChartModel,
  focused: boolean,
  left: number,
): BarWindow | null {
  const { window, days } = model
  const sideways = event.shiftKey ? event.deltaX || event.deltaY : event.deltaX
  const ifChanged = (next: BarWindow): BarWindow | null => (isSameWindow(next, window) ? null : next)
  const isZooming = event.ctrlKey || event.metaKey
  if (!isZooming && (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)))
    return ifChanged(moveWindow(window, days.length, pixelsOf(event, sideways) / model.x.step))
  if (!isZooming && !focused) return null
  const factor = Math.exp(
    Math.max(-60, Math.min(60, pixelsOf(event, event.deltaY))) * (isZooming ? 0.01 : 0.004),
  )
  const next = zoomWindow(window, days.length, factor, barAt(model, event.clientX - left))
  // Ctrl and the wheel would zoom the page, so the chart consumes the event even at its limit.
  return isZooming ? next : ifChanged(next)
}

/**
 * Returns the window after a key: + and - zoom at the bar `bar`, 0 shows all bars, Shift with an arrow pans; null for
 * other keys.
 */
export function windowAfterKey(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  { window, days }: ChartModel,
  bar: number,
): BarWindow | null {
  const count = days.length
  if (key === '+' || key === '=') return zoomWindow(window, count, 1 / zoomStep, bar)
  if (key === '-' || key === '_') return zoomWindow(window, count, zoomStep, bar)
  if (key === '0') return fullWindow(count)
  if (!shiftKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return null
  const step = Math.max(1, (window.to - window.from) / 5)
  return moveWindow(window, count, key === 'ArrowLeft' ? -step : step)
}

/** Pans and zooms when the wheel is used over an element. */
export function useWheel(element: RefObject<HTMLElement | null>, { model, onWindow }: PanZoomTarget): void {
  const latest = useRef({ model, onWindow })
  useEffect(() => {
    latest.current = { model, onWindow }
  })
  useEffect(() => {
    const chart = element.current
    if (!chart) return
    const onWheel = (event: WheelEvent) => {
      const current = latest.current
      if (!current.model) return
      const focused = chart.contains(document.activeElement)
      const next = windowAfterWheel(event, current.model, focused, chart.getBoundingClientRect().left)
      if (!next) return
      event.preventDefault()
      current.onWindow(next)
    }
    // React's wheel listeners are passive, so they cannot prevent scrolling.
    chart.addEventListener('wheel', onWheel, { passive: false })
    return () => chart.removeEventListener('wheel', onWheel)
  }, [element])
}

/** State at the start of a drag: pointer positions by pointer id, their middle and their distance, in pixels. */
type DragState = {
  pointers: Map<number, number>
  window: BarWindow
  model: ChartModel
  start: number
  width: number
}

const middleOf = (xs: readonly number[]): number => xs.reduce((sum, x) => sum + x, 0) / xs.length
const widthOf = (xs: readonly number[]): number => Math.max(...xs) - Math.min(...xs)

/**
 * Handles dragging: one pointer pans the chart unless all bars are visible, two pointers pinch. `move` returns whether
 * the pointers pan or pinch; otherwise the pointer only selects a bar.
 */
export function useDrag({ model, onWindow }: PanZoomTarget) {
  const drag = useRef<DragState | null>(null)
  const restart = (pointers: Map<number, number>) => {
    const xs = [...pointers.values()]
    drag.current =
      model && xs.length > 0
        ? { pointers, window: model.window, model, start: middleOf(xs), width: widthOf(xs) }
        : null
  }
  return {
    press(event: PointerEvent, x: number): void {
      restart(new Map(drag.current?.pointers).set(event.pointerId, x))
    },
    move(event: PointerEvent, x: number): boolean {
      const current = drag.current
      if (!current?.pointers.has(event.pointerId)) return false
      current.pointers.set(event.pointerId, x)
      const xs = [...current.pointers.values()]
      const { window, days, x: scale } = current.model
      const isPinch = xs.length > 1 && current.width > 8
      if (!isPinch && (isFullWindow(window, days.length) || Math.abs(middleOf(xs) - current.start) < 3))
        return false
      const bars = (current.start - middleOf(xs)) / scale.step
      const next = isPinch
        ? zoomWindow(
            window,
            days.length,
            current.width / Math.max(8, widthOf(xs)),
            barAt(current.model, current.start),
          )
        : window
      onWindow(moveWindow(next, days.length, bars))
      return true
    },
    release(event: PointerEvent): void {
      const current = drag.current
      if (!current?.pointers.delete(event.pointerId)) return
      restart(current.pointers)
    },
  }
}
