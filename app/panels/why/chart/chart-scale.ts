/** Places on the chart: a linear scale, the price range to show, and the ticks of both axes. */

/** Maps a value to a pixel and back. The range may run downwards, as a price axis does. */
export type Scale = { (value: number): number; invert(pixel: number): number }

/** A linear scale. A domain of no width maps everything to the middle of the range. */
export function linearScale(
  [low, high]: readonly [number, number],
  [from, to]: readonly [number, number],
): Scale {
  const span = high - low
  const scale = (value: number) =>
    span === 0 ? (from + to) / 2 : from + ((value - low) / span) * (to - from)
  scale.invert = (pixel: number) => (from === to ? low : low + ((pixel - from) / (to - from)) * span)
  return scale
}

/**
 * The price range that shows every price of `must`; those of `keen` (a contract's strike and break-even) that do not squeeze
 * the line to under two fifths of its height; and those of `wish` (support, resistance) that leave it two thirds of what it
 * then has. With 6 % of air on both sides.
 */
export function priceDomain(
  must: readonly number[],
  wish: readonly number[],
  keen: readonly number[] = [],
): [number, number] {
  const [low, high] = takenIn(takenIn([Math.min(...must), Math.max(...must)], keen, 2.5), wish, 1.5)
  const air = spanOf([low, high]) * 0.06
  return [Math.max(0, low - air), high + air]
}

const spanOf = ([low, high]: readonly [number, number]): number => high - low || Math.abs(high) * 0.02 || 1

/** The range with those of the prices in it that do not make it more than `most` times as wide. */
function takenIn([low, high]: [number, number], prices: readonly number[], most: number): [number, number] {
  const span = spanOf([low, high])
  // Nearest first, so that a far level never takes the room of a near one.
  const reach = (price: number) => Math.max(low - price, price - high)
  for (const price of prices.toSorted((a, b) => reach(a) - reach(b))) {
    const wider: [number, number] = [Math.min(low, price), Math.max(high, price)]
    if (wider[1] - wider[0] <= span * most) [low, high] = wider
  }
  return [low, high]
}

/** Round prices inside the domain, about `count` of them. */
export function priceTicks([low, high]: readonly [number, number], count: number): number[] {
  const rough = (high - low) / Math.max(1, count)
  if (!(rough > 0)) return []
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((n) => n * power).find((n) => n >= rough)!
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}

const msPerDay = 86_400_000

/** Days since 1970 of a calendar day `YYYY-MM-DD` (or of the day an ISO instant begins with). */
export const dayNumber = (day: string): number => Date.parse(`${day.slice(0, 10)}T00:00:00Z`) / msPerDay

/** `YYYY-MM-DD` of a day number. */
export const dayText = (day: number): string => new Date(day * msPerDay).toISOString().slice(0, 10)

/** Room a label of the time axis takes, pixels: a day ("Nov 12", "26 de out.") or a month ("Nov"). */
export const labelRoom = { day: 58, month: 44 } as const

/**
 * Days that get a label on a time axis `width` pixels wide: Mondays where few weeks are shown, else firsts of every
 * (second, third, sixth) month: the finest of these that there is room for.
 */
export function timeTicks(
  from: number,
  to: number,
  width: number,
): { days: number[]; unit: 'day' | 'month' } {
  const most = (unit: 'day' | 'month') => Math.max(2, Math.floor(width / labelRoom[unit]))
  const weeks: number[] = []
  // 1970-01-05 was a Monday.
  for (let day = 4 + Math.ceil((from - 4) / 7) * 7; day <= to; day += 7) weeks.push(day)
  if (weeks.length <= most('day')) return { days: weeks, unit: 'day' }
  for (const step of [1, 2, 3, 6, 12]) {
    const start = new Date(from * msPerDay)
    const days: number[] = []
    for (let month = start.getUTCMonth(); ; month++) {
      const day = Date.UTC(start.getUTCFullYear(), month, 1) / msPerDay
      if (day > to) break
      if (day >= from && month % step === 0) days.push(day)
    }
    if (days.length <= most('month') || step === 12) return { days, unit: 'month' }
  }
  return { days: [], unit: 'month' }
}
