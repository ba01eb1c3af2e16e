/**
 * Geometry of the payoff diagram of one short option at expiry, before any pixel text is known.
 *
 * A covered call and a cash-secured put pay the same shape: below the strike every dollar of the stock is a dollar
 * of the position, above it nothing more is gained. The service's break-even already holds the cost of the shares
 * and the premium, so `(min(price, strike) - breakeven)` per share is the whole function.
 */
import { sharesPerContract } from '#contract/responses/conventions.ts'
import type { IncomeOption } from '#contract/responses/income.ts'

/** What the diagram needs of a contract. Prices in dollars per share. */
export type PayoffInput = Pick<IncomeOption, 'strike' | 'breakeven' | 'contracts' | 'expectedMove'> & {
  /** Price of the stock now. */
  stockPrice: number
  /** What the user paid per share, where given. */
  costBasis?: number | null
}

/** Profit of the whole position at expiry in dollars, negative = loss. */
export const profitAt = (
  option: Pick<PayoffInput, 'strike' | 'breakeven' | 'contracts'>,
  price: number,
): number => (Math.min(price, option.strike) - option.breakeven) * sharesPerContract * option.contracts

/** Dollars to the cent; pixels to the hundredth. */
export const cents = (value: number): number => Math.round(value * 100) / 100

/** Ranges of both axes: prices in dollars per share, profits in dollars. */
export type PayoffRange = { low: number; high: number; bottom: number; top: number }

/** The price axis holds about twice the expected move, break-even, strike and cost basis with 5 % of air; the profit axis always holds zero. */
export function payoffRange(input: PayoffInput): PayoffRange {
  const { stockPrice, expectedMove, strike, breakeven, costBasis } = input
  // Twice the expected move either way, on the scale of logarithms as prices move.
  const twice = (edge: number): number => (edge > 0 ? edge ** 2 / stockPrice : 0)
  const prices = [stockPrice, strike, breakeven, twice(expectedMove.low), twice(expectedMove.high)]
  if (costBasis) prices.push(costBasis)
  const least = Math.min(...prices)
  const most = Math.max(...prices)
  const air = Math.max((most - least) * 0.05, most * 0.005)
  const low = Math.max(0, least - air)
  const high = most + air
  const worst = Math.min(0, profitAt(input, low))
  const best = Math.max(0, profitAt(input, high))
  // Neither side may shrink to a hair: the smaller one gets at least 30 % of the larger.
  const reach = Math.max(-worst, best) || 1
  return { low, high, bottom: Math.min(worst, -0.3 * reach) * 1.08, top: Math.max(best, 0.3 * reach) * 1.16 }
}

/** A point of the drawing, in pixels. */
export type Point = { x: number; y: number }
/** The plot rectangle in pixels. */
export type Box = { left: number; top: number; width: number; height: number }

/** Everything the drawing needs, in pixels of the given box. */
export type PayoffGeometry = {
  range: PayoffRange
  x: (price: number) => number
  y: (profit: number) => number
  /** Height of the zero line. */
  zero: number
  /** The payoff line below zero, left to right; empty where nothing is lost inside the range. */
  loss: Point[]
  /** The payoff line above zero; empty where nothing is gained. */
  gain: Point[]
}

/** Lays the payoff into a box. The line changes direction only at the strike and colour only at break-even. */
export function payoffGeometry(input: PayoffInput, box: Box, range = payoffRange(input)): PayoffGeometry {
  const x = (price: number) => box.left + ((price - range.low) / (range.high - range.low)) * box.width
  const y = (profit: number) => box.top + ((range.top - profit) / (range.top - range.bottom)) * box.height
  const at = (price: number): Point => ({ x: x(price), y: y(profitAt(input, price)) })
  const { strike, breakeven } = input
  const corners = [range.low, strike, range.high]
  const crosses = breakeven < strike
  const loss = crosses ? [at(range.low), at(breakeven)] : corners.map(at)
  const gain = crosses ? [at(breakeven), at(strike), at(range.high)] : []
  return { range, x, y, zero: y(0), loss, gain }
}

/** The area between a line and zero as an SVG path; empty for an empty line. */
export function areaPath(line: readonly Point[], zero: number): string {
  const first = line[0]
  const last = line.at(-1)
  if (!first || !last) return ''
  return `${linePath(line)}L${cents(last.x)} ${cents(zero)}L${cents(first.x)} ${cents(zero)}Z`
}

/** A line through the points as an SVG path. */
export const linePath = (line: readonly Point[]): string =>
  line.map((point, index) => `${index ? 'L' : 'M'}${cents(point.x)} ${cents(point.y)}`).join('')

/** Step of the price slider: a round number of dollars, about one hundredth of the range. */
export function sliderStep(range: PayoffRange): number {
  const raw = (range.high - range.low) / 100
  const magnitude = 10 ** Math.floor(Math.log10(raw))
  const step = [1, 2, 5, 10].find((factor) => factor * magnitude >= raw) ?? 10
  return Math.max(0.01, step * magnitude)
}

/** The price on the slider's grid nearest to `price` and inside the range. */
export function snap(price: number, range: PayoffRange, step: number): number {
  const least = Math.ceil(range.low / step - 1e-9) * step
  const most = Math.floor(range.high / step + 1e-9) * step
  const snapped = Math.round(price / step) * step
  return Math.round(Math.min(most, Math.max(least, snapped)) * 1e4) / 1e4
}
