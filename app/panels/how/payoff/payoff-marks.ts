/** Labelled prices on the price axis of the payoff diagram ("marks"): their texts and positions. */
import { useMemo } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { IncomeOption } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { strikeText } from '#app/panels/how/strike.ts'
import type { FrameSize } from './frame-size.ts'
import type { PayoffGeometry } from './payoff.ts'
import { type PlacedLabel, placeLabels } from './payoff-labels.ts'
import { textWidth } from './text-width.ts'

/**
 * A price in dollars per share. If two labels do not both fit, the one with the higher priority
 * stays.
 */
type Mark = { id: 'now' | 'strike' | 'breakeven' | 'basis' | 'low' | 'high'; price: number; priority: number }

/** Text of a mark's label, and the x coordinate of its price in pixels. */
export type DrawnMark = { text: string; x: number }

/** Minimum distance between labels, pixels. */
const labelGap = 10

type Axis = Pick<PayoffGeometry, 'range' | 'x'>

/** Returns all marks by id, and the labels that fit. Prices in dollars per share. */
export function usePayoffMarks(
  { strike, breakeven }: Pick<IncomeOption, 'strike' | 'breakeven'>,
  { currentPrice, costBasis }: { currentPrice: number; costBasis: number | null },
  axis: Axis,
  { width, font }: FrameSize,
): { marks: ReadonlyMap<string, DrawnMark>; labels: PlacedLabel[] } {
  const { t } = useTranslation('how')
  const format = useFormat()
  return useMemo(() => {
    const { range, x } = axis
    const textOf = ({ id, price }: Mark): string =>
      id === 'low' || id === 'high'
        ? range.high < 20
          ? format.money(price)
          : format.moneyRounded(price)
        : t(`payoff.${id}`, { price: id === 'strike' ? strikeText(format, price) : format.price(price) })
    const marks = marksOf({ strike, breakeven, currentPrice, costBasis }, range)
    const drawnMarks = new Map(
      marks.map((mark) => [mark.id as string, { text: textOf(mark), x: x(mark.price) }]),
    )
    return { marks: drawnMarks, labels: labelsOf(marks, drawnMarks, { width, font }) }
  }, [strike, breakeven, currentPrice, costBasis, axis, width, font, t, format])
}

function marksOf(
  {
    strike,
    breakeven,
    currentPrice,
    costBasis,
  }: { strike: number; breakeven: number; currentPrice: number; costBasis: number | null },
  range: Axis['range'],
): Mark[] {
  const marks: Mark[] = [
    { id: 'breakeven', price: breakeven, priority: 5 },
    { id: 'strike', price: strike, priority: 4 },
    { id: 'now', price: currentPrice, priority: 3 },
    { id: 'low', price: range.low, priority: 1 },
    { id: 'high', price: range.high, priority: 0 },
  ]
  if (costBasis) marks.push({ id: 'basis', price: costBasis, priority: 2 })
  return marks
}

const labelsOf = (
  marks: readonly Mark[],
  drawnMarks: ReadonlyMap<string, DrawnMark>,
  { width, font }: Pick<FrameSize, 'width' | 'font'>,
): PlacedLabel[] =>
  placeLabels(
    marks.map(({ id, priority }) => {
      const { text, x } = drawnMarks.get(id)!
      const request = { id, x, width: textWidth(text, font), priority }
      return id === 'low' || id === 'high' ? { ...request, lane: 'below' as const } : request
    }),
    width,
    labelGap,
  )
