/**
 * The answers of the data API: market and batches in, contract out, by way of the analysis.
 *
 * Answers are kept for a few seconds and made once however many ask at the same time. Where a source fails the last
 * good answer stands in; its `dataStatus.asOf` says of when it is.
 */
import type { TradeIdeas } from '#contract/ideas.ts'
import type {
  DataStatus,
  History,
  HistoryRange,
  Income,
  News,
  SymbolMatch,
  SymbolMatches,
  Tone,
  Why,
} from '#contract/resources.ts'
import type { IncomeQuery } from '#contract/routes.ts'
import { analyseIncome } from '#service/analysis/income.ts'
import { analyseTone } from '#service/analysis/tone.ts'
import { analyseWhy } from '#service/analysis/why.ts'
import type { Log } from '#service/settings/log.ts'
import { newYorkDay, tradingDaysBetween } from '#service/market/calendar.ts'
import type { Bars, Day, Market } from '#service/market/market.ts'
import { Problem } from '#contract/problem.ts'
import type { Batch, BatchRepository } from '#service/store/batches.ts'
import { createAnswerCache } from './answer-cache.ts'

/** Symbols are upper case; an unknown one gives undefined. */
export type Lookups = {
  tradeIdeas(): Promise<TradeIdeas>
  why(symbol: string): Promise<Why | undefined>
  income(symbol: string, query: IncomeQuery): Promise<Income | undefined>
  symbols(query: string): Promise<SymbolMatches>
  history(symbol: string, range: HistoryRange): Promise<History | undefined>
  tone(): Promise<Tone>
  news(symbol: string): Promise<News | undefined>
}

/** How long an answer made of moving prices is kept. */
const freshMs = 3000
/** How long the list of symbols is kept. */
const namesMs = 10 * 60_000
const maxMatches = 20
const noBars: Bars = {
  date: [],
  open: new Float64Array(),
  high: new Float64Array(),
  low: new Float64Array(),
  close: new Float64Array(),
  volume: new Float64Array(),
}

export type LookupParts = {
  readonly market: Market
  readonly batches: BatchRepository
  readonly clock: () => number
  readonly log: Log
}

export function createLookups({ market, batches, clock, log }: LookupParts): Lookups {
  const kept = createAnswerCache(600, clock, log)
  // An income answer is large, and there is another one for every position a customer may hold.
  const keptIncomes = createAnswerCache(100, clock, log)
  // Chains are the largest things here: a few hundred kilobytes each.
  const keptFacts = createAnswerCache(32, clock, log)

  const dataStatus = (): DataStatus => {
    const { simulated, delayedSeconds } = market.status()
    return { asOf: market.now().toISOString(), simulated, delayedSeconds, source: market.source() }
  }
  /** What both look-ups of one symbol are made of. */
  const facts = (symbol: string) =>
    keptFacts(symbol, freshMs, async () => {
      const profile = await market.profile(symbol)
      if (!profile) return undefined
      const [bars, chain, quote, earnings, history] = await Promise.all([
        market.bars(symbol),
        market.chain(symbol),
        market.quote(symbol),
        market.earnings(symbol),
        market.volatilityHistory(symbol),
      ])
      const volatilities = history.length > 0 ? history : await batches.volatilities(symbol)
      return {
        profile,
        bars: bars ?? noBars,
        chain: chain && chain.contracts.length > 0 ? chain : undefined,
        quote,
        earnings,
        volatilities,
        dataStatus: dataStatus(),
        riskFreeRate: market.riskFreeRate(),
        today: market.today(),
      }
    })
  const tone = () =>
    kept('tone', freshMs, async (): Promise<Tone> => {
      const symbol = market.benchmark()
      const bars = await market.bars(symbol)
      if (!bars || bars.close.length === 0)
        throw new Problem('unavailable', {
          detail: 'There is no benchmark to tell the tone of the market by.',
        })
      return analyseTone({ symbol, bars, dataStatus: dataStatus() })
    })
  const names = () => kept('names', namesMs, async () => readNames(market))

  let ideas: { batch: Batch | undefined; day: Day; answer: TradeIdeas } | undefined
  return {
    async tradeIdeas() {
      const batch = await batches.latest()
      const day = newYorkDay(market.now())
      if (!ideas || ideas.batch !== batch || ideas.day !== day) {
        ideas = {
          batch,
          day,
          answer: {
            tradeIdeas: [...(batch?.ideas ?? [])],
            dateOfScan: batch?.dateOfScan ?? null,
            tradingDay: batch?.tradingDay ?? null,
            tradingDaysOld: batch ? tradingDaysBetween(batch.tradingDay, day) : null,
            universeSize: batch?.universeSize ?? 0,
          },
        }
      }
      return ideas.answer
    },
    why: (symbol) =>
      kept(`why ${symbol}`, freshMs, async () => {
        const known = await facts(symbol)
        return known && analyseWhy({ ...known, scores: (await batches.latest())?.scores ?? [] })
      }),
    income: (symbol, query) =>
      keptIncomes(`income ${symbol} ${JSON.stringify(query)}`, freshMs, async () => {
        const known = await facts(symbol)
        if (!known) return undefined
        const benchmark = await tone().catch(() => undefined)
        return analyseIncome({ ...known, benchmark }, query)
      }),
    async symbols(query) {
      return { symbols: search(await names(), query) }
    },
    history: (symbol, range) =>
      kept(`history ${symbol} ${range}`, freshMs, async () => {
        const bars = await market.bars(symbol)
        if (!bars) return (await market.profile(symbol)) && historyOf(symbol, range, noBars)
        return historyOf(symbol, range, bars)
      }),
    tone,
    async news(symbol) {
      return kept(`news ${symbol}`, freshMs, async () => {
        if (!(await market.profile(symbol))) return undefined
        const items = await market.news(symbol)
        return { symbol, news: items.map((item) => ({ ...item, time: item.time.toISOString() })) }
      })
    },
  }
}

