/**
 * Look-ups of the data API: market and batches in, contract out, through the analysis.
 *
 * Results are cached for a few seconds, and concurrent requests share one computation. If a source fails the
 * last good result is served; its `dataStatus.asOf` has its time.
 */
import type { BestIncome, BestIncomeQuery } from '#contract/responses/best-income.ts'
import type { Chain, ChainQuery } from '#contract/responses/chain.ts'
import type { Income } from '#contract/responses/income.ts'
import type { History, News, SymbolMatches, Tone, Why } from '#contract/responses/resources.ts'
import type { Volatility } from '#contract/responses/volatility.ts'
import type { Roll } from '#contract/responses/roll.ts'
import type { IncomeQuery, RollQuery } from '#contract/api/routes.ts'
import type { Scenario } from '#contract/responses/scenario.ts'
import { judgeBars } from '#service/analysis/bars/judge-bars.ts'
import { incomeSteps, prepareIncome } from '#service/analysis/income.ts'
import type { IncomeInput, PreparedIncome } from '#service/analysis/income.ts'
import { rollSteps } from '#service/analysis/roll.ts'
import { scenarioSteps } from '#service/analysis/scenario.ts'
import { analyseTone } from '#service/analysis/technicals/tone.ts'
import { chainSteps, narrowedTo } from '#service/analysis/chain.ts'
import { volatilitySteps } from '#service/analysis/volatility/volatility-history.ts'
import { whySteps } from '#service/analysis/why.ts'
import { latestClosedSession } from '#service/markets/calendar.ts'
import type { Chain as MarketChain, Market } from '#service/markets/market.ts'
import { noBars } from '#service/markets/no-bars.ts'
import type { Log } from '#service/shared/log.ts'
import { thenOrNow } from '#service/shared/maybe-promise.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'
import type { PublishedBatches } from '#service/store/batches.ts'
import { createAnalysisScheduler } from './analysis-scheduler.ts'
import type { RunQueued } from './analysis-scheduler.ts'
import { createLookupCache } from './lookup-cache.ts'
import { readBestIncome } from './best-income.ts'
import { dataStatusOf } from './data-status.ts'
import { historyOf, type HistoryQuery } from './price-history.ts'
import { listedIn, openIn } from './named-contract.ts'
import { createRefreshBudget } from './refresh-budget.ts'
import { readSymbolFacts } from './symbol-facts.ts'
import type { SymbolFacts } from './symbol-facts.ts'
import { readListedSymbols, searchSymbols } from './symbol-search.ts'
import { createIdeaLookups } from './trade-ideas.ts'
import type { IdeaLookups } from './trade-ideas.ts'
import { assertExpiry } from './whole-chain.ts'

/**
 * Symbols are upper case; an unknown one gives undefined. `caller` identifies the caller: new analyses are
 * scheduled round-robin by caller (analysis-scheduler.ts).
 *
 * Cached results are returned synchronously. All fail with a Problem `unavailable` if the source fails and
 * there is no earlier result; look-ups that read the latest scan only fail as the store does.
 */
export type Lookups = IdeaLookups & {
  why(symbol: string, caller?: string): MaybePromise<Why | undefined>
  /** Fails with a Problem if the contract of the query is not listed or has another underlying. */
  income(symbol: string, query: IncomeQuery, caller?: string): MaybePromise<Income | undefined>
  bestIncome(query: BestIncomeQuery): Promise<BestIncome>
  /** Rejects with a Problem `symbol-unknown` if the symbol has no such expiration. */
  chain(symbol: string, query: ChainQuery, caller?: string): Promise<Chain | undefined>
  /** The market's chain behind these results, for subscribers to its quotes; undefined without options. */
  quotedChain(symbol: string): Promise<MarketChain | undefined>
  /** Rejects with a Problem for `contract` if it is not listed, has expired or has another underlying. */
  roll(symbol: string, query: RollQuery, caller?: string): Promise<Roll | undefined>
  /**
   * `contract` is an OSI symbol without blanks.
   *
   * @throws Problem `symbol-unknown` if it is not listed, `malformed-parameter` if it has another underlying
   */
  scenario(symbol: string, contract: string, caller?: string): Promise<Scenario | undefined>
  symbols(query: string): Promise<SymbolMatches>
  history(symbol: string, query: HistoryQuery, caller?: string): MaybePromise<History | undefined>
  /** Implied and realised volatility over the last year. */
  volatility(symbol: string, caller?: string): MaybePromise<Volatility | undefined>
  tone(): MaybePromise<Tone>
  news(symbol: string): MaybePromise<News | undefined>
}

/** Cache lifetime of results that depend on current prices, milliseconds. */
const freshMs = 3000
/** Cache lifetime of the list of symbols, milliseconds. */
const listedMs = 10 * 60_000

/** Caller of background work. */
const us = 'service'

export type LookupParts = {
  readonly market: Market
  readonly batches: PublishedBatches
  /** Monotonic milliseconds, for the age of results. */
  readonly elapsed: () => number
  readonly log: Log
  /** Shared by all environments of a process; by default a separate one. */
  readonly runQueued?: RunQueued | undefined
}

