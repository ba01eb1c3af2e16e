/** Expected volatility of a stock between reports, and the moves of its reports. */
import type { Bars, Earnings, Profile } from '#service/markets/market.ts'
import { config } from '#service/analysis/config.ts'
import { realizedVolatility } from './realized-volatility.ts'
import { noReportSessions, reportSessionsOf } from './report-sessions.ts'

/** Forecast of a stock's future moves from its past prices. */
export type ExpectedVolatility = {
  /** Volatility without earnings reports, yearly decimal. */
  readonly withoutReports: number
  /** Mean variance of the logarithmic price over the reaction to one report; 0 for a fund. */
  readonly reportVariance: number
}

/**
 * Weighted mean of the variances of the last 5, 22 and 66 sessions that are not excluded, yearly
 * decimal: heterogeneous autoregression (Corsi, "A Simple Approximate Long-Memory Model of Realized
 * Volatility", Journal of Financial Econometrics 7, 2009). The longest window is the mean to which
 * the shorter ones shrink; with fewer bars it has all of them.
 */
const varianceOf = (bars: Bars, excluded: ReadonlySet<number>): number | undefined => {
  const { windows, min } = config.forecast.sessions
  const indices: number[] = []
  const longest = Math.max(...windows.map(({ sessions }) => sessions))
  for (let i = bars.close.length - 1; i >= 1 && indices.length < longest; i--)
    if (!excluded.has(i)) indices.push(i)
  if (indices.length < min) return undefined
  let variance = 0
  for (const { sessions, weight } of windows) {
    // Undefined if the price is constant in a short window only.
    const volatility = realizedVolatility(bars, indices.slice(0, sessions)) ?? 0
    variance += weight * volatility ** 2
  }
  return variance > 0 ? variance : undefined
}

/**
 * Returns the expected volatility from bars; `undefined` without enough of them. The sessions of
 * earnings reports are excluded. Their mean variance is shrunk to that of a usual report, because
 * there are only a few.
 */
export const expectedVolatility = (
  bars: Bars,
  earnings: Earnings | null,
  kind: Profile['kind'],
): ExpectedVolatility | undefined => {
  const { indices, moves } = kind === 'stock' ? reportSessionsOf(bars, earnings) : noReportSessions
  const variance = varianceOf(bars, indices)
  if (variance === undefined) return undefined
  const { usualDeviations, priorCount } = config.forecast.reports
  const usualVariance = (usualDeviations ** 2 * variance) / config.forecast.sessions.perYear
  const squares = moves.reduce((sum, move) => sum + move * move, 0)
  return {
    withoutReports: Math.sqrt(variance),
    reportVariance:
      kind === 'stock' ? (squares + priorCount * usualVariance) / (moves.length + priorCount) : 0,
  }
}
