/** A made-up year of implied and realised volatility, for tests. */
import type { VolatilityHistory } from '#contract/responses/volatility.ts'
import { madeUpHistory, madeUpWhy } from './why.ts'

export function madeUpVolatility(): VolatilityHistory {
  const { date, symbol } = madeUpHistory('1Y')
  const wave = (index: number, shift: number) =>
    Number((0.28 + 0.05 * Math.sin(index / 17 + shift) + 0.02 * Math.sin(index / 5)).toFixed(4))
  return {
    symbol,
    date,
    implied: date.map((_, index) => wave(index, 0)),
    realized: date.map((_, index) => (index === date.length - 1 ? null : wave(index, 1))),
    unknown: [],
    dataStatus: madeUpWhy.dataStatus,
  }
}
