/** The regression band of the price chart: least-squares line through the last closes, one standard deviation wide. */

/** Two ends of the line by bar index, prices in dollars, and how far the band reaches on either side. */
export type TrendBand = { from: number; to: number; start: number; end: number; deviation: number }

/** Trading days of the one- and the six-month trend. */
export const trendBars = { oneMonth: 21, sixMonth: 126 } as const

/** Band over the last `bars` closes; null where fewer than three are there. */
export function trendBand(closes: readonly number[], bars: number): TrendBand | null {
  const from = Math.max(0, closes.length - bars)
  const part = closes.slice(from)
  const n = part.length
  if (n < 3) return null
  const meanX = (n - 1) / 2
  const meanY = part.reduce((sum, y) => sum + y, 0) / n
  let above = 0
  let below = 0
  part.forEach((y, x) => {
    above += (x - meanX) * (y - meanY)
    below += (x - meanX) ** 2
  })
  const slope = above / below
  const at = (x: number) => meanY + slope * (x - meanX)
  const squares = part.reduce((sum, y, x) => sum + (y - at(x)) ** 2, 0)
  return { from, to: closes.length - 1, start: at(0), end: at(n - 1), deviation: Math.sqrt(squares / n) }
}
