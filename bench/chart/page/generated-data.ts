/** Generates two years of bars with all averages, and the Why response for them. */
import { type Average, averageSessions, type History, type Why } from '#contract/responses/resources.ts'

const msPerDay = 86_400_000
const lastDay = Date.UTC(2026, 10, 20)
export const barCount = 504

function tradingDays(count: number): string[] {
  const days: string[] = []
  for (let time = lastDay; days.length < count; time -= msPerDay)
    if (![0, 6].includes(new Date(time).getUTCDay())) days.unshift(new Date(time).toISOString().slice(0, 10))
  return days
}

/** Closes of a random walk, the same at every call. */
function generateCloses(count: number): number[] {
  let seed = 7
  const noise = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647 - 0.5
  let price = 180
  return Array.from({ length: count }, () => (price *= 1 + noise() * 0.03))
}

export function generateHistory(): History {
  // The longest average needs this many closes before the first bar.
  const warmUp = 200
  const allCloses = generateCloses(barCount + warmUp)
  const close = allCloses.slice(warmUp)
  const averageOf = (sessions: Average['sessions']): Average => ({
    sessions,
    close: close.map((_, i) => {
      const window = allCloses.slice(warmUp + i + 1 - sessions, warmUp + i + 1)
      return window.reduce((sum, price) => sum + price, 0) / sessions
    }),
    unknown: null,
  })
  return {
    symbol: 'AAPL',
    range: '2Y',
    date: tradingDays(barCount),
    open: close.map((price, i) => close[i - 1] ?? price),
    high: close.map((price) => price * 1.012),
    low: close.map((price) => price * 0.988),
    close,
    volume: close.map((_, i) => 4e7 + ((i * 7919) % 101) * 4e5),
    averages: averageSessions.map(averageOf),
  }
}

const level = (value: number) => ({ value, date: '2026-10-02T20:00:00Z', touches: 2, strength: 1.5 })

/** Generates a Why response with the fields that the chart reads. */
export function generateWhy({ close, date }: History): Why {
  const last = close.at(-1)!
  const why: Partial<Why> = {
    symbol: 'AAPL',
    sentiment: 'Bullish',
    supportAndResistance: {
      support: [level(last * 0.96), level(last * 0.9)],
      resistance: [level(last * 1.03), level(last * 1.08)],
    },
    expandedQuote: {
      last,
      change: 1,
      percentageChange: 0.5,
      volume: 4e7,
      week52Low: null,
      week52High: null,
      eps: null,
      peRatio: null,
      companyName: 'Apple Inc.',
      sector: 'Technology',
      exchange: 'NASDAQ',
    },
    earningsDate: '2026-12-03T21:00:00Z',
    earningsTime: 'AfterClose',
    earningsEstimated: true,
    dividend: null,
    impliedVolatility: 0.28,
    rules: [],
    unknown: [],
    dataStatus: { asOf: `${date.at(-1)}T21:00:00Z`, simulated: true, delayedSeconds: 0 },
  }
  return why as Why
}
