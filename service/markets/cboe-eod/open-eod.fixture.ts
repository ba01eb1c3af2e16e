/** Markets of end-of-day files, for tests. */
import { onTestFinished } from 'vitest'
import type { LogFields } from '#service/shared/log.ts'
import { openEodMarket, type EodMarketOptions } from './cboe-eod.ts'
import { csvOf, fileName, temporaryFolder, writeFile, type EodRow } from './eod-files.fixture.ts'

type LogLine = { readonly level: string; readonly event: string; readonly fields: LogFields | undefined }

/** Closed when the test ends. */
export async function openEod(folder: string, options: Partial<EodMarketOptions> = {}) {
  const lines: LogLine[] = []
  const market = await openEodMarket(folder, {
    log: (level, event, fields) => lines.push({ level, event, fields }),
    riskFreeRate: 0.042,
    isWatched: false,
    maxCached: 100,
    ...options,
  })
  onTestFinished(() => market.close())
  return { market, lines }
}

/** A market of one file, of August 20, 2026 by default. */
export async function openRows(
  rows: readonly EodRow[],
  options: { hasCalculations?: boolean } = {},
  day = '2026-08-20',
) {
  const folder = temporaryFolder()
  writeFile(folder, fileName(day), csvOf(rows, options))
  return openEod(folder)
}
