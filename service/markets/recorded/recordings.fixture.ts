/** Folders for recordings, and what is compared between a market and its recording, for tests. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { Market } from '#service/markets/market.ts'

/** Returns a function that names new folders, which are deleted after the tests of the file. */
export function scratchFolders(): () => string {
  const scratchFolder = mkdtempSync(join(tmpdir(), 'writer-'))
  afterAll(() => rmSync(scratchFolder, { recursive: true }))
  return () => join(mkdtempSync(join(scratchFolder, 'data-')), 'recording')
}

/** Everything that a recording keeps of a symbol. */
export const dataOf = async (market: Market, symbol: string) => ({
  profile: await market.profile(symbol),
  bars: await market.bars(symbol),
  chain: await market.chain(symbol),
  quote: await market.quote(symbol),
  earnings: await market.earnings(symbol),
  volatility: await market.volatilityHistory(symbol),
  splits: await market.splits?.(symbol),
})
