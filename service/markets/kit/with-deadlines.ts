/** A market of which every answer comes in time, or not at all: whoever asks never waits for a source that keeps silent. */
import type { Market } from '../market.ts'

/** The source has not answered in time, or is not asked since it keeps silent. What it answers after that nobody hears. */
export class MarketTimeout extends Error {
  override name = 'MarketTimeout'
}

/** How long somebody who waits for an answer waits for the market, milliseconds. */
export const lookUpDeadlineMs = 10_000
/** How long the overnight scan waits for it, milliseconds. */
export const scanDeadlineMs = 30_000

/** Of so many symbols nothing has come in time, and of no other either: the source keeps silent. */
const silentAfter = 3

/**
 * Asks for one thing, such as chains. Where the source keeps silent about it, one call at a time finds out whether it still
 * does; the others are refused at once: who stands in line behind a deadline would wait for it many times over.
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
      const patience = setTimeout(() => {
        silent.add(symbol)
        leave()
        fail(new MarketTimeout(`${what}: the source did not answer within ${deadlineMs / 1000} s`))
      }, deadlineMs)
      // Whatever it says, and however late: it speaks.
      const heard = () => {
        silent.clear()
        leave()
        clearTimeout(patience)
      }
      ask().finally(heard).then(answer, fail)
    })
}

/**
 * The same market; each call rejects with a {@link MarketTimeout} where it takes longer than `deadlineMs`, or at once where
 * others have waited for as long already and nothing has come since.
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
