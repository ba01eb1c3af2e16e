/** Panning and zooming of the chart by wheel, drag, pinch and keys. Each changes the window of visible sessions. */
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
import { type ChartModel, sessionAt } from './chart-model.ts'

type PanZoomTarget = {
  model: ChartModel | null
  /** Called with the new window; null means without pan and zoom. */
  onWindow: (window: BarWindow | null) => void
}

/** Converts a wheel delta to pixels; a line has 16. */
const pixelsOf = (event: WheelEvent, delta: number): number => delta * (event.deltaMode === 1 ? 16 : 1)

/**
 * Returns the window after a wheel event; null if the page handles the event. A wheel with Ctrl or
 * Cmd zooms at the pointer; a touchpad pinch has Ctrl set. A horizontal wheel, or a vertical one with
 * Shift, pans. Otherwise a vertical wheel zooms only a focused chart, and scrolls the page at the zoom limits, so that the chart does not block scrolling.
 *
 * @param isFocused whether the chart or an element in it has the focus
 * @param left left edge of the chart in client coordinates
 */
export function windowAfterWheel(
  event: WheelEvent,
  model: ChartModel,
  isFocused: boolean,
  left: number,
): BarWindow | null {
  const {
    window,
    bounds: { extent },
  } = model
  const horizontalDelta = event.shiftKey ? event.deltaX || event.deltaY : event.deltaX
  const ifChanged = (next: BarWindow): BarWindow | null => (isSameWindow(next, window) ? null : next)
  const hasZoomModifier = event.ctrlKey || event.metaKey
  if (!hasZoomModifier && (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)))
    return ifChanged(moveWindow(window, extent, pixelsOf(event, horizontalDelta) / model.x.step))
  if (!hasZoomModifier && !isFocused) return null
  const factor = Math.exp(
    Math.max(-60, Math.min(60, pixelsOf(event, event.deltaY))) * (hasZoomModifier ? 0.01 : 0.004),
  )
  const next = zoomWindow(window, extent, factor, sessionAt(model, event.clientX - left))
  // The browser would zoom the page with Ctrl, so the chart handles the event even at its zoom limit.
  return hasZoomModifier ? next : ifChanged(next)
}

/**
 * Returns the window after a key: + and - zoom with `bar` as anchor, 0 shows the whole axis, Shift with an
 * arrow pans; null for other keys.
 */
export function windowAfterKey(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  { window, bounds: { extent } }: ChartModel,
  bar: number,
): BarWindow | null {
  if (key === '+' || key === '=') return zoomWindow(window, extent, 1 / zoomStep, bar)
  if (key === '-' || key === '_') return zoomWindow(window, extent, zoomStep, bar)
  if (key === '0') return fullWindow(extent)
  if (!shiftKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return null
  const step = Math.max(1, (window.to - window.from) / 5)
  return moveWindow(window, extent, key === 'ArrowLeft' ? -step : step)
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
      const isFocused = chart.contains(document.activeElement)
      const next = windowAfterWheel(event, current.model, isFocused, chart.getBoundingClientRect().left)
      if (!next) return
      event.preventDefault()
      current.onWindow(next)
    }
    // React's wheel listeners are passive, so they cannot prevent scrolling.
    chart.addEventListener('wheel', onWheel, { passive: false })
    return () => chart.removeEventListener('wheel', onWheel)
  }, [element])
}

/**
 * State of a drag. `pointers`: current positions by pointer id. The other fields are from the last press
 * or release. Pixels.
 */
type DragState = {
  pointers: Map<number, number>
  window: BarWindow
  model: ChartModel
  /** Middle of the pointers. */
  startX: number
  /** Distance between the outermost pointers. */
  startDistance: number
}

const middleOf = (xs: readonly number[]): number => xs.reduce((sum, x) => sum + x, 0) / xs.length
const distanceOf = (xs: readonly number[]): number => Math.max(...xs) - Math.min(...xs)

/**
 * Handles drag gestures: one pointer pans the chart unless the whole axis is visible, two pointers zoom it.
 * `move` returns whether the gesture pans or zooms; otherwise the pointer only selects a bar.
 */
export function useDrag({ model, onWindow }: PanZoomTarget) {
  const drag = useRef<DragState | null>(null)
  const restart = (pointers: Map<number, number>) => {
    const xs = [...pointers.values()]
    drag.current =
      model && xs.length > 0
        ? { pointers, window: model.window, model, startX: middleOf(xs), startDistance: distanceOf(xs) }
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
      const {
        window,
        bounds: { extent },
        x: scale,
      } = current.model
      const isPinch = xs.length > 1 && current.startDistance > 8
      if (!isPinch && (isFullWindow(window, extent) || Math.abs(middleOf(xs) - current.startX) < 3))
        return false
      const bars = (current.startX - middleOf(xs)) / scale.step
      const next = isPinch
        ? zoomWindow(
            window,
            extent,
            current.startDistance / Math.max(8, distanceOf(xs)),
            sessionAt(current.model, current.startX),
          )
        : window
      onWindow(moveWindow(next, extent, bars))
      return true
    },
    release(event: PointerEvent): void {
      const current = drag.current
      if (!current?.pointers.delete(event.pointerId)) return
      restart(current.pointers)
    },
  }
}
