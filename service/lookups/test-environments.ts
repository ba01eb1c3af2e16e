/**
 * The environments of the test market. Each runs the real look-ups over a market or a batch that
 * has the state of its test user. Only delays and failures are added around the look-ups, because
 * cached results would hide them.
 */
import { Problem } from '#contract/api/problem.ts'
import {
  closedState,
  delayedState,
  openState,
  testKeyMarket,
} from '#service/markets/simulated/test-market/test-market.ts'
import type { TestMarketState } from '#service/markets/simulated/test-market/test-market.ts'
import type { Market } from '#service/markets/market.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'
import type { Log } from '#service/shared/log.ts'
import { testDelayMs, testSymbols } from '#service/shared/test-market.ts'
import type { TestEnvironment as TestEnvironmentName } from '#service/shared/environment-names.ts'
import type { BatchRepository, PublishedBatches } from '#service/store/batches.ts'
import { memoryBatches } from '#service/store/memory/batches.ts'
import type { RunQueued } from './analysis-scheduler.ts'
import { createLookups } from './lookups.ts'
import type { Lookups } from './lookups.ts'

export type TestEnvironmentParts = {
  /** Runs the overnight scan. */
  readonly scan: (input: { market: Market; batches: BatchRepository; chains: 'matched' }) => Promise<unknown>
  /** Monotonic milliseconds, for the age of results. */
  readonly elapsed: () => number
  /** Shared with the live environment. */
  readonly runQueued?: RunQueued | undefined
  readonly log: Log
}

type TestEnvironment = { readonly market: Market; readonly lookups: Lookups }

/**
 * Returns a function that opens test environments. Environments of one market share its cached
 * data.
 */
export function createTestEnvironments(
  parts: TestEnvironmentParts,
): (name: TestEnvironmentName) => TestEnvironment {
  const memoisedOpen = (state: TestMarketState) => memoise(() => openTestEnvironment(state, parts))
  const openEnvironment = memoisedOpen(openState)
  const delayedEnvironment = memoisedOpen(delayedState)
  const closedEnvironment = memoisedOpen(closedState)
  const environmentsByName: Partial<Record<TestEnvironmentName, () => TestEnvironment>> = {
    'test-delayed': () => delayedEnvironment().environment,
    'test-closed': () => closedEnvironment().environment,
    'test-empty': () => {
      const { environment, batches } = openEnvironment()
      return createEnvironment(environment.market, withoutIdeas(batches), parts)
    },
    'test-slow': () => ({
      ...openEnvironment().environment,
      lookups: withEffect(openEnvironment().environment.lookups, () => delayLookUp),
    }),
    'test-failing': () => ({
      ...openEnvironment().environment,
      lookups: withEffect(openEnvironment().environment.lookups, () => failLookUp),
    }),
  }
  return (name) => environmentsByName[name]?.() ?? openEnvironment().environment
}

function openTestEnvironment(
  state: TestMarketState,
  parts: TestEnvironmentParts,
): { environment: TestEnvironment; batches: PublishedBatches } {
  const market = testKeyMarket(state)
  const batches = scanOnFirstRequest(async (target) => {
    await market.warm()
    // Reads only the chains of symbols with an idea, because a request waits for the scan.
    await parts.scan({ market: marketAtScanTime(market), batches: target, chains: 'matched' })
  })
  return { environment: createEnvironment(market, batches, parts), batches }
}

/** Creates an environment in which TEST.SLOW and TEST.FAIL are delayed or fail. */
function createEnvironment(
  market: Market,
  batches: PublishedBatches,
  { elapsed, log, runQueued }: TestEnvironmentParts,
): TestEnvironment {
  const lookups = createLookups({ market, batches, elapsed, log, runQueued })
  return { market, lookups: withEffect(lookups, (symbol) => effectBySymbol[symbol ?? '']) }
}

/**
 * The market at 02:00 New York, the time of the nightly scan, without its special symbols, so that
 * no idea is of a test symbol.
 */
function marketAtScanTime(market: Market): Market {
  const scanTime = new Date(`${market.now().toISOString().slice(0, 10)}T06:00:00Z`)
  const universe = async () =>
    (await market.universe()).filter((symbol) => !Object.hasOwn(testSymbols, symbol))
  return { ...market, now: () => scanTime, universe }
}

/** Batches of a scan that runs once, on the first request; again if it has failed. */
function scanOnFirstRequest(scan: (into: BatchRepository) => Promise<void>): PublishedBatches {
  const batches = memoryBatches()
  let scanRun: Promise<void> | undefined
  const ensureScanned = () =>
    (scanRun ??= scan(batches).catch((error: unknown) => {
      scanRun = undefined
      throw error
    }))
  return {
    latest: () => ensureScanned().then(() => batches.latest()),
    trades: (batchId) => ensureScanned().then(() => batches.trades(batchId)),
    volatilities: (symbol) => batches.volatilities(symbol),
  }
}

/** The batches without ideas and trades. */
function withoutIdeas(batches: PublishedBatches): PublishedBatches {
  const latest = memoise(async () => {
    const batch = await batches.latest()
    return batch && { ...batch, ideas: [] }
  })
  return { ...batches, latest, trades: async () => [] }
}

/** A delay or failure that runs before a look-up. */
type Effect = () => Promise<void>

const delayLookUp: Effect = () => new Promise((resolve) => setTimeout(resolve, testDelayMs))
const failLookUp: Effect = async () => {
  throw new Problem('internal', { detail: 'This test request always fails.' })
}
const effectBySymbol: Readonly<Record<string, Effect>> = { 'TEST.SLOW': delayLookUp, 'TEST.FAIL': failLookUp }

/** Runs the effect of the symbol before each look-up, except `firstSymbol` and `quotedChain`. */
function withEffect(lookups: Lookups, effectOf: (symbol?: string) => Effect | undefined): Lookups {
  const lookUp = async <Result>(read: () => MaybePromise<Result>, symbol?: string): Promise<Result> => {
    await effectOf(symbol)?.()
    return read()
  }
  return {
    firstSymbol: () => lookups.firstSymbol(),
    tradeIdeas: () => lookUp(() => lookups.tradeIdeas()),
    bestIncome: (query) => lookUp(() => lookups.bestIncome(query)),
    symbols: (query) => lookUp(() => lookups.symbols(query)),
    tone: () => lookUp(() => lookups.tone()),
    volatility: (symbol, caller) => lookUp(() => lookups.volatility(symbol, caller), symbol),
    why: (symbol, caller) => lookUp(() => lookups.why(symbol, caller), symbol),
    income: (symbol, query, caller) => lookUp(() => lookups.income(symbol, query, caller), symbol),
    chain: (symbol, query, caller) => lookUp(() => lookups.chain(symbol, query, caller), symbol),
    // The feed uses it, without delay or failure.
    quotedChain: (symbol) => lookups.quotedChain(symbol),
    roll: (symbol, query, caller) => lookUp(() => lookups.roll(symbol, query, caller), symbol),
    scenario: (symbol, contract, caller) => lookUp(() => lookups.scenario(symbol, contract, caller), symbol),
    history: (symbol, range, caller) => lookUp(() => lookups.history(symbol, range, caller), symbol),
    news: (symbol) => lookUp(() => lookups.news(symbol), symbol),
  }
}

/** Memoises a factory. */
function memoise<T>(create: () => T): () => T {
  let cached: { readonly value: T } | undefined
  return () => (cached ??= { value: create() }).value
}
