/** Nights of a simulated market, made without a scan: contracts priced with one volatility. */
import { price } from '#service/analysis/pricing/black-scholes.ts'
import { config } from '#service/analysis/config.ts'
import type { PublishedPick } from '#service/analysis/ideas/published-pick.ts'
import { normalCdf } from '#service/analysis/pricing/normal.ts'
import { round } from '#service/analysis/rounding.ts'
import { addDays, daysBetween, weekday } from '#service/markets/calendar.ts'
import type { Day, Market } from '#service/markets/market.ts'
import type { Batch } from '#service/store/batches.ts'

const rate = 0.04
/** Volatility of the sold options, and the one that their probability is stated with: options are dear on average. */
const [impliedVolatility, statedVolatility] = [0.27, 0.24]

/** A Friday 3 to 25 weeks ahead. */
const expiryOf = (night: Day, index: number): Day =>
  addDays(night, ((5 - weekday(night) + 7) % 7) + 7 * (3 + (index % 22)))

/** A call or a put 0.3 to 1.5 standard deviations out of the money. */
async function pickOf(
  market: Pick<Market, 'bars' | 'now'>,
  symbol: string,
  index: number,
  night: Day,
): Promise<PublishedPick> {
  const underlying = (await market.bars(symbol))!.close.at(-1)!
  const right = index % 2 === 0 ? 'call' : 'put'
  const expiry = expiryOf(night, index)
  const years = daysBetween(night, expiry) / config.daysPerYear
  const deviation = statedVolatility * Math.sqrt(years)
  const direction = right === 'call' ? 1 : -1
  const deviations = 0.3 + ((index * 7) % 13) / 10
  const strike = round(underlying * Math.exp(direction * deviations * deviation), 1)
  const drift = (rate - statedVolatility ** 2 / 2) * years
  const probability = normalCdf((direction * (Math.log(strike / underlying) - drift)) / deviation)
  const option = {
    right,
    spot: underlying,
    strike,
    years,
    rate,
    yield: 0,
    volatility: impliedVolatility,
  } as const
  const fair = price(option)
  return {
    symbol,
    contract: `${symbol}${expiry.slice(2).replaceAll('-', '')}${right[0]!.toUpperCase()}${String(Math.round(strike * 1000)).padStart(8, '0')}`,
    right,
    strike,
    expiry,
    quotedAt: market.now().toISOString(),
    probability: round(probability, 4),
    probabilityOfProfit: round(probability, 4),
    score: 100,
    forecast: {
      kind: 'mixture',
      impliedWeight: 0.5,
      realizedVolatility: statedVolatility,
      reportMove: null,
    },
    values: {
      bid: Math.max(0.01, round(0.95 * fair, 2)),
      fairValue: round(fair, 4),
      underlying: round(underlying, 2),
      expectedGain: 1,
      expectedLoss: 1,
    },
    order: { expectedProfit: 0.01, annualizedReturn: 0.1 },
  }
}

/** One pick of each symbol. The market's clock is after the night. */
export const madePicks = (
  market: Pick<Market, 'bars' | 'now'>,
  symbols: readonly string[],
  night: Day,
): Promise<PublishedPick[]> =>
  Promise.all(symbols.map((symbol, index) => pickOf(market, symbol, index, night)))

/** A batch without ideas. */
export const madeBatch = (night: Day, universeSize: number): Batch => ({
  id: `${night}-made`,
  dateOfScan: new Date(`${addDays(night, 1)}T07:00:00Z`).toISOString(),
  tradingDay: night,
  durationMs: 0,
  universeSize,
  ideas: [],
  scores: [],
  failures: [],
  tone: null,
})
