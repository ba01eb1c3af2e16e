/**
 * Look-ups of the data API: read the market and the batches, run the analysis, return types of the
 * contract.
 *
 * Results are cached for a few seconds, and concurrent requests share one computation. If a source
 * fails, the last good result is served; its `dataStatus.asOf` tells its age.
 */
import type { BestIncome, BestIncomeQuery } from '#contract/responses/lists/best-income.ts'
import type { Chain, ChainQuery } from '#contract/responses/chain.ts'
import type { Income } from '#contract/responses/income.ts'
import type { History, News, SymbolMatches, Tone, Why } from '#contract/responses/resources.ts'
import type { Volatility } from '#contract/responses/volatility.ts'
import type { Roll } from '#contract/responses/roll.ts'
import type { IncomeQuery, RollQuery } from '#contract/api/routes.ts'
import type { Scenario } from '#contract/responses/scenario.ts'
import { validateBars } from '#service/analysis/bars/validate-bars.ts'
import { incomeSteps, prepareIncome } from '#service/analysis/income.ts'
import type { IncomeInput, PreparedIncome } from '#service/analysis/income.ts'
import { rollSteps } from '#service/analysis/roll.ts'
import { scenarioSteps } from '#service/analysis/scenario.ts'
import { analyseTone } from '#service/analysis/technicals/tone.ts'
import { chainSteps, withRowsOf } from '#service/analysis/chain.ts'
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
import { findListedContract, findOpenContract } from './named-contract.ts'
import { createRefreshBudget } from './refresh-budget.ts'
import { readSymbolFacts } from './symbol-facts.ts'
import type { SymbolFacts } from './symbol-facts.ts'
import { createSymbolSearch, readListedSymbols } from './symbol-search.ts'
import { createIdeaLookups } from './trade-ideas.ts'
import type { IdeaLookups } from './trade-ideas.ts'
import { assertExpiry } from './assert-expiry.ts'

/**
 * Symbols are upper case; the result is undefined for an unknown symbol. `caller` identifies the
 * caller: new analyses are scheduled round-robin by caller (analysis-scheduler.ts).
 *
 * Cached results are returned synchronously. A look-up fails with a Problem `unavailable` if the
 * source fails and there is no earlier result. Look-ups that read only the latest scan fail with
 * the error of the store.
 */
