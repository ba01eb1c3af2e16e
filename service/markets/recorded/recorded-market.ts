/**
 * The recorded market: a folder of recorded data. The clock is fixed at the time of the recording, or at the close of its
 * last day. Node only.
 *
 * Layout: `chains-YYYY-MM-DD/SYM.json(.gz)`, `bars-*` (folders of `SYM.csv(.gz)`, or one CSV with a
 * symbol column), `volatility-YYYY-MM-DD/SYM.csv(.gz)`, `fundamentals-*.json`, `universe-meta.json`, and in `reference/`
 * `recording.json`, `dividends.json`, `splits.json`, `earnings-next*.json`, `earnings-calendar*.csv` and
 * `sp500-constituents.csv`. At least chains or bars must be present. writer.ts writes the folder.
 *
 * Bars are returned as recorded. The bars of a symbol may end long before `today()`, so callers
 * check their last day.
 */
import type { Quote } from '#contract/feed.ts'
import { capabilityNames, provides } from '#service/markets/capabilities.ts'
import type { Capabilities, Capability } from '#service/markets/capabilities.ts'
import type { Chain, Market } from '#service/markets/market.ts'
import { noBars } from '#service/markets/no-bars.ts'
import { openBarSets } from './bars.ts'
import { benchmarksOf } from './benchmarks.ts'
import { indexChains } from './chains.ts'
import { createFileReader } from './file-reader.ts'
import type { FileReader } from './file-reader.ts'
import { createFolderState } from './folder-state.ts'
import { nextEarningsOf } from './earnings.ts'
import { lastPriceOf, quoteOf } from './last-price.ts'
import { profileOf } from './profile.ts'
import { openRecordedData, type RecordedData } from './recorded-data.ts'
import { checkReadable } from './read-text.ts'
import { readRecording, type Recording } from './recording.ts'
import { readReference } from './reference.ts'
import { styleOf } from './symbol-kind.ts'
import { openVolatilities } from './volatility.ts'

export type RecordedMarketOptions = {
  /** Receives a message for each skipped file, with the reason. */
  readonly log?: (message: string) => void
  /**
   * Yearly, continuously compounded, decimal; default: that of the recording, otherwise 0.042, from put-call parity in
   * the chains of August 2026.
   */
  readonly riskFreeRate?: number
  /** Number of chains cached in memory; default 400. */
  readonly maxCachedChains?: number
  /** Monotonic clock, milliseconds. */
  readonly elapsed?: () => number
  /** Reads the files that are read after the start; default: with a deadline. */
  readonly reader?: FileReader
}

/**
 * Opens a data folder.
 *
 * @throws Error if the folder cannot be read or contains no usable data
 */
export async function openRecordedMarket(
  folder: string,
  {
    log = () => {},
    riskFreeRate,
    maxCachedChains = 400,
    elapsed = () => performance.now(),
    reader = createFileReader(folder),
  }: RecordedMarketOptions = {},
): Promise<Market> {
  checkReadable(folder)
  const sets = openBarSets(folder, log)
  const chains = indexChains(folder)
  const recording = readRecording(folder, log)
  const reference = readReference(folder, log)
  const volatilities = openVolatilities(folder, reader, log)
  const data = await openRecordedData({ sets, chains, recording, maxCachedChains, reader, elapsed }, log)
  if (!data)
    throw new Error(
      `no usable market data in ${folder}: expected chains-YYYY-MM-DD/SYM.json.gz or bars-*/SYM.csv`,
    )
  const { now, today } = data
  const benchmark = benchmarkOf(data, await data.symbols(), recording)
  const held = {
    chains: chains !== undefined,
    bars: sets.length > 0,
    profiles: reference.companies.size > 0,
    dividends: reference.dividends !== undefined,
    earnings: reference.earnings.reports.size + reference.earnings.next.size > 0,
    volatility: !volatilities.isEmpty,
  }
  // Bars and company data are in memory.
  const chainFolderState = createFolderState(reader, chains ? `chains-${chains.day}` : '.', elapsed)

  return {
    now: () => new Date(now),
    today: () => today,
    status: () => ({
      state: 'closed',
      delayedSeconds: 0,
      simulated: recording?.simulated ?? false,
      asOf: now.toISOString(),
    }),
    source: () => 'recorded',
    capabilities: () => capabilitiesOf(held, chains ? chainFolderState() : 'working'),
    riskFreeRate: () => riskFreeRate ?? recording?.riskFreeRate ?? 0.042,
    benchmark: () => benchmark,
    universe: async () => data.symbols(),
    profile: async (symbol) =>
      (await data.isKnown(symbol)) ? profileOf(symbol, reference, today) : undefined,
    bars: async (symbol) => ((await data.isKnown(symbol)) ? (data.bars(symbol) ?? noBars) : undefined),
    chain: async (symbol) =>
      (await data.isKnown(symbol))
        ? ((await data.chain(symbol)) ?? (await emptyChain(data, symbol)))
        : undefined,
    quote: async (symbol) => ((await data.isKnown(symbol)) ? recordedQuoteOf(data, symbol) : undefined),
    // Recorded prices do not change.
    watch: () => () => {},
    earnings: async (symbol) =>
      (await data.isKnown(symbol)) ? nextEarningsOf(reference.earnings, symbol, today) : null,
    news: async () => [],
    volatilityHistory: async (symbol) => ((await data.isKnown(symbol)) ? volatilities.read(symbol) : []),
    ...(reference.splits && {
      splits: async (symbol: string) => reference.splits?.get(symbol) ?? [],
    }),
    close: async () => data.close(),
  }
}

/** Kinds of data in the folder. A quote is the price of a chain or of a bar. */
function capabilitiesOf(
  held: Readonly<Partial<Record<Capability, boolean>>>,
  chainState: 'working' | 'failing',
): Capabilities {
  const provision = {
    source: 'recorded',
    dataClass: 'end-of-day',
    delayedSeconds: 0,
    isLicensed: false,
    state: 'working',
  } as const
  const names = capabilityNames.filter((name) => (name === 'quotes' ? held.chains || held.bars : held[name]))
  const provided = provides(names, provision)
  return { ...provided, chains: provided.chains && { ...provision, state: chainState } }
}

/**
 * The benchmark of the recording, otherwise the best proxy for the S&P 500, otherwise the first symbol; each only if it
 * has bars.
 */
const benchmarkOf = (
  data: RecordedData,
  symbols: readonly string[],
  recording: Recording | undefined,
): string =>
  benchmarksOf(recording).find((symbol) => data.bars(symbol)) ??
  symbols.find((symbol) => data.bars(symbol)) ??
  'SPY'

async function recordedQuoteOf(data: RecordedData, symbol: string): Promise<Quote | undefined> {
  const recorded = await data.quote(symbol)
  if (recorded !== undefined) return recorded === null ? undefined : { symbol, ...recorded }
  const price = await lastPriceOf(data, symbol)
  return price && quoteOf(symbol, price)
}

/** A chain for a symbol without a readable chain file: the recording does not say whether it has listed options. */
const emptyChain = async (data: RecordedData, symbol: string): Promise<Chain> => ({
  symbol,
  asOf: data.now,
  underlyingPrice: (await lastPriceOf(data, symbol))?.last ?? 0,
  style: styleOf(symbol),
  contracts: [],
  hasNoData: true,
  ...chainErrorIn(data, symbol),
})

const chainErrorIn = (data: RecordedData, symbol: string): Pick<Chain, 'readError'> => {
  const readError = data.chainError(symbol)
  return readError === undefined ? {} : { readError }
}
