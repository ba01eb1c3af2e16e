/**
 * The worlds of the test market: each is the real look-ups over a market or a batch that is in the state its user is to
 * see. Only what is late or fails is brought about around the look-ups, because an answer that is kept is neither.
 */
import { Problem } from '#contract/api/problem.ts'
import {
  closedStanding,
  delayedStanding,
  openStanding,
  testKeyMarket,
} from '#service/markets/simulated/test-market/test-market.ts'
import type { Standing } from '#service/markets/simulated/test-market/test-market.ts'
import type { Market } from '#service/markets/market.ts'
import type { Soon } from '#service/shared/maybe-promise.ts'
import type { Log } from '#service/shared/log.ts'
import { testDelayMs, testSymbols } from '#service/shared/test-market.ts'
import type { WorldName } from '#service/shared/test-market.ts'
import type { BatchRepository, PublishedBatches } from '#service/store/batches.ts'
import { memoryBatches } from '#service/store/memory/batches.ts'
import type { AnalysisQueue } from './analysis-scheduler.ts'
import { createLookups } from './lookups.ts'
import type { Lookups } from './lookups.ts'
import type { World } from './environments.ts'

export type TestWorldParts = {
  /** Runs the overnight scan. */
  readonly scan: (input: { market: Market; batches: BatchRepository; chains: 'matched' }) => Promise<unknown>
  /** Milliseconds that only ever go on, by which answers age. */
  readonly elapsed: () => number
  /** Shared with the live world. */
  readonly inTurn?: AnalysisQueue | undefined
  readonly log: Log
}

type TestWorldName = Exclude<WorldName, 'live'>

/** Opens worlds; those over one market share what is made of it. */
export function createTestWorlds(parts: TestWorldParts): (name: TestWorldName) => World {
  const standing = (at: Standing) => once(() => openStandingWorld(at, parts))
  const open = standing(openStanding)
  const delayed = standing(delayedStanding)
  const closed = standing(closedStanding)
  const variants: Partial<Record<TestWorldName, () => World>> = {
    'test-delayed': () => delayed().world,
    'test-closed': () => closed().world,
    'test-empty': () => {
      const { world, batches } = open()
      return worldOver(world.market, withoutIdeas(batches), parts)
    },
    'test-slow': () => ({ ...open().world, lookups: around(open().world.lookups, () => late) }),
    'test-failing': () => ({ ...open().world, lookups: around(open().world.lookups, () => failing) }),
  }
  return (name) => variants[name]?.() ?? open().world
}

function openStandingWorld(at: Standing, parts: TestWorldParts): { world: World; batches: PublishedBatches } {
  const market = testKeyMarket(at)
  const batches = scannedWhenAsked(async (into) => {
    await market.warm()
    // Chains of those with an idea only: somebody is waiting.
    await parts.scan({ market: asOfNight(market), batches: into, chains: 'matched' })
  })
  return { world: worldOver(market, batches, parts), batches }
}

/** With the symbols that are late or fail. */
function worldOver(
  market: Market,
  batches: PublishedBatches,
  { elapsed, log, inTurn }: TestWorldParts,
): World {
  const lookups = createLookups({ market, batches, elapsed, log, inTurn })
  return { market, lookups: around(lookups, (symbol) => bySymbol[symbol ?? '']) }
}

/** The market at two in the morning, as the scan sees it, without the symbols of its own: no idea is made of a test. */
function asOfNight(market: Market): Market {
  const night = new Date(`${market.now().toISOString().slice(0, 10)}T06:00:00Z`)
  const universe = async () =>
    (await market.universe()).filter((symbol) => !Object.hasOwn(testSymbols, symbol))
  return { ...market, now: () => night, universe }
}

/** The batch of a scan that runs when somebody asks for it, once. */
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

/** What is done before a look-up. */
type Manner = () => Promise<void>

const late: Manner = () => new Promise((resolve) => setTimeout(resolve, testDelayMs))
const failing: Manner = async () => {
  throw new Problem('internal', { detail: 'This is a test: it fails every time.' })
}
const bySymbol: Readonly<Record<string, Manner>> = { 'TEST.SLOW': late, 'TEST.FAIL': failing }

/** The look-ups, each after what `mannerOf` gives for its symbol; the first symbol of a session is told as ever. */
function around(lookups: Lookups, mannerOf: (symbol?: string) => Manner | undefined): Lookups {
  const after = async <Answer>(look: () => Soon<Answer>, symbol?: string): Promise<Answer> => {
    await mannerOf(symbol)?.()
    return look()
  }
  return {
    firstSymbol: () => lookups.firstSymbol(),
    tradeIdeas: () => after(() => lookups.tradeIdeas()),
    bestIncome: (query) => after(() => lookups.bestIncome(query)),
    symbols: (query) => after(() => lookups.symbols(query)),
    tone: () => after(() => lookups.tone()),
    why: (symbol, by) => after(() => lookups.why(symbol, by), symbol),
    income: (symbol, query, by) => after(() => lookups.income(symbol, query, by), symbol),
    chain: (symbol, query, by) => after(() => lookups.chain(symbol, query, by), symbol),
    // The feed's, which is as ever.
    quotedChain: (symbol) => lookups.quotedChain(symbol),
    roll: (symbol, query, by) => after(() => lookups.roll(symbol, query, by), symbol),
    scenario: (symbol, contract, by) => after(() => lookups.scenario(symbol, contract, by), symbol),
    history: (symbol, range, by) => after(() => lookups.history(symbol, range, by), symbol),
    news: (symbol) => after(() => lookups.news(symbol), symbol),
  }
}

/** Makes something when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
