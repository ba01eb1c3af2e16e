/** MARKET as a market. */
import { EnvironmentError } from '#service/server/config/environment.ts'
import type { MarketChoice } from '#service/server/config/environment.ts'
import type { Log } from '#service/shared/log.ts'
import { filesMarket } from './recorded/recorded-market.ts'
import type { Market } from './market.ts'
import { simulatedMarket } from './simulated/simulated.ts'

/** The simulated market of every embedded default is the same one. */
const seed = 20_260_821

/** For who opens a market to look through it once, from end to end. */
export type OnceThrough = {
  /** Where the clock of the simulated market stands; recorded data has its own, which stands still. */
  readonly at: Date
}

/** The scan reads a symbol's chain twice and then never again. */
const keptOnceThrough = 2

/** @throws EnvironmentError where the folder holds nothing that can be used */
export async function openMarket(choice: MarketChoice, log: Log, once?: OnceThrough): Promise<Market> {
  if (choice.kind === 'simulated') return simulatedMarket({ seed, ...(once ? { clock: () => once.at } : {}) })
  try {
    return await filesMarket(choice.folder, {
      log: (line) => log('warn', 'market-file-skipped', { line }),
      ...(once ? { keptChains: keptOnceThrough } : {}),
    })
  } catch (error) {
    throw new EnvironmentError(
      `MARKET="files:${choice.folder}" cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
