/** Timeouts for the calls of a market, and fast rejection while its source does not respond. */
import type { Market } from '#service/markets/market.ts'

/**
 * The source did not respond within the timeout (a late result is ignored), or was not called
 * because it is silent.
 */
export class MarketTimeout extends Error {
  override name = 'MarketTimeout'
}

/** Timeout of market calls for requests, milliseconds. */
export const lookUpTimeoutMs = 10_000
/** Timeout of market calls for the overnight scan, milliseconds. */
export const scanTimeoutMs = 30_000

/**
 * The source counts as silent after timeouts of this many symbols without a response in between.
 */
const timeoutsUntilSilent = 3

/**
 * Returns a function that calls the source for one kind of data, such as chains, with a timeout.
 * While the source is silent for that kind, only one call at a time is made, as a probe. The others
 * are rejected immediately, because queued calls would wait for one timeout after the other.
 */
function createTimedCall(dataKind: string, timeoutMs: number) {
  /** Symbols whose calls have timed out since the last response. */
  const timedOutSymbols = new Set<string>()
  let pendingCalls = 0
  return <Result>(symbol: string, call: () => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (timedOutSymbols.size >= timeoutsUntilSilent && pendingCalls > 0)
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
        reject(new MarketTimeout(`${dataKind}: the source did not respond within ${timeoutMs / 1000} s`))
      }, timeoutMs)
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
 * Wraps a market: each call rejects with a {@link MarketTimeout} after `timeoutMs`, or immediately
 * while the source is silent.
 */
export function withTimeouts(market: Market, timeoutMs: number): Market {
  const timedCall = (dataKind: string) => createTimedCall(dataKind, timeoutMs)
  const universe = timedCall('universe')
  const profile = timedCall('profile')
  const bars = timedCall('bars')
  const chain = timedCall('chain')
  const quote = timedCall('quote')
  const earnings = timedCall('earnings')
  const news = timedCall('news')
  const volatilityHistory = timedCall('volatility history')
  const splits = timedCall('splits')
  return {
    now: () => market.now(),
    today: () => market.today(),
    status: () => market.status(),
    source: () => market.source(),
    capabilities: () => market.capabilities(),
    riskFreeRate: () => market.riskFreeRate(),
    benchmark: () => market.benchmark(),
    universe: () => universe('', () => market.universe()),
    profile: (symbol) => profile(symbol, () => market.profile(symbol)),
    bars: (symbol) => bars(symbol, () => market.bars(symbol)),
    chain: (symbol, priority) => chain(symbol, () => market.chain(symbol, priority)),
    quote: (symbol) => quote(symbol, () => market.quote(symbol)),
    earnings: (symbol) => earnings(symbol, () => market.earnings(symbol)),
    news: (symbol) => news(symbol, () => market.news(symbol)),
    volatilityHistory: (symbol) => volatilityHistory(symbol, () => market.volatilityHistory(symbol)),
    ...(market.splits && {
      splits: (symbol) => splits(symbol, () => market.splits!(symbol)),
    }),
    watch: (symbols, onQuote) => market.watch(symbols, onQuote),
    ...(market.watchContracts && {
      watchContracts: (ids, onQuote) => market.watchContracts!(ids, onQuote),
    }),
    ...(market.onNewDay && { onNewDay: (listener) => market.onNewDay!(listener) }),
    close: () => market.close(),
  }
}
