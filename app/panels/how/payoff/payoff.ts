/**
 * Geometry of the payoff diagram of one short option at expiry, without its texts.
 *
 * A covered call and a cash-secured put have the same payoff: below the strike the position gains
 * and loses with the stock; above it the gain is constant. The service's break-even includes the
 * cost of the shares and the premium, so the profit per share is `min(price, strike) - breakeven`.
 */
import { sharesPerContract } from '#contract/responses/conventions.ts'
import type { IncomeOption } from '#contract/responses/income.ts'

/** Inputs of the diagram. Prices in dollars per share. */
export type PayoffInput = Pick<IncomeOption, 'strike' | 'breakeven' | 'contracts' | 'expectedMove'> & {
  /** Current price of the stock. */
  stockPrice: number
  /** The user's cost per share, if known. */
  costBasis?: number | null
}

/** Returns the profit of the position at expiry in dollars; negative = loss. */
export const profitAtExpiry = (
  option: Pick<PayoffInput, 'strike' | 'breakeven' | 'contracts'>,
  price: number,
): number => (Math.min(price, option.strike) - option.breakeven) * sharesPerContract * option.contracts

/** Rounds to two decimals: dollars to cents, or pixels to hundredths. */
export const roundToHundredths = (value: number): number => Math.round(value * 100) / 100

/**
 * Ranges of both axes: prices from `low` to `high` dollars per share, profits from `bottom` to
 * `top` dollars.
 */
export type PayoffRange = { low: number; high: number; bottom: number; top: number }

/**
 * Returns the price `sigmas` standard deviations of the expected move from the middle of its range, dollars
 * per share; at least zero.
 */
export function priceAtSigma({ low, high, deviation }: IncomeOption['expectedMove'], sigmas: number): number {
  const edge = sigmas < 0 ? low : high
  return sigmas === 0 ? (low + high) / 2 : Math.max(0, edge + (sigmas - Math.sign(sigmas)) * deviation)
}

/**
 * Returns the axes. The price axis contains two standard deviations of the expected move, the break-even, the strike
 * and the cost basis with a margin of 5 %; the profit axis always contains zero.
 */
export function payoffRange(input: PayoffInput): PayoffRange {
  const { stockPrice, expectedMove, strike, breakeven, costBasis } = input
  const prices = [
    stockPrice,
    strike,
    breakeven,
    ...[-2, 2].map((sigmas) => priceAtSigma(expectedMove, sigmas)),
  ]
  if (costBasis) prices.push(costBasis)
  const lowest = Math.min(...prices)
  const highest = Math.max(...prices)
  const margin = Math.max((highest - lowest) * 0.05, highest * 0.005)
  const low = Math.max(0, lowest - margin)
  const high = highest + margin
  const maxLoss = Math.min(0, profitAtExpiry(input, low))
  const maxGain = Math.max(0, profitAtExpiry(input, high))
  // The smaller side has at least 30 % of the size of the larger one, so that both are readable.
  const largestAmount = Math.max(-maxLoss, maxGain) || 1
  return {
    low,
    high,
    bottom: Math.min(maxLoss, -0.3 * largestAmount) * 1.08,
    top: Math.max(maxGain, 0.3 * largestAmount) * 1.16,
  }
}

/** A point of the drawing, in pixels. */
export type Point = { x: number; y: number }
/** The plot rectangle in pixels. */
export type Box = { left: number; top: number; width: number; height: number }

/** Scales and lines of the drawing, in pixels. */
export type PayoffGeometry = {
  range: PayoffRange
  /** Returns the x coordinate of a price. */
  x: (price: number) => number
  /** Returns the y coordinate of a profit. */
  y: (profit: number) => number
  /** y coordinate of the zero line. */
  zero: number
  /** The payoff line below zero, left to right; empty if the range contains no loss. */
  loss: Point[]
  /** The payoff line above zero, left to right; empty if the range contains no gain. */
  gain: Point[]
}

/**
 * Fits the payoff into a box. The payoff line has a corner at the strike; at the break-even it
 * changes from loss to gain.
 */
export function payoffGeometry(input: PayoffInput, box: Box, range = payoffRange(input)): PayoffGeometry {
  const x = (price: number) => box.left + ((price - range.low) / (range.high - range.low)) * box.width
  const y = (profit: number) => box.top + ((range.top - profit) / (range.top - range.bottom)) * box.height
  const pointAt = (price: number): Point => ({ x: x(price), y: y(profitAtExpiry(input, price)) })
  const { strike, breakeven } = input
  const corners = [range.low, strike, range.high]
  const canGain = breakeven < strike
  const loss = canGain ? [pointAt(range.low), pointAt(breakeven)] : corners.map(pointAt)
  const gain = canGain ? [pointAt(breakeven), pointAt(strike), pointAt(range.high)] : []
  return { range, x, y, zero: y(0), loss, gain }
}

/** Returns the area between a line and the zero line as an SVG path; empty for an empty line. */
export function areaPath(line: readonly Point[], zeroY: number): string {
  const first = line[0]
  const last = line.at(-1)
  if (!first || !last) return ''
  const zeroAtLast = `L${roundToHundredths(last.x)} ${roundToHundredths(zeroY)}`
  const zeroAtFirst = `L${roundToHundredths(first.x)} ${roundToHundredths(zeroY)}`
  return `${linePath(line)}${zeroAtLast}${zeroAtFirst}Z`
}

/** Returns a line through the points as an SVG path. */
export const linePath = (line: readonly Point[]): string =>
  line
    .map((point, index) => `${index ? 'L' : 'M'}${roundToHundredths(point.x)} ${roundToHundredths(point.y)}`)
    .join('')

/** Returns the smallest of 1, 2 and 5 times a power of ten that is at least `minStep`. */
function roundStep(minStep: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(minStep))
  const factor = [1, 2, 5, 10].find((candidate) => candidate * magnitude >= minStep) ?? 10
  return factor * magnitude
}

/** Returns the step of the price slider, dollars: about one hundredth of the range. */
export const sliderStep = ({ low, high }: PayoffRange): number =>
  Math.max(0.01, roundStep((high - low) / 100))

/**
 * Returns the profits with a label on the axis, dollars: at least three round amounts including zero, at
 * least an eighth of the height apart, and one on each side of zero that has a third of the height.
 */
export function profitTicks({ bottom, top }: Pick<PayoffRange, 'bottom' | 'top'>): number[] {
  const span = top - bottom
  const hasBothSides = (step: number) => step <= top && step <= -bottom
  // The smaller side may be low, so it needs smaller steps. The texts of more than eight would overlap.
  const count = [5, 6, 7, 8].find((steps) => hasBothSides(roundStep(span / steps))) ?? 8
  const step = roundStep(span / count)
  const first = Math.ceil(bottom / step - 1e-9)
  const last = Math.floor(top / step + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  )
}

/** Rounds a price to the nearest step of the slider that is inside the range. */
export function snap(price: number, range: PayoffRange, step: number): number {
  const lowest = Math.ceil(range.low / step - 1e-9) * step
  const highest = Math.floor(range.high / step + 1e-9) * step
  const snapped = Math.round(price / step) * step
  return Math.round(Math.min(highest, Math.max(lowest, snapped)) * 1e4) / 1e4
}
