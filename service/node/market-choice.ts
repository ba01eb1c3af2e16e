/** MARKET as a market. */
import { EnvironmentError } from './environment.ts'
import type { MarketChoice } from './environment.ts'
import type { Log } from '#service/settings/log.ts'
import { filesMarket } from './files-market/files-market.ts'
import type { Market } from '#service/market/market.ts'
import { simulatedMarket } from '#service/market/simulated/simulated.ts'

/** The simulated market of every embedded default is the same one. */
const seed = 20_260_821

/**
 * `clock`: of the simulated market; recorded data has its own, which stands still.
 *
 * @throws EnvironmentError where the folder holds nothing that can be used
 */
export async function openMarket(
  choice: MarketChoice,
  log: Log,
  clock: () => Date = () => new Date(),
): Promise<Market> {
  if (choice.kind === 'simulated') return simulatedMarket({ seed, clock })
  try {
    return await filesMarket(choice.folder, { log: (line) => log('warn', 'market-file', { line }) })
  } catch (error) {
    throw new EnvironmentError(
      `MARKET="files:${choice.folder}" cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
