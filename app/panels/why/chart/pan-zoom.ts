/** Pan and zoom of the chart by wheel, drag, pinch and keys, as changes of the visible bars. */
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { type BarWindow, isWhole, moved, sameWindow, wholeWindow, zoomed, zoomStep } from './bar-window.ts'
import { barAt, type ChartModel } from './chart-model.ts'

type Moving = {
  model: ChartModel | null
  /** Sets the visible bars; null: all of them. */
  onWindow: (window: BarWindow | null) => void
}

const pixelsOf = (event: WheelEvent, delta: number): number => delta * (event.deltaMode === 1 ? 16 : 1)

/**
 * The range after a wheel event; null if the event is not for the chart. With Ctrl (also a touchpad pinch) it
 * zooms at the pointer, sideways it moves. A vertical wheel zooms only a focused chart, and at the zoom limit
 * it scrolls the page, so that scrolling past is never blocked.
 */
export function windowAfterWheel(
  event: WheelEvent,
  model: ChartModel,
  focused: boolean,
  left: number,
): BarWindow | null {
  const { window, days } = model
  const sideways = event.shiftKey ? event.deltaX || event.deltaY : event.deltaX
  const change = (next: BarWindow): BarWindow | null => (sameWindow(next, window) ? null : next)
  const zooming = event.ctrlKey || event.metaKey
  if (!zooming && (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)))
    return change(moved(window, days.length, pixelsOf(event, sideways) / model.x.step))
  if (!zooming && !focused) return null
  const factor = Math.exp(
    Math.max(-60, Math.min(60, pixelsOf(event, event.deltaY))) * (zooming ? 0.01 : 0.004),
  )
  const next = zoomed(window, days.length, factor, barAt(model, event.clientX - left))
  // The wheel with Ctrl would zoom the page: the chart consumes it even at its limit.
  return zooming ? next : change(next)
}

/**
 * The range after a key: + and - zoom at the read bar, 0 shows all, Shift with an arrow moves; null for other
 * keys.
 */
export function windowAfterKey(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  { window, days }: ChartModel,
  bar: number,
): BarWindow | null {
  const count = days.length
  if (key === '+' || key === '=') return zoomed(window, count, 1 / zoomStep, bar)
  if (key === '-' || key === '_') return zoomed(window, count, zoomStep, bar)
  if (key === '0') return wholeWindow(count)
  if (!shiftKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return null
  const part = Math.max(1, (window.to - window.from) / 5)
  return moved(window, count, key === 'ArrowLeft' ? -part : part)
}

/** Listens to the wheel over an element. */
export function useWheel(element: RefObject<HTMLElement | null>, { model, onWindow }: Moving): void {
  const latest = useRef({ model, onWindow })
  useEffect(() => {
    latest.current = { model, onWindow }
  })
  useEffect(() => {
    const chart = element.current
    if (!chart) return
    const turn = (event: WheelEvent) => {
      const now = latest.current
      if (!now.model) return
      const focused = chart.contains(document.activeElement)
      const next = windowAfterWheel(event, now.model, focused, chart.getBoundingClientRect().left)
      if (!next) return
      event.preventDefault()
      now.onWindow(next)
    }
    // React's listener is passive: only a non-passive listener can prevent scrolling.
    chart.addEventListener('wheel', turn, { passive: false })
    return () => chart.removeEventListener('wheel', turn)
  }, [element])
}

type Grip = { x: Map<number, number>; window: BarWindow; model: ChartModel; start: number; width: number }

const middleOf = (xs: readonly number[]): number => xs.reduce((sum, x) => sum + x, 0) / xs.length
const widthOf = (xs: readonly number[]): number => Math.max(...xs) - Math.min(...xs)

/**
 * Dragging: one pointer moves the chart if not all bars are shown, two pinch. `move` returns whether the
 * chart moved; otherwise the pointer only reads.
 */
export function useGrip({ model, onWindow }: Moving) {
  const grip = useRef<Grip | null>(null)
  const hold = (x: Map<number, number>) => {
    const xs = [...x.values()]
    grip.current =
      model && xs.length > 0
        ? { x, window: model.window, model, start: middleOf(xs), width: widthOf(xs) }
        : null
  }
  return {
    press(event: PointerEvent, x: number): void {
      hold(new Map(grip.current?.x).set(event.pointerId, x))
    },
    move(event: PointerEvent, x: number): boolean {
      const held = grip.current
      if (!held?.x.has(event.pointerId)) return false
      held.x.set(event.pointerId, x)
      const xs = [...held.x.values()]
      const { window, days, x: scale } = held.model
      const pinched = xs.length > 1 && held.width > 8
      if (!pinched && (isWhole(window, days.length) || Math.abs(middleOf(xs) - held.start) < 3))
        return pinched
      const by = (held.start - middleOf(xs)) / scale.step
      const next = pinched
        ? zoomed(window, days.length, held.width / Math.max(8, widthOf(xs)), barAt(held.model, held.start))
        : window
      onWindow(moved(next, days.length, by))
      return true
    },
    release(event: PointerEvent): void {
      const held = grip.current
      if (!held?.x.delete(event.pointerId)) return
      hold(held.x)
    },
  }
}