export function createLookups({
  market,
  batches,
  elapsed,
  log,
  runQueued = createAnalysisScheduler(),
}: LookupParts): Lookups {
  const refreshBudget = createRefreshBudget(elapsed)
  // Why of every symbol of a large index is a few megabytes.
  const answers = createLookupCache(2000, elapsed, log, refreshBudget)
  // An income result is large, and differs for every position of a customer.
  const incomes = createLookupCache(100, elapsed, log, refreshBudget)
  // Chains are the largest objects: a few hundred kilobytes each. A small cache bounds the memory, and stale
  // entries are never used for new results.
  const facts = createLookupCache(32, elapsed, log)

  // A chain result is even larger.
  const chains = createLookupCache(32, elapsed, log, refreshBudget)

  const factsOf = (symbol: string) =>
    facts(symbol, freshMs, async () => readSymbolFacts(market, batches, symbol))
  const readingOf = createReadings()
  const tone = () => answers('tone', freshMs, async () => readTone(market))
  const toneIfKnown = async () => {
    try {
      return await tone()
    } catch {
      return undefined
    }
  }

  return {
    ...createIdeaLookups(market, batches),
    why: (symbol, caller = us) =>
      answers(`why ${symbol}`, freshMs, () =>
        runQueued(caller, async (work) => {
          const known = await factsOf(symbol)
          return known && work(whySteps({ ...known, scores: (await batches.latest())?.scores ?? [] }))
        }),
      ),
    income(symbol, query, caller = us) {
      const answer = () =>
        incomes(`income ${symbol} ${JSON.stringify(query)}`, freshMs, () =>
          runQueued(caller, async (work) => {
            const known = await factsOf(symbol)
            if (!known) return undefined
            const { input, reading } = readingOf(known, await toneIfKnown())
            return work(incomeSteps(input, query, reading))
          }),
        )
      const { contract } = query
      if (contract === undefined) return answer()
      return thenOrNow(factsOf(symbol), (known) => {
        if (known) listedIn(known, contract)
        return answer()
      })
    },
    async chain(symbol, { expiry }, caller = us) {
      const whole = await chains(`chain ${symbol}`, freshMs, () =>
        runQueued(caller, async (work) => {
          const known = await factsOf(symbol)
          return known && work(chainSteps(known))
        }),
      )
      if (!whole || expiry === undefined) return whole
      assertExpiry(whole, expiry)
      // Cached, so that it is serialised and compressed once for all requests.
      return chains(`chain ${symbol} ${expiry}`, freshMs, async () => narrowedTo(whole, expiry))
    },
    quotedChain: async (symbol) => (await factsOf(symbol))?.chain,
    bestIncome: (query) => readBestIncome(batches, query),
    async roll(symbol, query, caller = us) {
      const known = await factsOf(symbol)
      if (!known) return undefined
      const open = openIn(known, query.contract)
      return incomes(`roll ${symbol} ${JSON.stringify(query)}`, freshMs, () =>
        runQueued(caller, (work) => work(rollSteps(open, query))),
      )
    },
    async scenario(symbol, contract, caller = us) {
      const known = await factsOf(symbol)
      if (!known) return undefined
      const listed = listedIn(known, contract)
      return incomes(`scenario ${symbol} ${contract}`, freshMs, () =>
        runQueued(caller, (work) => work(scenarioSteps(listed))),
      )
    },
    async symbols(query) {
      const listed = await answers('names', listedMs, async () => readListedSymbols(market))
      return { symbols: searchSymbols(listed, query) }
    },
    history: (symbol, query, caller = us) =>
      answers(`history ${symbol} ${query.range} ${query.averages ?? 'none'}`, freshMs, () =>
        runQueued(caller, async () => {
          const known = await factsOf(symbol)
          return known && historyOf(symbol, query, (await market.bars(symbol)) ?? noBars, known.bars)
        }),
      ),
    volatility: (symbol, caller = us) =>
      answers(`volatility ${symbol}`, freshMs, () =>
        runQueued(caller, async (work) => {
          const known = await factsOf(symbol)
          return known && work(volatilitySteps(known))
        }),
      ),
    tone,
    news: (symbol) => answers(`news ${symbol}`, freshMs, async () => readNews(market, symbol)),
  }
}

/** Prepared data of a symbol's facts, shared by all positions requested for them. */
function createReadings() {
  type Reading = { readonly input: IncomeInput; readonly reading: PreparedIncome }
  const known = new WeakMap<SymbolFacts, Reading>()
  return (facts: SymbolFacts, benchmark: Tone | undefined): Reading => {
    const before = known.get(facts)
    if (before && before.input.benchmark === benchmark) return before
    const input = { ...facts, benchmark }
    const read = { input, reading: prepareIncome(input) }
    known.set(facts, read)
    return read
  }
}

async function readTone(market: Market): Promise<Tone> {
  const symbol = market.benchmark()
  const lastSession = latestClosedSession(market.now())
  const bars = judgeBars(await market.bars(symbol), { lastSession })
  return analyseTone({ symbol, bars, dataStatus: dataStatusOf(market) })
}

async function readNews(market: Market, symbol: string): Promise<News | undefined> {
  if (!(await market.profile(symbol))) return undefined
  const items = await market.news(symbol)
  return { symbol, news: items.map((item) => ({ ...item, time: item.time.toISOString() })) }
}
