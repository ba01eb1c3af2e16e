/**
 * The parts of a scan, which a pool processes in parallel. The result of a part is stored as soon
 * as it is complete. The scan after a killed scan processes only the missing parts; the scan after
 * a refused scan processes only the parts in which the source failed.
 */
import { config } from '#service/analysis/config.ts'
import { hashText } from '#service/markets/random.ts'
import type { Market } from '#service/markets/market.ts'
import type { Batch, BatchRepository } from '#service/store/batches.ts'
import { errorMessage } from '#service/shared/error-message.ts'
import { hasTooManyFailures, lostSymbols } from './validate-batch.ts'
import { emptyPartResult, type ScanPool, type PartResult, type ScanContext } from './scan-context.ts'

/**
 * Symbols per part: bounds the work that is lost if a scan is killed, and the size of a message.
 */
const partSize = 40
/**
 * Maximum age of a stored part that is reused, on the market's clock. Prices of older parts are
 * outdated.
 */
const maxResumeAgeMs = 2 * 3600_000
/** Version of the stored format of a part. */
const partVersion = 3

/**
 * The stored format of a part. `found`: its result; `at`: market time of the result, epoch
 * milliseconds.
 */
type StoredPart = { readonly at: number; readonly found: PartResult }

export type PartsInput = {
  readonly market: Pick<Market, 'now'>
  readonly batches: Pick<BatchRepository, 'parts' | 'keepPart'>
  readonly pool: ScanPool
  readonly context: ScanContext
  readonly universe: readonly string[]
  /** The served batch, with which the parts are compared; undefined before the first scan. */
  readonly previousBatch: Batch | undefined
  /** Whether to continue regardless of the number of failures. */
  readonly acceptFailures: boolean
  readonly log?: ((line: string) => void) | undefined
}

/** Name of a scan for its stored parts: all inputs of the result except the time. */
const scanName = (
  { tradingDay, chains, tone, commission }: ScanContext,
  universe: readonly string[],
): string => {
  const trend = tone?.sixMonthTrend?.value ?? 'unknown'
  const contents = [config.version, chains, trend, commission ?? 'usual', partVersion, partSize]
  return [tradingDay, ...contents, universe.length, hashText(universe.join(' '))].join('/')
}

const failuresOf = ({ failures }: PartResult): number =>
  failures.filter(({ kind }) => kind === 'source').length

/** Results of the parts, in the order of the universe, without parts that were not processed. */
export const scanParts = async (input: PartsInput): Promise<PartResult[]> => {
  const { market, batches, pool, context, universe, previousBatch, acceptFailures, log } = input
  const name = scanName(context, universe)
  const partCount = Math.ceil(universe.length / partSize)
  const symbolsOf = (part: number) => universe.slice(part * partSize, (part + 1) * partSize)
  const results: (PartResult | undefined)[] = Array.from({ length: partCount }, () => undefined)
  const now = market.now().getTime()
  for (const { part, body } of await batches.parts(name)) {
    const { at: storedAt, found: result } = body as StoredPart
    if (part < partCount && Math.abs(now - storedAt) <= maxResumeAgeMs) results[part] = result
  }
  const pendingParts = results.flatMap((result, part) => (result ? [] : [part]))
  if (pendingParts.length < partCount)
    log?.(
      `scan of ${context.tradingDay}: ${partCount - pendingParts.length} of ${partCount} parts were stored`,
    )

  let failures = 0
  const shouldStop = () => !acceptFailures && hasTooManyFailures(failures, universe.length)
  const worker = async (): Promise<void> => {
    for (let part = pendingParts.shift(); part !== undefined && !shouldStop(); part = pendingParts.shift()) {
      const symbols = symbolsOf(part)
      try {
        const result = addLostSymbols(await pool.scanPart(context, symbols), symbols, previousBatch)
        results[part] = result
        failures += failuresOf(result)
        // A part with failures is not stored: the next scan repeats it.
        const body: StoredPart = { at: market.now().getTime(), found: result }
        if (failuresOf(result) === 0) await batches.keepPart(name, { part, body })
      } catch (error) {
        // The part was processed, but not stored. If the store is down, publishing fails as well.
        if (results[part]) continue
        results[part] = failedPart(symbols, error)
        failures += symbols.length
      }
    }
  }
  await Promise.all(Array.from({ length: pool.width }, worker))
  return results.filter((result) => result !== undefined)
}

/** Adds failures for symbols that have less data than in the previous batch. */
const addLostSymbols = (
  result: PartResult,
  symbols: readonly string[],
  previousBatch: Batch | undefined,
): PartResult => {
  const lost = lostSymbols(previousBatch, symbols, result)
  if (lost.length === 0) return result
  const lostSymbolNames = new Set(lost.map(({ symbol }) => symbol))
  return {
    ...result,
    failures: [...result.failures.filter(({ symbol }) => !lostSymbolNames.has(symbol)), ...lost],
  }
}

/** The result of a part that could not be processed: every symbol is a failure. */
const failedPart = (symbols: readonly string[], error: unknown): PartResult => ({
  ...emptyPartResult(),
  failures: symbols.map((symbol) => ({ symbol, reason: errorMessage(error), kind: 'source' })),
})
