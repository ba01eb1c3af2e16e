/** Realised volatility of a stock. */
import { config } from '#service/analysis/config.ts'

type PriceColumns = {
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
}

/**
 * Volatility of sessions, yearly decimal, from overnight moves, open-to-close moves and ranges (Yang
 * and Zhang, "Drift-independent volatility estimation based on high, low, open, and close prices",
 * Journal of Business 73, 2000). `indices` are those of the sessions' bars, each at least 1.
 * `undefined` with fewer than two sessions, with a price that is not positive, or if the price is
 * constant.
 */
export const realizedVolatility = (
  { open, high, low, close }: PriceColumns,
  indices: readonly number[],
): number | undefined => {
  const sessions = indices.length
  if (sessions < 2) return undefined
  let [overnightSum, overnightSquares, sessionSum, sessionSquares, rangeSum] = [0, 0, 0, 0, 0]
  for (const i of indices) {
    const overnightReturn = Math.log(open[i]! / close[i - 1]!)
    const sessionReturn = Math.log(close[i]! / open[i]!)
    const up = Math.log(high[i]! / open[i]!)
    const down = Math.log(low[i]! / open[i]!)
    overnightSum += overnightReturn
    overnightSquares += overnightReturn * overnightReturn
    sessionSum += sessionReturn
    sessionSquares += sessionReturn * sessionReturn
    // Variance from the range: Rogers and Satchell 1991.
    rangeSum += up * (up - sessionReturn) + down * (down - sessionReturn)
  }
  const sampleVariance = (sum: number, squares: number): number =>
    Math.max(0, squares - (sum * sum) / sessions) / (sessions - 1)
  const weight = 0.34 / (1.34 + (sessions + 1) / (sessions - 1))
  const variance =
    sampleVariance(overnightSum, overnightSquares) +
    weight * sampleVariance(sessionSum, sessionSquares) +
    (1 - weight) * (rangeSum / sessions)
  return Number.isFinite(variance) && variance > 0
    ? Math.sqrt(variance * config.forecast.sessions.perYear)
    : undefined
}
