/**
 * How fast the analysis is, in one run: `node bench/analysis.ts`. Everything is made up from a seed, so the figures
 * compare across machines; each is the best of a few rounds, on one core.
 */
import { greeks, price } from '#service/analysis/black-scholes.ts'
import { impliedVolatility } from '#service/analysis/implied-volatility.ts'
import { analyseIncome } from '#service/analysis/income.ts'
import {
  atr,
  bollinger,
  cci,
  ema,
  macd,
  mfi,
  roc,
  rsi,
  sma,
  williamsR,
  wma,
} from '#service/analysis/indicators.ts'
import { judgeBars } from '#service/analysis/bars/judge-bars.ts'
import { analyseWhy } from '#service/analysis/why.ts'
import { latestClosedSession } from '#service/market/calendar.ts'
import { simulatedMarket } from '#service/market/simulated/simulated.ts'
import type { BatchRepository } from '#service/store/batches.ts'
import { runScan } from '#service/scan/scan.ts'

/** Fastest of `rounds`, seconds. */
const best = (rounds: number, work: () => void): number => {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < rounds; i++) {
    const started = performance.now()
    work()
    least = Math.min(least, performance.now() - started)
  }
  return least / 1000
}
const line = (what: string, figure: string): void => console.log(`${what.padEnd(58)} ${figure}`)
const millions = (perSecond: number): string => `${(perSecond / 1e6).toFixed(2)} M/s`

// A small generator of our own, so that every run prices the same contracts.
let state = 1
const random = (): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}

const count = 200_000
const spots = Float64Array.from({ length: count }, () => 10 + 490 * random())
const strikes = spots.map((spot) => spot * (0.7 + 0.6 * random()))
const years = Float64Array.from({ length: count }, () => (5 + 725 * random()) / 365)
const volatilities = Float64Array.from({ length: count }, () => 0.1 + 0.8 * random())
const rate = 0.04
const prices = spots.map((spot, i) =>
  price({
    right: i % 2 === 0 ? 'call' : 'put',
    spot,
    strike: strikes[i]!,
    years: years[i]!,
    rate,
    yield: 0.01,
    volatility: volatilities[i]!,
  }),
)

let sink = 0
const perContract = (work: (i: number) => number): string =>
  millions(
    count /
      best(5, () => {
        for (let i = 0; i < count; i++) sink += work(i)
      }),
  )
const right = (i: number): 'call' | 'put' => (i % 2 === 0 ? 'call' : 'put')
const volatilityOf = (i: number): number | undefined =>
  impliedVolatility(
    right(i),
    prices[i]!,
    spots[i]! * Math.exp((rate - 0.01) * years[i]!),
    strikes[i]!,
    years[i]!,
    rate,
  )
const greeksOf = (i: number, volatility: number): number => {
  const all = greeks({
    right: right(i),
    spot: spots[i]!,
    strike: strikes[i]!,
    years: years[i]!,
    rate,
    yield: 0.01,
    volatility,
  })
  // Every figure is used, else the compiler would leave it out.
  return all.price + all.delta + all.gamma + all.theta + all.vega + all.rho
}
line(
  'price + 5 greeks, contracts',
  perContract((i) => greeksOf(i, volatilities[i]!)),
)
line(
  'implied volatility, contracts',
  perContract((i) => volatilityOf(i) ?? 0),
)
line(
  'implied volatility + price + 5 greeks, contracts',
  perContract((i) => greeksOf(i, volatilityOf(i) ?? 0.3)),
)

const bars = 504
const walk = new Float64Array(bars)
for (let i = 0, at = 100; i < bars; i++) walk[i] = at *= 1 + 0.03 * (random() - 0.5)
const columns = {
  high: walk.map((value) => value * 1.01),
  low: walk.map((value) => value * 0.99),
  close: walk,
  volume: new Float64Array(bars).fill(1e6),
}
const indicators = [
  () => rsi(walk, 14),
  () => sma(walk, 200),
  () => ema(walk, 50),
  () => wma(walk, 50),
  () => roc(walk, 125),
  () => atr(columns, 14),
  () => cci(columns, 14),
  () => williamsR(columns, 14),
  () => mfi(columns, 14),
  () => macd(walk, 12, 26, 9).histogram,
  () => bollinger(walk, 20, 2).upper,
]
const repeats = 500
const seconds = best(5, () => {
  for (let i = 0; i < repeats; i++) for (const indicator of indicators) sink += indicator()[bars - 1]!
})
line(
  `${indicators.length} indicators, indicator-bars`,
  millions((repeats * indicators.length * bars) / seconds),
)

const market = simulatedMarket({ seed: 1, clock: () => new Date('2026-11-20T21:30:00Z') })
const batches: BatchRepository = {
  publish: async () => {},
  latest: async () => undefined,
  keepVolatilities: async () => {},
  volatilities: async () => [],
}
const symbols = ['AAPL', 'MSFT', 'NVDA', 'SPY', 'TSLA', 'KO', 'XOM', 'JPM']
const dataStatus = { asOf: '2026-11-20T21:30:00.000Z', simulated: true, delayedSeconds: 0 }
let contracts = 0
const inputs = await Promise.all(
  symbols.map(async (symbol) => {
    const [profile, series, chain, quote, earnings, history] = await Promise.all([
      market.profile(symbol),
      market.bars(symbol),
      market.chain(symbol),
      market.quote(symbol),
      market.earnings(symbol),
      market.volatilityHistory(symbol),
    ])
    if (!profile || !series) throw new Error(`the simulated market does not know ${symbol}`)
    contracts += chain?.contracts.length ?? 0
    return {
      profile,
      bars: judgeBars(series, { lastSession: latestClosedSession(market.now()) }),
      chain,
      quote,
      earnings,
      volatilities: history,
      scores: [],
      benchmark: undefined,
      dataStatus,
      riskFreeRate: market.riskFreeRate(),
      today: market.today(),
    }
  }),
)
const perSymbol = (work: (input: (typeof inputs)[number]) => unknown): string =>
  `${((best(10, () => inputs.forEach(work)) / inputs.length) * 1000).toFixed(2)} ms`
line(
  `why, per symbol (${Math.round(contracts / symbols.length)} contracts each)`,
  perSymbol((input) => analyseWhy(input)),
)
line(
  'income, per symbol, both sides, 18 cells',
  perSymbol((input) => analyseIncome(input, {})),
)

for (const chains of ['matched', 'all'] as const) {
  let longest = 0
  let seen = performance.now()
  const pulse = setInterval(() => {
    longest = Math.max(longest, performance.now() - seen)
    seen = performance.now()
  }, 1)
  const batch = await runScan({ market, batches, chains })
  clearInterval(pulse)
  line(
    `scan of ${batch.universeSize} simulated symbols, ${chains} chains, ${batch.ideas.length} ideas`,
    `${batch.durationMs} ms, event loop held ${Math.round(longest)} ms at most`,
  )
}
line('memory', `${Math.round(process.memoryUsage().rss / 2 ** 20)} MB resident`)
await market.close()
if (Number.isNaN(sink)) throw new Error('a result was not a number')
