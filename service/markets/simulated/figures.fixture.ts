/** Statistics of daily returns and implied volatilities that traders know of real markets. */
import { correlation, mean } from './simulated.fixture.ts'

export function median(list: readonly number[]): number {
  if (list.length === 0) throw new Error('the median of no numbers')
  const sorted = list.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}

/** Mean of the values from index `from` to `to`, exclusive. */
const meanOver = (list: readonly number[], from: number, to: number): number => mean(list.slice(from, to))

/** Clustering: the correlation of the size of a return with the size of that `lag` sessions later. */
export function clusteringOf(daily: readonly number[], lag: number): number {
  const sizes = daily.map(Math.abs)
  return correlation(sizes.slice(0, -lag), sizes.slice(lag))
}

/**
 * Leverage effect: the correlation of a return with the change of the mean size of returns from the
 * five sessions before it to the five sessions after it.
 */
export function leverageOf(daily: readonly number[]): number {
  const sizes = daily.map(Math.abs)
  const [moves, changes]: [number[], number[]] = [[], []]
  for (let day = 5; day + 5 < daily.length; day++) {
    moves.push(daily[day] as number)
    changes.push(meanOver(sizes, day + 1, day + 6) - meanOver(sizes, day - 5, day))
  }
  return correlation(moves, changes)
}

/**
 * Ratios of 30-day implied volatility to the volatility realised in the next 21 sessions, at
 * intervals of 21 sessions. `implied` has one value per session, the last one after the last
 * return.
 */
export function impliedOverFollowing(implied: readonly number[], daily: readonly number[]): number[] {
  const ratios: number[] = []
  const squares = daily.map((x) => x * x)
  const offset = daily.length - implied.length
  for (let index = 0; index + 21 < implied.length; index += 21) {
    const start = offset + index + 1
    ratios.push((implied[index] as number) / Math.sqrt(252 * meanOver(squares, start, start + 21)))
  }
  return ratios
}
