/**
 * `MARKET=cboe-eod:<folder>`: Cboe's end-of-day files.
 *
 * The workers of a scan open the market themselves: making the index of a file takes 0.5 to 1.5 s for
 * 300,000 lines and 3 s for the whole market of 1.5 million (two busy cores), blocks the event loop for
 * at most 0.2 s, and uses 20 MB. A symbol of 250 contracts is then read in 2 ms.
 */
import { resolve } from 'node:path'
import { newYorkDay } from '#service/markets/calendar.ts'
import { parseUniverse, riskFreeRateOf } from '#service/markets/kit/variables.ts'
import type { MarketChoice, MarketSource } from '#service/markets/source.ts'
import { openEodMarket } from './cboe-eod.ts'

/** Chains of 1,200 contracts take some 300 kilobytes. A scan reads each symbol once. */
const cachedSymbols = { serve: 400, scan: 2 }

export type CboeEodChoice = MarketChoice & {
  readonly kind: 'cboe-eod'
  readonly folder: string
  /** File with the symbols to scan; undefined for all of the day's file. */
  readonly universeFile: string | undefined
  /** Yearly, decimal. */
  readonly riskFreeRate: number
}

export const cboeEodSource: MarketSource<CboeEodChoice> = {
  kind: 'cboe-eod',
  syntax: 'cboe-eod:<folder>',
  meaning: 'end-of-day files of Cboe DataShop; a new file starts the scan',
  opensInWorkers: true,
  parse(value, readVariable) {
    const folder = /^cboe-eod:(.+)$/.exec(value)?.[1]
    if (folder === undefined) return undefined
    return {
      kind: 'cboe-eod',
      folder,
      universeFile: readVariable('UNIVERSE_FILE'),
      riskFreeRate: riskFreeRateOf(readVariable),
    }
  },
  name: ({ folder }) => `cboe-eod:${resolve(folder)}`,
  async open({ folder, universeFile, riskFreeRate }, { log, purpose, fixedTime, readText }) {
    const universe =
      universeFile === undefined
        ? undefined
        : parseUniverse((await readText?.(universeFile)) ?? '', universeFile)
    return openEodMarket(folder, {
      log,
      riskFreeRate,
      universe,
      isWatched: purpose === 'serve',
      // The workers of a scan read the day of the process that has started it, although a newer file may have arrived.
      through: fixedTime && newYorkDay(fixedTime),
      maxCached: cachedSymbols[purpose],
    })
  },
}
