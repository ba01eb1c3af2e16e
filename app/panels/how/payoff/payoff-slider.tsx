import type { KeyboardEvent, PointerEvent } from 'react'
import { roundToHundredths, type PayoffRange, snap } from './payoff.ts'

/** Slider over the payoff diagram that moves its cursor, by pointer or keyboard. Prices in dollars per share. */
export function PayoffSlider({
  label,
  left,
  range,
  step,
  price,
  readout,
  onFocus,
  onChange,
}: {
  /** Accessible name of the slider. */
  label: string
  /** Left edge of the plot in the diagram, pixels. */
  left: number
  range: PayoffRange
  step: number
  /** Price at the cursor; without a cursor the current price of the stock. */
  price: number
  /** The value as text for screen readers. */
  readout: string
  onFocus: () => void
  /** Called with the new price at the cursor; null if the cursor is removed. */
  onChange: (price: number | null) => void
}) {
  const onPointer = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    onChange(range.low + ((event.clientX - box.left) / box.width) * (range.high - range.low))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const priceByKey: Record<string, number> = {
      ArrowRight: price + step,
      ArrowUp: price + step,
      ArrowLeft: price - step,
      ArrowDown: price - step,
      PageUp: price + 10 * step,
      PageDown: price - 10 * step,
      Home: range.low,
      End: range.high,
    }
    const nextPrice = priceByKey[event.key]
    if (nextPrice === undefined) return
    event.preventDefault()
    onChange(snap(nextPrice, range, step))
  }
  return (
    <div
      className="how-slider"
      style={{ left }}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={roundToHundredths(range.low)}
      aria-valuemax={roundToHundredths(range.high)}
      aria-valuenow={price}
      aria-valuetext={readout}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
      onPointerLeave={() => onChange(null)}
      onFocus={onFocus}
      onBlur={() => onChange(null)}
      onKeyDown={onKeyDown}
    />
  )
}
