/** A market of which every answer comes in time, or not at all: whoever asks never waits for a source that keeps silent. */
import type { Market } from './market.ts'

/** The source has not answered in time. What it answers after that nobody hears. */
export class MarketTimeout extends Error {
  override name = 'MarketTimeout'
}

/** How long somebody who waits for an answer waits for the market, milliseconds. */
export const lookUpDeadlineMs = 10_000
/** How long the overnight scan waits for it, milliseconds. */
export const scanDeadlineMs = 30_000

/** The same market; each call rejects with a {@link MarketTimeout} where it takes longer than `deadlineMs`. */
export function withDeadlines(market: Market, deadlineMs: number): Market {
  const within = <Answer>(what: string, asked: Promise<Answer>): Promise<Answer> =>
    new Promise((answer, fail) => {
      const patience = setTimeout(
        () => fail(new MarketTimeout(`${what}: the source did not answer within ${deadlineMs / 1000} s`)),
        deadlineMs,
      )
      asked.then(
        (given) => {
          clearTimeout(patience)
          answer(given)
        },
        (error: unknown) => {
          clearTimeout(patience)
          fail(error)
        },
      )
    })
  return {
    now: () => market.now(),
    today: () => market.today(),
    status: () => market.status(),
    source: () => market.source(),
    riskFreeRate: () => market.riskFreeRate(),
    benchmark: () => market.benchmark(),
    universe: () => within('universe', market.universe()),
    profile: (symbol) => within('profile', market.profile(symbol)),
    bars: (symbol) => within('bars', market.bars(symbol)),
    chain: (symbol) => within('chain', market.chain(symbol)),
    quote: (symbol) => within('quote', market.quote(symbol)),
    earnings: (symbol) => within('earnings', market.earnings(symbol)),
    news: (symbol) => within('news', market.news(symbol)),
    volatilityHistory: (symbol) => within('volatility history', market.volatilityHistory(symbol)),
    watch: (symbols, onQuote) => market.watch(symbols, onQuote),
    close: () => market.close(),
  }
}
