/** Realised volatility of a stock. */
import { config } from '#service/analysis/config.ts'

type Columns = {
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
}

/**
 * Volatility of the last `sessions` bars, yearly decimal, from overnight moves, open-to-close moves and ranges (Yang
 * and Zhang, "Drift-independent volatility estimation based on high, low, open, and close prices", Journal of Business
 * 73, 2000). Undefined with fewer than `sessions` + 1 bars, with a price that is not positive, or without any
 * movement.
 */
export const realizedVolatility = (
  { open, high, low, close }: Columns,
  sessions: number,
): number | undefined => {
  const from = close.length - sessions
  if (sessions < 2 || from < 1) return undefined
  let [night, nightSquares, day, daySquares, range] = [0, 0, 0, 0, 0]
  for (let i = from; i < close.length; i++) {
    const overnight = Math.log(open[i]! / close[i - 1]!)
    const session = Math.log(close[i]! / open[i]!)
    const up = Math.log(high[i]! / open[i]!)
    const down = Math.log(low[i]! / open[i]!)
    night += overnight
    nightSquares += overnight * overnight
    day += session
    daySquares += session * session
    // Rogers and Satchell 1991.
    range += up * (up - session) + down * (down - session)
  }
  const spread = (sum: number, squares: number): number =>
    Math.max(0, squares - (sum * sum) / sessions) / (sessions - 1)
  const weight = 0.34 / (1.34 + (sessions + 1) / (sessions - 1))
  const variance =
    spread(night, nightSquares) + weight * spread(day, daySquares) + (1 - weight) * (range / sessions)
  return Number.isFinite(variance) && variance > 0
    ? Math.sqrt(variance * config.forecast.sessions.perYear)
    : undefined
}
