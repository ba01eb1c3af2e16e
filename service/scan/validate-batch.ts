/**
 * Validates the result of a scan before it is published. A source that is down, or responds for a part of its
 * symbols only, produces a batch with few ideas that looks like any other: it is recognised by its failures
 * and by what is missing compared with the previous batch. docs/decisions/0025.
 */
import { config } from '#service/analysis/config.ts'
import type { Batch, SymbolFailure } from '#service/store/batches.ts'
import type { ScanCounts } from '#service/store/scan-outcomes.ts'

export const limits = {
  /** Maximum share of the universe at which the source may fail. */
  failed: 0.02,
  /** Maximum decrease against the previous batch, as a share. */
  missing: 0.1,
  /** Number of symbols that never count: in a small universe a share may be less than one symbol. */
  never: 2,
} as const

/** Totals of a scan; `without`: symbols that have no bars according to the source. */
export type BatchTotals = ScanCounts & { readonly without: number }

/** A scan that found nothing fit to be published. Its message is the reason. */
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
  failures > Math.max(limits.never, universe * limits.failed)

const isFarBelow = (now: number, before: number): boolean =>
  before - now > Math.max(limits.never, before * limits.missing)

/** The reason not to publish it; null if it is valid. `last` is the served batch. */
export const batchRefusal = (found: BatchTotals, last: Batch | undefined): string | null => {
  const { universe, failures, chains, without } = found
  if (universe === 0) return 'the market lists no symbol'
  if (failsTooMuch(failures, universe))
    return `the source failed at ${failures} of ${universe} symbols: more than ${limits.failed * 100} %`
  if (chains === 0 && failures + without >= universe)
    return `neither bars nor options of any of ${universe} symbols could be read`
  for (const [what, now, before] of last ? compared(found, last) : [])
    if (isFarBelow(now, before))
      return `${now} ${what} against ${before} of the batch before: less than ${100 - limits.missing * 100} %`
  return null
}

/**
 * Pairs of current and previous totals. Only totals that the previous batch records and counts by the same
 * analysis version.
 */
function* compared(
  { universe, chains, ranked }: BatchTotals,
  last: Batch,
): Generator<[string, number, number]> {
  yield ['symbols', universe, last.universeSize]
  if (last.chains) yield ['option chains', chains, last.chains.length]
  if (last.analysis === config.version) yield ['symbols with a technical score', ranked, last.scores.length]
}

/** Symbols with less data than in the previous batch: failures of the source. `failed`: already known failures. */
export const lostSince = (
  last: Batch | undefined,
  symbols: readonly string[],
  { chains, failures }: { chains: readonly string[]; failures: readonly SymbolFailure[] },
): SymbolFailure[] => {
  if (!last) return []
  const had = new Set(last.chains)
  const ranked = new Set(last.scores.map(({ symbol }) => symbol))
  const listed = new Set(chains)
  const known = new Map(failures.map((failure) => [failure.symbol, failure]))
  return symbols.flatMap((symbol): SymbolFailure[] => {
    const failure = known.get(symbol)
    if (failure?.kind === 'source') return []
    if (failure && ranked.has(symbol))
      return [{ symbol, reason: 'its bars are gone: the batch before had them', kind: 'source' }]
    if (had.has(symbol) && !listed.has(symbol))
      return [{ symbol, reason: 'its option chain is gone: the batch before had it', kind: 'source' }]
    return []
  })
}