export type Lookups = IdeaLookups & {
  why(symbol: string, caller?: string): MaybePromise<Why | undefined>
  /** Fails with a Problem if the contract of the query is not listed or has another underlying. */
  income(symbol: string, query: IncomeQuery, caller?: string): MaybePromise<Income | undefined>
  bestIncome(query: BestIncomeQuery): Promise<BestIncome>
  /** Rejects with a Problem `symbol-unknown` if the symbol has no such expiration. */
  chain(symbol: string, query: ChainQuery, caller?: string): Promise<Chain | undefined>
  /**
   * The market's chain that the other results use, for feed subscriptions to its quotes; undefined
   * without options.
   */
  quotedChain(symbol: string): Promise<MarketChain | undefined>
  /** Rejects with a Problem for `contract` if it is not listed, has expired or has another underlying. */
  roll(symbol: string, query: RollQuery, caller?: string): Promise<Roll | undefined>
  /**
   * `contract` is an OSI symbol without spaces.
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
const resultTtlMs = 3000
/** Cache lifetime of the list of symbols, milliseconds. */
const symbolListTtlMs = 10 * 60_000

/** Caller of background work. */
const backgroundCaller = 'service'

export type LookupParts = {
  readonly market: Market
  readonly batches: PublishedBatches
  /** Commission of a sale, dollars per option contract; default: the constant of the analysis. */
  readonly commission?: number | undefined
  /** Monotonic clock for the age of results, milliseconds. */
  readonly elapsed: () => number
  readonly log: Log
  /** Scheduler that all environments of a process share; by default a new one. */
  readonly runQueued?: RunQueued | undefined
}

/** Creates the look-ups of one environment. */
export function createLookups({
  market,
  batches,
  commission,
  elapsed,
  log,
  runQueued = createAnalysisScheduler(),
}: LookupParts): Lookups {
  const refreshBudget = createRefreshBudget(elapsed)
  // The Why results of all symbols of a large index take a few megabytes.
  const resultCache = createLookupCache(2000, elapsed, log, refreshBudget)
  // An income result is large, and differs by the position in the query.
  const incomeCache = createLookupCache(100, elapsed, log, refreshBudget)
  // Chains are the largest objects: a few hundred kilobytes each, so the cache is small. It has no refresh budget, so
  // that new results never use old facts.
  const factsCache = createLookupCache(32, elapsed, log)

  // A chain result is larger than its facts.
  const chainCache = createLookupCache(32, elapsed, log, refreshBudget)

  const factsOf = (symbol: string) =>
    factsCache(symbol, resultTtlMs, async () => readSymbolFacts({ market, batches, commission }, symbol))
  const searchSymbols = createSymbolSearch()
  const prepare = createIncomePreparation()
  const tone = () => resultCache('tone', resultTtlMs, async () => readTone(market))
  const toneIfKnown = async () => {
    try {
      return await tone()
    } catch {
      return undefined
    }
  }

  return {
    ...createIdeaLookups(market, batches),
    why: (symbol, caller = backgroundCaller) =>
      resultCache(`why ${symbol}`, resultTtlMs, () =>
        runQueued(caller, async (runSteps) => {
          const facts = await factsOf(symbol)
          return facts && runSteps(whySteps({ ...facts, scores: (await batches.latest())?.scores ?? [] }))
        }),
      ),
    income(symbol, query, caller = backgroundCaller) {
      const lookUp = () =>
        incomeCache(`income ${symbol} ${JSON.stringify(query)}`, resultTtlMs, () =>
          runQueued(caller, async (runSteps) => {
            const facts = await factsOf(symbol)
            if (!facts) return undefined
            const { input, prepared } = prepare(facts, await toneIfKnown())
            return runSteps(incomeSteps(input, query, prepared))
          }),
        )
      const { contract } = query
      if (contract === undefined) return lookUp()
      return thenOrNow(factsOf(symbol), (facts) => {
        if (facts) findListedContract(facts, contract)
        return lookUp()
      })
    },
    async chain(symbol, { expiry }, caller = backgroundCaller) {
      const completeChain = await chainCache(`chain ${symbol}`, resultTtlMs, () =>
        runQueued(caller, async (runSteps) => {
          const facts = await factsOf(symbol)
          return facts && runSteps(chainSteps(facts))
        }),
      )
      if (!completeChain || expiry === undefined) return completeChain
      assertExpiry(completeChain, expiry)
      // Cached, so that it is serialised and compressed once for all requests.
      return chainCache(`chain ${symbol} ${expiry}`, resultTtlMs, async () =>
        withRowsOf(completeChain, expiry),
      )
    },
    quotedChain: async (symbol) => (await factsOf(symbol))?.chain,
    bestIncome: (query) => readBestIncome(batches, query),
    async roll(symbol, query, caller = backgroundCaller) {
      const facts = await factsOf(symbol)
      if (!facts) return undefined
      const contractFacts = findOpenContract(facts, query.contract)
      return incomeCache(`roll ${symbol} ${JSON.stringify(query)}`, resultTtlMs, () =>
        runQueued(caller, (runSteps) => runSteps(rollSteps(contractFacts, query))),
      )
    },
    async scenario(symbol, contract, caller = backgroundCaller) {
      const facts = await factsOf(symbol)
      if (!facts) return undefined
      const contractFacts = findListedContract(facts, contract)
      return incomeCache(`scenario ${symbol} ${contract}`, resultTtlMs, () =>
        runQueued(caller, (runSteps) => runSteps(scenarioSteps(contractFacts))),
      )
    },
    async symbols(query) {
      const listedSymbols = await resultCache('names', symbolListTtlMs, async () => readListedSymbols(market))
      return searchSymbols(listedSymbols, query)
    },
    history: (symbol, query, caller = backgroundCaller) =>
      resultCache(`history ${symbol} ${query.range} ${query.averages ?? 'none'}`, resultTtlMs, () =>
        runQueued(caller, async () => {
          const facts = await factsOf(symbol)
          return facts && historyOf(symbol, query, (await market.bars(symbol)) ?? noBars, facts.bars)
        }),
      ),
    volatility: (symbol, caller = backgroundCaller) =>
      resultCache(`volatility ${symbol}`, resultTtlMs, () =>
        runQueued(caller, async (runSteps) => {
          const facts = await factsOf(symbol)
          return facts && runSteps(volatilitySteps(facts))
        }),
      ),
    tone,
    news: (symbol) => resultCache(`news ${symbol}`, resultTtlMs, async () => readNews(market, symbol)),
  }
}

/** Prepares a symbol's facts for income analyses once, for all requested positions. */
function createIncomePreparation() {
  type PreparedInput = { readonly input: IncomeInput; readonly prepared: PreparedIncome }
  const cache = new WeakMap<SymbolFacts, PreparedInput>()
  return (facts: SymbolFacts, benchmark: Tone | undefined): PreparedInput => {
    const cached = cache.get(facts)
    if (cached && cached.input.benchmark === benchmark) return cached
    const input = { ...facts, benchmark }
    const result = { input, prepared: prepareIncome(input) }
    cache.set(facts, result)
    return result
  }
}

async function readTone(market: Market): Promise<Tone> {
  const symbol = market.benchmark()
  const lastSession = latestClosedSession(market.now())
  const bars = validateBars(await market.bars(symbol), { lastSession })
  return analyseTone({ symbol, bars, dataStatus: dataStatusOf(market) })
}

async function readNews(market: Market, symbol: string): Promise<News | undefined> {
  if (!(await market.profile(symbol))) return undefined
  const items = await market.news(symbol)
  return {
    symbol,
    news: items.map((item) => ({ ...item, time: item.time.toISOString() })),
    ...(!market.capabilities().news && { unknown: 'not-provided' as const }),
  }
}