type Name = SymbolMatch & { readonly words: readonly string[] }

const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
const wordsOf = (text: string) =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

async function readNames(market: Market): Promise<readonly Name[]> {
  const profiles = await Promise.all((await market.universe()).map((symbol) => market.profile(symbol)))
  return profiles
    .filter((profile) => profile !== undefined)
    .map(({ symbol, companyName, exchange, sector }) => ({
      symbol,
      companyName,
      exchange,
      sector,
      words: wordsOf(companyName),
    }))
}

/** The ticker itself, then tickers that begin so, shortest first, then companies each of whose searched words begins a word of the name. */
function search(names: readonly Name[], query: string): SymbolMatch[] {
  const ticker = query.trim().toUpperCase()
  const words = wordsOf(query)
  const ranked = names.flatMap((name) => {
    if (name.symbol === ticker) return [{ rank: 0, name }]
    if (name.symbol.startsWith(ticker)) return [{ rank: 1 + name.symbol.length / 100, name }]
    if (words.length === 0 || !words.every((word) => name.words.some((one) => one.startsWith(word))))
      return []
    return [{ rank: name.words[0]!.startsWith(words[0]!) ? 2 : 3, name }]
  })
  return ranked
    .toSorted((a, b) => a.rank - b.rank || (a.name.symbol < b.name.symbol ? -1 : 1))
    .slice(0, maxMatches)
    .map(({ name: { symbol, companyName, exchange, sector } }) => ({ symbol, companyName, exchange, sector }))
}

const months: Record<HistoryRange, number> = { '1M': 1, '6M': 6, '1Y': 12 }

/** The bars of the last so many months, counted back from the last bar. */
function historyOf(symbol: string, range: HistoryRange, bars: Bars): History {
  const last = bars.date.at(-1)
  let from = 0
  if (last !== undefined) {
    const [year = 0, month = 1, day = 1] = last.split('-').map(Number)
    const first = new Date(Date.UTC(year, month - 1 - months[range], day)).toISOString().slice(0, 10)
    from = bars.date.findIndex((date) => date > first)
  }
  const column = (values: Float64Array) => Array.from(values.subarray(from))
  return {
    symbol,
    range,
    date: bars.date.slice(from),
    open: column(bars.open),
    high: column(bars.high),
    low: column(bars.low),
    close: column(bars.close),
    volume: column(bars.volume),
  }
}
