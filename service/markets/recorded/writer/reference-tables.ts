/** Reference data while a market is recorded: one row a symbol, kept in memory and written together. Node only. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Day, Earnings, Market, Profile, StockSplit } from '#service/markets/market.ts'
import { dividendsFile, splitsFile } from '#service/markets/recorded/corporate-actions.ts'
import { isRecord, readObject } from '#service/markets/recorded/read-text.ts'
import { companyRow, earningsRow, objectText, recordingText } from './recorded-text.ts'
import { recordingFile } from '#service/markets/recorded/recording.ts'
import { writeWhole } from './write-file.ts'

export type ReferenceTables = {
  /** Whether a recording of that day has the profile, and with it the dividends and splits. */
  hasProfile(symbol: string): boolean
  hasEarnings(symbol: string): boolean
  /** `splits` is undefined if the market does not know them. */
  addProfile(profile: Profile, splits: readonly StockSplit[] | undefined): void
  addEarnings(symbol: string, earnings: Earnings | null): void
  /** Writes the rows so far, and the market's clock. */
  write(): void
}

type Rows = Map<string, unknown>

const rowsOf = (value: unknown): Rows => new Map(isRecord(value) ? Object.entries(value) : [])

/**
 * Opens the tables of a day with the rows that the folder has already.
 *
 * @throws BrokenFile if one of the files cannot be read
 */
export function openReferenceTables(root: string, day: Day, market: Market): ReferenceTables {
  const earningsFile = `reference/earnings-next-asof-${day}.json`
  const companiesFile = `fundamentals-${day}.json`
  const read = (file: string): Record<string, unknown> =>
    existsSync(join(root, file)) ? readObject(root, file) : {}
  const companies = rowsOf(read(companiesFile))
  const earnings = rowsOf(read(earningsFile)['results'])
  const dividends = rowsOf(read(dividendsFile))
  const splits = rowsOf(read(splitsFile))
  const capabilities = market.capabilities()

  return {
    hasProfile(symbol) {
      const row = companies.get(symbol)
      // Rows of other tools have no kind.
      return isRecord(row) && 'kind' in row
    },
    hasEarnings: (symbol) => earnings.has(symbol),
    addProfile(profile, symbolSplits) {
      companies.set(profile.symbol, companyRow(profile))
      if (capabilities.dividends) dividends.set(profile.symbol, profile.dividends)
      if (symbolSplits) splits.set(profile.symbol, symbolSplits)
    },
    addEarnings: (symbol, next) => void earnings.set(symbol, earningsRow(next)),
    write() {
      if (capabilities.dividends) writeWhole(root, dividendsFile, objectText(dividends))
      if (market.splits) writeWhole(root, splitsFile, objectText(splits))
      if (capabilities.earnings) {
        const results = objectText(earnings).trimEnd()
        writeWhole(
          root,
          earningsFile,
          `{"generated_at": "${market.now().toISOString()}", "results": ${results}}\n`,
        )
      }
      const recording = {
        recordedAt: market.now(),
        source: market.source(),
        simulated: market.status().simulated,
        riskFreeRate: market.riskFreeRate(),
        benchmark: market.benchmark(),
        delayedSeconds: market.status().delayedSeconds,
      }
      writeWhole(root, recordingFile, recordingText(recording))
      // Last, because a symbol with this row is not recorded again.
      writeWhole(root, companiesFile, objectText(companies))
    },
  }
}
