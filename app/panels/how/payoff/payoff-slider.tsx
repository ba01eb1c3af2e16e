import type { KeyboardEvent, PointerEvent } from 'react'
import { cents, type PayoffRange, snap } from './payoff.ts'

/** Lies over the payoff diagram and reads it: by pointer, and by the keys of a slider. Prices in dollars per share. */
export function PayoffSlider({
  label,
  range,
  step,
  read,
  readout,
  onFocus,
  onRead,
}: {
  /** What is read with it. */
  label: string
  range: PayoffRange
  step: number
  /** The price that is read, or would be. */
  read: number
  /** What is read, in words. */
  readout: string
  onFocus: () => void
  /** Another price is read; null = none any more. */
  onRead: (price: number | null) => void
}) {
  const onPointer = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    onRead(range.low + ((event.clientX - box.left) / box.width) * (range.high - range.low))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowRight: read + step,
      ArrowUp: read + step,
      ArrowLeft: read - step,
      ArrowDown: read - step,
      PageUp: read + 10 * step,
      PageDown: read - 10 * step,
      Home: range.low,
      End: range.high,
    }
    const next = moves[event.key]
    if (next === undefined) return
    event.preventDefault()
    onRead(snap(next, range, step))
  }
  return (
    <div
      className="how-slider"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={cents(range.low)}
      aria-valuemax={cents(range.high)}
      aria-valuenow={read}
      aria-valuetext={readout}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
      onPointerLeave={() => onRead(null)}
      onFocus={onFocus}
      onBlur={() => onRead(null)}
      onKeyDown={onKeyDown}
    />
  )
}
