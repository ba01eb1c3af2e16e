/** State of the payoff diagram: size, axes, marks and cursor. */
import { type RefObject, useMemo, useRef, useState } from 'react'
import type { IncomeOption } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useLastQuote } from '#app/state/live.ts'
import { type FrameSize, useFrameSize } from './frame-size.ts'
import { usePayoffMarks } from './payoff-marks.ts'
import {
  type PayoffGeometry,
  payoffGeometry,
  type PayoffRange,
  payoffRange,
  profitTicks,
  sliderStep,
  snap,
} from './payoff.ts'
import { textWidth } from './text-width.ts'

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
  /** Labels of the profit axis, and the left edge of the plot beside them, pixels. */
  ticks: readonly ProfitTick[]
  plotLeft: number
  geometry: PayoffGeometry
  costBasis: number | null
  /** Current price of the stock, dollars per share. */
  currentPrice: number
  /**
   * Price at the cursor, or without a cursor the current price of the stock, rounded to a multiple
   * of `step`; a pinned price is not rounded.
   */
  cursorPrice: number
  hasCursor: boolean
  /** Whether the user moves the cursor now. */
  isMoved: boolean
  /** Step of the cursor, dollars. */
  step: number
  /** Moves the cursor; null removes it. */
  setCursorPrice: (price: number | null) => void
} & ReturnType<typeof usePayoffMarks>

/** Height of the plot without the two lanes of labels: that of so many lanes, 150 px in the default text size. */
const plotLanes = 25 / 3

/** Label of the profit axis; `profit` in dollars. */
export type ProfitTick = { profit: number; text: string }

/** Distance of the labels of the profit axis from the plot, pixels. */
export const tickGap = 6

/** Returns the labels of the profit axis, and the width that they need, pixels. */
function useProfitTicks({ bottom, top }: PayoffRange, font: string): { labels: ProfitTick[]; width: number } {
  const format = useFormat()
  return useMemo(() => {
    // Without the edges of the plot, where a label would overlap the labels of prices above and below.
    const margin = (top - bottom) * 0.05
    const profits = profitTicks({ bottom: bottom + margin, top: top - margin })
    const isLarge = profits.some((profit) => Math.abs(profit) >= 10_000)
    const isSmall = profits.some((profit) => !Number.isInteger(profit))
    const textOf = isLarge ? format.moneyCompact : isSmall ? format.money : format.moneyRounded
    const labels = profits.map((profit) => ({ profit, text: textOf(profit) }))
    return { labels, width: Math.max(...labels.map(({ text }) => textWidth(text, font))) + tickGap }
  }, [bottom, top, font, format])
}

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
 * @param pinnedPrice position of the cursor while the user does not move it; null without one, or outside the axes
 */
export function usePayoff(
  subject: PayoffSubject,
  range: PayoffRange,
  pinnedPrice: number | null = null,
): Payoff {
  const frame = useRef<HTMLDivElement>(null)
  const size = useFrameSize(frame)
  const [chosenPrice, setCursorPrice] = useState<number | null>(null)
  const currentPrice = useLastQuote(subject.symbol, { last: subject.stockPrice }).last
  const { width, lane, font } = size
  const plotHeight = Math.round(lane * plotLanes)
  const ticks = useProfitTicks(range, font)
  const left = ticks.width
  const { strike, breakeven, contracts, expectedMove, stockPrice, costBasis } = inputOf(subject)
  // Memoised, because placing the labels takes longer than redrawing a curve.
  const geometry = useMemo(
    () =>
      payoffGeometry(
        { strike, breakeven, contracts, expectedMove, stockPrice, costBasis },
        { left, top: lane, width: Math.max(1, width - left), height: plotHeight },
        range,
      ),
    [strike, breakeven, contracts, expectedMove, stockPrice, costBasis, lane, left, width, plotHeight, range],
  )
  const marks = usePayoffMarks(subject.option, { currentPrice, costBasis }, geometry, size)
  const step = sliderStep(range)
  return {
    subject,
    frame,
    size: { ...size, height: plotHeight + 2 * lane },
    ticks: ticks.labels,
    plotLeft: left,
    geometry,
    costBasis,
    currentPrice,
    cursorPrice:
      chosenPrice === null && pinnedPrice !== null
        ? pinnedPrice
        : snap(chosenPrice ?? currentPrice, range, step),
    hasCursor: chosenPrice !== null || pinnedPrice !== null,
    isMoved: chosenPrice !== null,
    step,
    setCursorPrice,
    ...marks,
  }
}
