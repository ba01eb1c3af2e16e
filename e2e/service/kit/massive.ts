/** The stand-in of Massive, and the environment of a service that reads it. */
import { standInKey, startStandIn } from '#service/markets/massive/stand-in.fixture.ts'
import type { StandIn, StandInOptions } from '#service/markets/massive/stand-in.fixture.ts'
import type { Variables } from './process.ts'

export type MassiveSite = {
  readonly standIn: StandIn
  /** Names the market, its key and its address. */
  readonly variables: Variables
}

export async function startMassive(options: StandInOptions = {}): Promise<MassiveSite> {
  const standIn = await startStandIn(options)
  return {
    standIn,
    variables: {
      MARKET: 'massive',
      MASSIVE_API_KEY: standInKey,
      MASSIVE_HOST: options.timeframe === 'REAL-TIME' ? 'real-time' : 'delayed',
      MASSIVE_URL: standIn.url,
    },
  }
}
