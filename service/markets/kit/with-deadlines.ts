/** Timeouts for a market: a caller never waits for a source that does not respond. */
import type { Market } from '#service/markets/market.ts'

/** The source has not answered in time, or is not called because it is silent. A late answer is ignored. */
export class MarketTimeout extends Error {
  override name = 'MarketTimeout'
}

/** Timeout of market calls for requests, milliseconds. */
export const lookUpDeadlineMs = 10_000
/** How long the overnight scan waits for it, milliseconds. */
export const scanDeadlineMs = 30_000

/** After timeouts of this many symbols, and no answer for any, the source counts as silent. */
const silentAfter = 3

/**
 * Calls for one kind of data, such as chains. While the source is silent about it, one call at a time probes
 * it and the others are refused at once: queued calls would wait for the timeout many times over.
 */
function timely(what: string, deadlineMs: number) {
  /** Symbols given up since the source last said anything. */
  const silent = new Set<string>()
  let waiting = 0
  return <Answer>(symbol: string, ask: () => Promise<Answer>): Promise<Answer> =>
    new Promise((answer, fail) => {
      if (silent.size >= silentAfter && waiting > 0)
        return fail(new MarketTimeout(`${what}: not asked for, since the source keeps silent`))
      waiting++
      let isWaiting = true
      const leave = () => {
        if (isWaiting) waiting--
        isWaiting = false
      }
      const timer = setTimeout(() => {
        silent.add(symbol)
        leave()
        fail(new MarketTimeout(`${what}: the source did not answer within ${deadlineMs / 1000} s`))
      }, deadlineMs)
      // Any response, even a late one, clears the silent state.
      const heard = () => {
        silent.clear()
        leave()
        clearTimeout(timer)
      }
      ask().finally(heard).then(answer, fail)
    })
}

/**
 * Wraps a market: each call rejects with a {@link MarketTimeout} after `deadlineMs`, or at once while the
 * source is silent.
 */
export function withDeadlines(market: Market, deadlineMs: number): Market {
  const ask = (what: string) => timely(what, deadlineMs)
  const universe = ask('universe')
  const profile = ask('profile')
  const bars = ask('bars')
  const chain = ask('chain')
  const quote = ask('quote')
  const earnings = ask('earnings')
  const news = ask('news')
  const volatilities = ask('volatility history')
  return {
    now: () => market.now(),
    today: () => market.today(),
    status: () => market.status(),
    source: () => market.source(),
    riskFreeRate: () => market.riskFreeRate(),
    benchmark: () => market.benchmark(),
    universe: () => universe('', () => market.universe()),
    profile: (symbol) => profile(symbol, () => market.profile(symbol)),
    bars: (symbol) => bars(symbol, () => market.bars(symbol)),
    chain: (symbol) => chain(symbol, () => market.chain(symbol)),
    quote: (symbol) => quote(symbol, () => market.quote(symbol)),
    earnings: (symbol) => earnings(symbol, () => market.earnings(symbol)),
    news: (symbol) => news(symbol, () => market.news(symbol)),
    volatilityHistory: (symbol) => volatilities(symbol, () => market.volatilityHistory(symbol)),
    watch: (symbols, onQuote) => market.watch(symbols, onQuote),
    close: () => market.close(),
  }
}
