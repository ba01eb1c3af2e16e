/**
 * Validates the result of a scan before it is published. A source that is down, or responds only for a part of its
 * symbols, produces a batch with few ideas that looks like any other. It is recognised by its failures and by the
 * data that is missing compared with the previous batch. docs/decisions/0025.
 */
import { config } from '#service/analysis/config.ts'
import type { Batch, SymbolFailure } from '#service/store/batches.ts'
import type { ScanCounts } from '#service/store/scan-outcomes.ts'

export const limits = {
  /** Maximum share of the universe at which the source may fail. */
  failed: 0.02,
  /** Maximum decrease against the previous batch, as a share. */
  missing: 0.1,
  /** Number of symbols that may always fail: in a small universe a share may be less than one symbol. */
  alwaysAllowed: 2,
} as const

/** Totals of a scan; `withoutBars`: symbols that have no bars according to the source. */
export type BatchTotals = ScanCounts & { readonly withoutBars: number }

/** The result of a scan must not be published. The message is the reason. */
export class ScanRefused extends Error {
  override name = 'ScanRefused'
  readonly counts: ScanCounts
  constructor(reason: string, counts: ScanCounts) {
    super(reason)
    this.counts = counts
  }
}

/** Whether the source has failed at more symbols than allowed for this total. */
export const failsTooMuch = (failures: number, universe: number): boolean =>
  failures > Math.max(limits.alwaysAllowed, universe * limits.failed)

const isFarBelow = (current: number, previous: number): boolean =>
  previous - current > Math.max(limits.alwaysAllowed, previous * limits.missing)

/** The reason not to publish a result; null if it is valid. `last` is the served batch. */
export const batchRefusal = (totals: BatchTotals, last: Batch | undefined): string | null => {
  const { universe, failures, chains, withoutBars } = totals
  if (universe === 0) return 'the market lists no symbol'
  if (failsTooMuch(failures, universe))
    return `the source failed at ${failures} of ${universe} symbols: more than ${limits.failed * 100} %`
  if (chains === 0 && failures + withoutBars >= universe)
    return `neither bars nor options of any of ${universe} symbols could be read`
  for (const [label, current, previous] of last ? comparisons(totals, last) : [])
    if (isFarBelow(current, previous))
      return `${current} ${label} against ${previous} of the previous batch: less than ${100 - limits.missing * 100} %`
  return null
}

/**
 * Pairs of current and previous totals. Only totals that the previous batch records and counts by the same
 * analysis version.
 */
function* comparisons(
  { universe, chains, ranked }: BatchTotals,
  last: Batch,
): Generator<[string, number, number]> {
  yield ['symbols', universe, last.universeSize]
  if (last.chains) yield ['option chains', chains, last.chains.length]
  if (last.analysis === config.version) yield ['symbols with a technical score', ranked, last.scores.length]
}

/** Symbols with less data than in the previous batch, as failures of the source. `failures`: those already known. */
export const lostSymbols = (
  last: Batch | undefined,
  symbols: readonly string[],
  { chains, failures }: { chains: readonly string[]; failures: readonly SymbolFailure[] },
): SymbolFailure[] => {
  if (!last) return []
  const hadChain = new Set(last.chains)
  const ranked = new Set(last.scores.map(({ symbol }) => symbol))
  const hasChain = new Set(chains)
  const knownFailures = new Map(failures.map((failure) => [failure.symbol, failure]))
  return symbols.flatMap((symbol): SymbolFailure[] => {
    const failure = knownFailures.get(symbol)
    if (failure?.kind === 'source') return []
    if (failure && ranked.has(symbol))
      return [{ symbol, reason: 'its bars are missing: the previous batch had them', kind: 'source' }]
    if (hadChain.has(symbol) && !hasChain.has(symbol))
      return [{ symbol, reason: 'its option chain is missing: the previous batch had it', kind: 'source' }]
    return []
  })
}
