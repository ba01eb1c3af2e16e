/**
 * The parts of a scan, processed in parallel by a pool. Each result is stored as soon as it is complete: a
 * killed scan resumes where it stopped, and a refused one repeats only the parts in which the source failed.
 */
import { config } from '#service/analysis/config.ts'
import { hashText } from '#service/markets/random.ts'
import type { Market } from '#service/markets/market.ts'
import type { Batch, BatchRepository } from '#service/store/batches.ts'
import { failsTooMuch, lostSymbols } from './validate-batch.ts'
import {
  emptyPartResult,
  reasonOf,
  type ScanPool,
  type PartResult,
  type ScanContext,
} from './scan-context.ts'

/** Symbols per part: the work lost when a scan is killed, and the size of one message. */
const partSize = 40
/** Stored parts are reused for this long, on the market's clock; after that their prices are outdated. */
const resumedWithinMs = 2 * 3600_000
/** Version of the stored form of a part. */
const partVersion = 2

/** A stored part. `found`: its result; `at`: the market's time of the result, milliseconds. */
type StoredPart = { readonly at: number; readonly found: PartResult }

export type PartsInput = {
  readonly market: Pick<Market, 'now'>
  readonly batches: Pick<BatchRepository, 'parts' | 'keepPart'>
  readonly pool: ScanPool
  readonly context: ScanContext
  readonly universe: readonly string[]
  /** The served batch, to compare with; undefined before the first. */
  readonly last: Batch | undefined
  /** Continue regardless of the number of failures. */
  readonly acceptFailures: boolean
  readonly log?: ((line: string) => void) | undefined
}

/** Names a scan by all inputs of its result except the time. */
const scanName = ({ tradingDay, chains, tone }: ScanContext, universe: readonly string[]): string => {
  const trend = tone?.sixMonthTrend?.value ?? 'unknown'
  const contents = [config.version, chains, trend, partVersion, partSize]
  return [tradingDay, ...contents, universe.length, hashText(universe.join(' '))].join('/')
}

const failuresOf = ({ failures }: PartResult): number =>
  failures.filter(({ kind }) => kind === 'source').length

/** Results of all parts, in the universe's order; parts that were not processed are missing. */
export const scanParts = async (input: PartsInput): Promise<PartResult[]> => {
  const { market, batches, pool, context, universe, last, acceptFailures, log } = input
  const name = scanName(context, universe)
  const count = Math.ceil(universe.length / partSize)
  const symbolsOf = (part: number) => universe.slice(part * partSize, (part + 1) * partSize)
  const results: (PartResult | undefined)[] = Array.from({ length: count }, () => undefined)
  const now = market.now().getTime()
  for (const { part, body } of await batches.parts(name)) {
    const { at: storedAt, found: result } = body as StoredPart
    if (part < count && Math.abs(now - storedAt) <= resumedWithinMs) results[part] = result
  }
  const missing = results.flatMap((result, part) => (result ? [] : [part]))
  if (missing.length < count)
    log?.(`scan of ${context.tradingDay}: ${count - missing.length} of ${count} parts were stored`)

  let failures = 0
  const shouldStop = () => !acceptFailures && failsTooMuch(failures, universe.length)
  const worker = async (): Promise<void> => {
    for (let part = missing.shift(); part !== undefined && !shouldStop(); part = missing.shift()) {
      const symbols = symbolsOf(part)
      try {
        const result = addLostSymbols(await pool.scanPart(context, symbols), symbols, last)
        results[part] = result
        failures += failuresOf(result)
        // A part with failures is not stored: the next scan repeats it.
        const body: StoredPart = { at: market.now().getTime(), found: result }
        if (failuresOf(result) === 0) await batches.keepPart(name, { part, body })
      } catch (error) {
        // If the store has failed, publishing fails as well.
        if (results[part]) continue
        results[part] = failedPart(symbols, error)
        failures += symbols.length
      }
    }
  }
  await Promise.all(Array.from({ length: pool.width }, worker))
  return results.filter((result) => result !== undefined)
}

const addLostSymbols = (
  result: PartResult,
  symbols: readonly string[],
  last: Batch | undefined,
): PartResult => {
  const lost = lostSymbols(last, symbols, result)
  if (lost.length === 0) return result
  const replaced = new Set(lost.map(({ symbol }) => symbol))
  return { ...result, failures: [...result.failures.filter(({ symbol }) => !replaced.has(symbol)), ...lost] }
}

const failedPart = (symbols: readonly string[], error: unknown): PartResult => ({
  ...emptyPartResult(),
  failures: symbols.map((symbol) => ({ symbol, reason: reasonOf(error), kind: 'source' })),
})
