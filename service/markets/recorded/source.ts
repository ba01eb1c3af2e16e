/** `MARKET=files:<folder>`: recorded chains and bars. */
import { resolve } from 'node:path'
import type { MarketChoice, MarketSource } from '#service/markets/source.ts'
import { blockingFileReader } from './file-reader.ts'
import { openRecordedMarket } from './recorded-market.ts'

/** A scan reads the chain of a symbol twice in a row and never again. */
const scanChainCacheSize = 2

export type RecordedChoice = MarketChoice & { readonly kind: 'files'; readonly folder: string }

export const recordedSource: MarketSource<RecordedChoice> = {
  kind: 'files',
  syntax: 'files:<folder>',
  meaning: 'recorded data; the clock is fixed at its last day',
  opensInWorkers: true,
  parse(value) {
    const folder = /^files:(.+)$/.exec(value)?.[1]
    return folder === undefined ? undefined : { kind: 'files', folder }
  },
  name: ({ folder }) => `files:${resolve(folder)}`,
  open: ({ folder }, { log, purpose }) =>
    openRecordedMarket(folder, {
      log: (line) => log('warn', 'market-file-skipped', { line }),
      // A scan reads in threads of its own.
      ...(purpose === 'scan' && { maxCachedChains: scanChainCacheSize, reader: blockingFileReader(folder) }),
    }),
}
