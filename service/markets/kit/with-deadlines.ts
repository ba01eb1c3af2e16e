/** Timeouts for a market: a caller never waits for a source that does not respond. */
import type { Market } from '#service/markets/market.ts'

/** The source has not responded in time, or is not called because it is silent. A late response is ignored. */
export class MarketTimeout extends Error {
  override name = 'MarketTimeout'
}

/** Timeout of market calls for requests, milliseconds. */
export const lookUpDeadlineMs = 10_000
/** Timeout of market calls for the overnight scan, milliseconds. */
export const scanDeadlineMs = 30_000

/** After timeouts of this many symbols without a response in between, the source counts as silent. */
const silentAfter = 3

/**
 * Calls for one kind of data, such as chains. While the source is silent about it, one call at a time probes
 * it and the others are rejected immediately: queued calls would wait for one timeout after the other.
 */
function createTimedCall(dataKind: string, deadlineMs: number) {
  /** Symbols whose calls have timed out since the last response. */
  const timedOutSymbols = new Set<string>()
  let pendingCalls = 0
  return <Result>(symbol: string, call: () => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (timedOutSymbols.size >= silentAfter && pendingCalls > 0)
        return reject(new MarketTimeout(`${dataKind}: not requested, because the source is silent`))
      pendingCalls++
      let isPending = true
      const markSettled = () => {
        if (isPending) pendingCalls--
        isPending = false
      }
      const timer = setTimeout(() => {
        timedOutSymbols.add(symbol)
        markSettled()
        reject(new MarketTimeout(`${dataKind}: the source did not respond within ${deadlineMs / 1000} s`))
      }, deadlineMs)
      // Any response, even a late one, clears the silent state.
      const onResponse = () => {
        timedOutSymbols.clear()
        markSettled()
        clearTimeout(timer)
      }
      call().finally(onResponse).then(resolve, reject)
    })
}

/**
 * Wraps a market: each call rejects with a {@link MarketTimeout} after `deadlineMs`, or immediately while
 * the source is silent.
 */
export function withDeadlines(market: Market, deadlineMs: number): Market {
  const timedCall = (dataKind: string) => createTimedCall(dataKind, deadlineMs)
  const universe = timedCall('universe')
  const profile = timedCall('profile')
  const bars = timedCall('bars')
  const chain = timedCall('chain')
  const quote = timedCall('quote')
  const earnings = timedCall('earnings')
  const news = timedCall('news')
  const volatilities = timedCall('volatility history')
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
