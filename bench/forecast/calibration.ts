/** Calibration of the realised half of the forecast on recorded bars. */
import type { Bars } from '#service/markets/market.ts'
import { config } from '#service/analysis/config.ts'
import { expectedVolatility } from '#service/analysis/volatility/expected-volatility.ts'
import { realizedVolatility } from '#service/analysis/volatility/realized-volatility.ts'
import { reportSessionsOf } from '#service/analysis/volatility/report-sessions.ts'

const { perYear } = config.forecast.sessions

/** A forecast of one stock at one date, and what followed. Variances are of the whole horizon. */
export type ForecastCase = {
  /** Of the forecast of releases up to 1.4.0: Yang-Zhang over as many sessions, from 20 to 60. */
  readonly before: number
  readonly after: number
  /** Of overnight moves and ranges (Rogers and Satchell) of the sessions that followed. */
  readonly realized: number
  /** Logarithm of the last close over the first. */
  readonly move: number
  /** Whether a report is among the sessions that the forecast before used. */
  readonly isAfterReport: boolean
  /** Whether a report is among the sessions that followed. */
  readonly hasReport: boolean
}

const upTo = (bars: Bars, count: number): Bars => ({
  date: bars.date.slice(0, count),
  open: bars.open.subarray(0, count),
  high: bars.high.subarray(0, count),
  low: bars.low.subarray(0, count),
  close: bars.close.subarray(0, count),
  volume: bars.volume.subarray(0, count),
})

const varianceOfSession = ({ open, high, low, close }: Bars, i: number): number => {
  const overnight = Math.log(open[i]! / close[i - 1]!)
  const session = Math.log(close[i]! / open[i]!)
  const [up, down] = [Math.log(high[i]! / open[i]!), Math.log(low[i]! / open[i]!)]
  return overnight ** 2 + up * (up - session) + down * (down - session)
}

/**
 * Returns cases of a stock, one every `step` sessions from the 252nd on. No report day is known, so
 * overnight moves show them, and the forecast spreads the variance of a report over a quarter.
 */
export const casesOf = (bars: Bars, horizon: number, step: number): ForecastCase[] => {
  const cases: ForecastCase[] = []
  const allReports = [...reportSessionsOf(bars, null).indices]
  const window = Math.min(60, horizon)
  for (let last = perYear; last + horizon < bars.close.length; last += step) {
    const expected = expectedVolatility(upTo(bars, last + 1), null, 'stock')
    const indices = Array.from({ length: window }, (_, i) => last - i)
    const volatility = realizedVolatility(bars, indices)
    if (!expected || volatility === undefined) continue
    let realized = 0
    for (let i = last + 1; i <= last + horizon; i++) realized += varianceOfSession(bars, i)
    if (!(realized > 0)) continue
    const { withoutReports, reportVariance } = expected
    cases.push({
      before: (volatility ** 2 * horizon) / perYear,
      after:
        (withoutReports ** 2 * horizon) / perYear +
        (reportVariance * horizon) / config.forecast.reports.quarterSessions,
      realized,
      move: Math.log(bars.close[last + horizon]! / bars.close[last]!),
      isAfterReport: allReports.some((i) => i > last - window && i <= last),
      hasReport: allReports.some((i) => i > last && i <= last + horizon),
    })
  }
  return cases
}

/** How well one forecast fits. */
export type Calibration = {
  readonly cases: number
  /** Mean of realised / forecast - ln(realised / forecast) - 1; 0 is perfect (Patton 2011). */
  readonly qlike: number
  /** Sum of the forecast variances over that of the realised ones; 1 is unbiased. */
  readonly bias: number
  /** Shares of moves within the central 50 % and 80 % of the forecast's distribution. */
  readonly within50: number
  readonly within80: number
}

/** Standard normal quantiles of 75 % and 90 %. */
const [quantile50, quantile80] = [0.674_489_75, 1.281_551_57]

export const calibrate = (cases: readonly ForecastCase[], which: 'before' | 'after'): Calibration => {
  let [loss, expected, realized, within50, within80] = [0, 0, 0, 0, 0]
  for (const item of cases) {
    const variance = item[which]
    const ratio = item.realized / variance
    loss += ratio - Math.log(ratio) - 1
    expected += variance
    realized += item.realized
    const deviations = Math.abs(item.move + variance / 2) / Math.sqrt(variance)
    if (deviations <= quantile50) within50++
    if (deviations <= quantile80) within80++
  }
  const count = cases.length
  return {
    cases: count,
    qlike: loss / count,
    bias: expected / realized,
    within50: within50 / count,
    within80: within80 / count,
  }
}
