/**
 * The environments of the test market: each is the real look-ups over a market or a batch in the state that
 * its user should see. Only delays and failures are injected around the look-ups, because a cached result is
 * neither.
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
import type { CredentialEnvironment } from '#service/shared/test-market.ts'
import type { BatchRepository, PublishedBatches } from '#service/store/batches.ts'
import { memoryBatches } from '#service/store/memory/batches.ts'
import type { RunQueued } from './analysis-scheduler.ts'
import { createLookups } from './lookups.ts'
import type { Lookups } from './lookups.ts'
import type { LookupEnvironment } from './environments.ts'

export type TestEnvironmentParts = {
  /** Runs the overnight scan. */
  readonly scan: (input: { market: Market; batches: BatchRepository; chains: 'matched' }) => Promise<unknown>
  /** Monotonic milliseconds, for the age of results. */
  readonly elapsed: () => number
  /** Shared with the live environment. */
  readonly runQueued?: RunQueued | undefined
  readonly log: Log
}

type TestEnvironmentName = Exclude<CredentialEnvironment, 'live'>

/** Opens environments; those over one market share its cached data. */
export function createTestEnvironments(
  parts: TestEnvironmentParts,
): (name: TestEnvironmentName) => LookupEnvironment {
  const standing = (at: TestMarketState) => once(() => openTestEnvironment(at, parts))
  const open = standing(openState)
  const delayed = standing(delayedState)
  const closed = standing(closedState)
  const variants: Partial<Record<TestEnvironmentName, () => LookupEnvironment>> = {
    'test-delayed': () => delayed().environment,
    'test-closed': () => closed().environment,
    'test-empty': () => {
      const { environment, batches } = open()
      return environmentOver(environment.market, withoutIdeas(batches), parts)
    },
    'test-slow': () => ({ ...open().environment, lookups: around(open().environment.lookups, () => late) }),
    'test-failing': () => ({
      ...open().environment,
      lookups: around(open().environment.lookups, () => failing),
    }),
  }
  return (name) => variants[name]?.() ?? open().environment
}

function openTestEnvironment(
  at: TestMarketState,
  parts: TestEnvironmentParts,
): { environment: LookupEnvironment; batches: PublishedBatches } {
  const market = testKeyMarket(at)
  const batches = scannedWhenAsked(async (into) => {
    await market.warm()
    // Chains of symbols with an idea only: a request is waiting.
    await parts.scan({ market: asOfNight(market), batches: into, chains: 'matched' })
  })
  return { environment: environmentOver(market, batches, parts), batches }
}

/** Adds the symbols that respond late or fail. */
function environmentOver(
  market: Market,
  batches: PublishedBatches,
  { elapsed, log, runQueued }: TestEnvironmentParts,
): LookupEnvironment {
  const lookups = createLookups({ market, batches, elapsed, log, runQueued })
  return { market, lookups: around(lookups, (symbol) => bySymbol[symbol ?? '']) }
}

/**
 * The market at two in the morning, as the scan sees it, without its special symbols: no idea comes from a
 * test symbol.
 */
function asOfNight(market: Market): Market {
  const night = new Date(`${market.now().toISOString().slice(0, 10)}T06:00:00Z`)
  const universe = async () =>
    (await market.universe()).filter((symbol) => !Object.hasOwn(testSymbols, symbol))
  return { ...market, now: () => night, universe }
}

/** The batch of a scan that runs once, on the first request. */
function scannedWhenAsked(scan: (into: BatchRepository) => Promise<void>): PublishedBatches {
  const kept = memoryBatches()
  let scanned: Promise<void> | undefined
  const ready = () =>
    (scanned ??= scan(kept).catch((error: unknown) => {
      scanned = undefined
      throw error
    }))
  return {
    latest: () => ready().then(() => kept.latest()),
    trades: (batchId) => ready().then(() => kept.trades(batchId)),
    volatilities: (symbol) => kept.volatilities(symbol),
  }
}

function withoutIdeas(batches: PublishedBatches): PublishedBatches {
  const latest = once(async () => {
    const batch = await batches.latest()
    return batch && { ...batch, ideas: [] }
  })
  return { ...batches, latest, trades: async () => [] }
}

/** Runs before a look-up. */
type Manner = () => Promise<void>

const late: Manner = () => new Promise((resolve) => setTimeout(resolve, testDelayMs))
const failing: Manner = async () => {
  throw new Problem('internal', { detail: 'This is a test: it fails every time.' })
}
const bySymbol: Readonly<Record<string, Manner>> = { 'TEST.SLOW': late, 'TEST.FAIL': failing }

/** The look-ups, each after the delay or failure of its symbol; the first symbol of a session is unaffected. */
function around(lookups: Lookups, mannerOf: (symbol?: string) => Manner | undefined): Lookups {
  const after = async <Answer>(look: () => MaybePromise<Answer>, symbol?: string): Promise<Answer> => {
    await mannerOf(symbol)?.()
    return look()
  }
  return {
    firstSymbol: () => lookups.firstSymbol(),
    tradeIdeas: () => after(() => lookups.tradeIdeas()),
    bestIncome: (query) => after(() => lookups.bestIncome(query)),
    symbols: (query) => after(() => lookups.symbols(query)),
    tone: () => after(() => lookups.tone()),
    volatility: (symbol, by) => after(() => lookups.volatility(symbol, by), symbol),
    why: (symbol, by) => after(() => lookups.why(symbol, by), symbol),
    income: (symbol, query, by) => after(() => lookups.income(symbol, query, by), symbol),
    chain: (symbol, query, by) => after(() => lookups.chain(symbol, query, by), symbol),
    // Used by the feed, without delay or failure.
    quotedChain: (symbol) => lookups.quotedChain(symbol),
    roll: (symbol, query, by) => after(() => lookups.roll(symbol, query, by), symbol),
    scenario: (symbol, contract, by) => after(() => lookups.scenario(symbol, contract, by), symbol),
    history: (symbol, range, by) => after(() => lookups.history(symbol, range, by), symbol),
    news: (symbol) => after(() => lookups.news(symbol), symbol),
  }
}

/** Memoises a factory. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
