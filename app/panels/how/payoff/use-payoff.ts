/** Everything the payoff diagram is drawn from: its room, its axes, its marks, and the price that is read. */
import { type RefObject, useMemo, useRef, useState } from 'react'
import type { IncomeOption } from '#contract/responses/income.ts'
import { useLastQuote } from '#app/state/live.ts'
import { type FrameSize, useFrameSize } from './frame-size.ts'
import { usePayoffMarks } from './payoff-marks.ts'
import {
  type PayoffGeometry,
  payoffGeometry,
  type PayoffRange,
  payoffRange,
  sliderStep,
  snap,
} from './payoff.ts'

/** Of what the diagram is. */
export type PayoffOf = {
  symbol: string
  option: IncomeOption
  /** The price the service computed with, dollars per share. */
  stockPrice: number
  costBasis: number | null
}

export type Payoff = {
  of: PayoffOf
  frame: RefObject<HTMLDivElement | null>
  /** With the labels' two lanes. */
  size: FrameSize & { height: number }
  geometry: PayoffGeometry
  costBasis: number | null
  /** The stock's price now, dollars per share. */
  now: number
  /** The price that is read, or would be; on the slider's steps. */
  read: number
  isReading: boolean
  step: number
  /** Reads another price; null = none any more. */
  setReading: (price: number | null) => void
} & ReturnType<typeof usePayoffMarks>

/** Height of the plot where it shows the payoff alone, pixels. */
const usualHeight = 88

/** Shares have a cost in a covered call only. */
const inputOf = ({ option, stockPrice, costBasis }: PayoffOf) => ({
  ...option,
  stockPrice,
  costBasis: option.legType === 'Call' ? costBasis : null,
})

/** The axes of the payoff at expiry. */
export const rangeOf = (of: PayoffOf): PayoffRange => payoffRange(inputOf(of))

/** `range`: the axes; `plotHeight` in pixels. */
export function usePayoff(of: PayoffOf, range: PayoffRange, plotHeight = usualHeight): Payoff {
  const frame = useRef<HTMLDivElement>(null)
  const size = useFrameSize(frame)
  const [reading, setReading] = useState<number | null>(null)
  const now = useLastQuote(of.symbol, { last: of.stockPrice }).last
  const { width, lane } = size
  const { strike, breakeven, contracts, expectedMove, stockPrice, costBasis } = inputOf(of)
  // Kept while only a curve moves: placing the labels takes longer than drawing it.
  const geometry = useMemo(
    () =>
      payoffGeometry(
        { strike, breakeven, contracts, expectedMove, stockPrice, costBasis },
        { left: 0, top: lane, width, height: plotHeight },
        range,
      ),
    [strike, breakeven, contracts, expectedMove, stockPrice, costBasis, lane, width, plotHeight, range],
  )
  const marks = usePayoffMarks(of.option, { now, costBasis }, geometry, size)
  const step = sliderStep(range)
  return {
    of,
    frame,
    size: { ...size, height: plotHeight + 2 * lane },
    geometry,
    costBasis,
    now,
    read: snap(reading ?? now, range, step),
    isReading: reading !== null,
    step,
    setReading,
    ...marks,
  }
}
