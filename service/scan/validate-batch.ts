/**
 * Validates the result of a scan before it is published. If a source is down or responds only for
 * some symbols, the result has few ideas, like a valid result of a quiet day. Failures, and less
 * data than in the previous batch, identify it (docs/decisions/0025).
 */
import { config } from '#service/analysis/config.ts'
import type { Batch, SymbolFailure } from '#service/store/batches.ts'
import type { Day } from '#service/markets/market.ts'
import type { ScanCounts } from '#service/store/scan-outcomes.ts'

export const batchLimits = {
  /** Maximum share of the universe for which the source may fail. */
  failed: 0.02,
  /** Maximum decrease of a total against the previous batch, as a share. */
  missing: 0.1,
  /**
   * Number of symbols that may always fail or be missing: in a small universe a share may be less
   * than one symbol.
   */
  alwaysAllowed: 2,
} as const

/** Totals of a scan; `withoutBars`: symbols that have no bars according to the source. */
export type BatchTotals = ScanCounts & { readonly withoutBars: number }

/** The result of a scan is not valid and must not be published. The message is the reason. */
export class ScanRefused extends Error {
  override name = 'ScanRefused'
  readonly counts: ScanCounts
  constructor(reason: string, counts: ScanCounts) {
    super(reason)
    this.counts = counts
  }
}

/** Whether the source has failed at more symbols than allowed. */
export const hasTooManyFailures = (failures: number, universe: number): boolean =>
  failures > Math.max(batchLimits.alwaysAllowed, universe * batchLimits.failed)

const isFarBelow = (current: number, previous: number): boolean =>
  previous - current > Math.max(batchLimits.alwaysAllowed, previous * batchLimits.missing)

/** Bars that end before the session that is scanned, so that nothing is ranked. */
export type OldBars = { readonly symbol: string; readonly lastDay: Day; readonly tradingDay: Day }

const oldBarsText = ({ symbol, lastDay, tradingDay }: OldBars): string =>
  `; the bars of ${symbol} end on ${lastDay}, before the session of ${tradingDay}`

/**
 * The reason not to publish a result; null if it is valid.
 *
 * @param previousBatch the served batch
 * @param oldBars the benchmark's bars if they are old, which is the usual cause of missing scores
 */
export const batchRefusal = (
  totals: BatchTotals,
  previousBatch: Batch | undefined,
  oldBars: OldBars | null = null,
): string | null => {
  const { universe, failures, chains, withoutBars } = totals
  if (universe === 0) return 'the market lists no symbol'
  if (hasTooManyFailures(failures, universe))
    return `the source failed at ${failures} of ${universe} symbols: more than ${batchLimits.failed * 100} %`
  if (chains === 0 && failures + withoutBars >= universe)
    return `neither bars nor options of any of ${universe} symbols could be read`
  for (const [label, current, previous] of previousBatch ? comparisons(totals, previousBatch) : [])
    if (isFarBelow(current, previous))
      return (
        `${current} ${label} against ${previous} of the previous batch: ` +
        `less than ${100 - batchLimits.missing * 100} %${oldBars ? oldBarsText(oldBars) : ''}`
      )
  return null
}

/**
 * Labels with current and previous totals: only totals that the previous batch has, and scores only
 * if it is of the same analysis version.
 */
function* comparisons(
  { universe, chains, ranked }: BatchTotals,
  previousBatch: Batch,
): Generator<[string, number, number]> {
  yield ['symbols', universe, previousBatch.universeSize]
  if (previousBatch.chains) yield ['option chains', chains, previousBatch.chains.length]
  if (previousBatch.analysis === config.version)
    yield ['symbols with a technical score', ranked, previousBatch.scores.length]
}

/**
 * Failures of symbols with less data than in the previous batch, except symbols for which the
 * source has already failed. `chains` and `failures` are those of the new result.
 */
export const lostSymbols = (
  previousBatch: Batch | undefined,
  symbols: readonly string[],
  { chains, failures }: { chains: readonly string[]; failures: readonly SymbolFailure[] },
): SymbolFailure[] => {
  if (!previousBatch) return []
  const previousChains = new Set(previousBatch.chains)
  const ranked = new Set(previousBatch.scores.map(({ symbol }) => symbol))
  const currentChains = new Set(chains)
  const failureBySymbol = new Map(failures.map((failure) => [failure.symbol, failure]))
  return symbols.flatMap((symbol): SymbolFailure[] => {
    const failure = failureBySymbol.get(symbol)
    if (failure?.kind === 'source') return []
    if (failure && ranked.has(symbol))
      return [{ symbol, reason: 'its bars are missing: the previous batch had them', kind: 'source' }]
    if (previousChains.has(symbol) && !currentChains.has(symbol))
      return [{ symbol, reason: 'its option chain is missing: the previous batch had it', kind: 'source' }]
    return []
  })
}
