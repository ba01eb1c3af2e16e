/** State of the payoff diagram: size, axes, marks and cursor. */
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

/** The contract of a diagram. */
export type PayoffSubject = {
  symbol: string
  option: IncomeOption
  /** Stock price that the figures were computed with, dollars per share. */
  stockPrice: number
  costBasis: number | null
}

/** Everything that a payoff diagram renders. */
export type Payoff = {
  subject: PayoffSubject
  frame: RefObject<HTMLDivElement | null>
  /** Includes the two lanes of labels. */
  size: FrameSize & { height: number }
  geometry: PayoffGeometry
  costBasis: number | null
  /** Current price of the stock, dollars per share. */
  currentPrice: number
  /**
   * Price at the cursor, or without a cursor the current price of the stock, rounded to a multiple
   * of `step`.
   */
  cursorPrice: number
  hasCursor: boolean
  /** Step of the cursor, dollars. */
  step: number
  /** Moves the cursor; null removes it. */
  setCursorPrice: (price: number | null) => void
} & ReturnType<typeof usePayoffMarks>

/** Height in pixels of a plot that shows only the payoff at expiry. */
const defaultPlotHeight = 88

/** Returns the inputs of the geometry. The cost basis applies to covered calls only. */
const inputOf = ({ option, stockPrice, costBasis }: PayoffSubject) => ({
  ...option,
  stockPrice,
  costBasis: option.legType === 'Call' ? costBasis : null,
})

/** Returns the axes of the payoff at expiry. */
export const rangeOf = (subject: PayoffSubject): PayoffRange => payoffRange(inputOf(subject))

/**
 * Returns the state of a payoff diagram.
 *
 * @param range the axes
 * @param plotHeight height without the two lanes of labels, pixels
 */
export function usePayoff(
  subject: PayoffSubject,
  range: PayoffRange,
  plotHeight = defaultPlotHeight,
): Payoff {
  const frame = useRef<HTMLDivElement>(null)
  const size = useFrameSize(frame)
  const [chosenPrice, setCursorPrice] = useState<number | null>(null)
  const currentPrice = useLastQuote(subject.symbol, { last: subject.stockPrice }).last
  const { width, lane } = size
  const { strike, breakeven, contracts, expectedMove, stockPrice, costBasis } = inputOf(subject)
  // Memoised, because placing the labels takes longer than redrawing a curve.
  const geometry = useMemo(
    () =>
      payoffGeometry(
        { strike, breakeven, contracts, expectedMove, stockPrice, costBasis },
        { left: 0, top: lane, width, height: plotHeight },
        range,
      ),
    [strike, breakeven, contracts, expectedMove, stockPrice, costBasis, lane, width, plotHeight, range],
  )
  const marks = usePayoffMarks(subject.option, { currentPrice, costBasis }, geometry, size)
  const step = sliderStep(range)
  return {
    subject,
    frame,
    size: { ...size, height: plotHeight + 2 * lane },
    geometry,
    costBasis,
    currentPrice,
    cursorPrice: snap(chosenPrice ?? currentPrice, range, step),
    hasCursor: chosenPrice !== null,
    step,
    setCursorPrice,
    ...marks,
  }
}
