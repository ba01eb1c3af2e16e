/**
 * The parts of a scan, looked through side by side by a crew. What a part found is kept as soon as it is there: a scan that
 * was killed goes on where it stopped, and one that was refused looks again only where the source had failed.
 */
import { config } from '#service/analysis/config.ts'
import { hashText } from '#service/markets/random.ts'
import type { Market } from '#service/markets/market.ts'
import type { Batch, BatchRepository } from '#service/store/batches.ts'
import { failsTooMuch, lostSince } from './validate-batch.ts'
import { nothingFound, reasonOf, type Crew, type Found, type Night } from './scan-context.ts'

/** Symbols in a part: what is lost where a scan is killed, and what one message carries. */
const partSize = 40
/** What a scan kept is gone on with for so long, on the market's clock; after that the prices are of another time. */
const resumedWithinMs = 2 * 3600_000
/** Which form parts are kept in. */
const partForm = 2

/** A part as it is kept. `at`: the market's time when it was found, milliseconds. */
type KeptPart = { readonly at: number; readonly found: Found }

export type PartsInput = {
  readonly market: Pick<Market, 'now'>
  readonly batches: Pick<BatchRepository, 'parts' | 'keepPart'>
  readonly crew: Crew
  readonly night: Night
  readonly universe: readonly string[]
  /** The batch that is served, by which it is known what is missing; undefined where there is none to compare with. */
  readonly last: Batch | undefined
  /** Go on however much the source fails at. */
  readonly acceptFailures: boolean
  readonly log?: ((line: string) => void) | undefined
}

/** Names a scan by all that what it finds depends on but the time. */
const scanName = ({ tradingDay, chains, tone }: Night, universe: readonly string[]): string => {
  const trend = tone?.sixMonthTrend?.value ?? 'unknown'
  const contents = [config.version, chains, trend, partForm, partSize]
  return [tradingDay, ...contents, universe.length, hashText(universe.join(' '))].join('/')
}

const failuresOf = ({ failures }: Found): number => failures.filter(({ kind }) => kind === 'source').length

/** What every part found, in the universe's order; parts that nobody looked through are left out. */
export const sweepParts = async (input: PartsInput): Promise<Found[]> => {
  const { market, batches, crew, night, universe, last, acceptFailures, log } = input
  const name = scanName(night, universe)
  const count = Math.ceil(universe.length / partSize)
  const symbolsOf = (part: number) => universe.slice(part * partSize, (part + 1) * partSize)
  const founds: (Found | undefined)[] = Array.from({ length: count }, () => undefined)
  const now = market.now().getTime()
  for (const { part, body } of await batches.parts(name)) {
    const { at, found } = body as KeptPart
    if (part < count && Math.abs(now - at) <= resumedWithinMs) founds[part] = found
  }
  const missing = founds.flatMap((found, part) => (found ? [] : [part]))
  if (missing.length < count)
    log?.(`scan of ${night.tradingDay}: ${count - missing.length} of ${count} parts were there`)

  let failures = 0
  const isHopeless = () => !acceptFailures && failsTooMuch(failures, universe.length)
  const work = async (): Promise<void> => {
    for (let part = missing.shift(); part !== undefined && !isHopeless(); part = missing.shift()) {
      const symbols = symbolsOf(part)
      try {
        const found = withLost(await crew.sweep(night, symbols), symbols, last)
        founds[part] = found
        failures += failuresOf(found)
        // What failed is looked at again by the next scan.
        const body: KeptPart = { at: market.now().getTime(), found }
        if (failuresOf(found) === 0) await batches.keepPart(name, { part, body })
      } catch (error) {
        // Where it was the store that failed, publishing fails as well.
        if (founds[part]) continue
        founds[part] = failedPart(symbols, error)
        failures += symbols.length
      }
    }
  }
  await Promise.all(Array.from({ length: crew.width }, work))
  return founds.filter((found) => found !== undefined)
}

const withLost = (found: Found, symbols: readonly string[], last: Batch | undefined): Found => {
  const lost = lostSince(last, symbols, found)
  if (lost.length === 0) return found
  const again = new Set(lost.map(({ symbol }) => symbol))
  return { ...found, failures: [...found.failures.filter(({ symbol }) => !again.has(symbol)), ...lost] }
}

const failedPart = (symbols: readonly string[], error: unknown): Found => ({
  ...nothingFound(),
  failures: symbols.map((symbol) => ({ symbol, reason: reasonOf(error), kind: 'source' })),
})
