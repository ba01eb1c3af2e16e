/** `MARKET=massive`: live data of Massive (formerly Polygon.io), by an API key. */
import {
  addressOf,
  oneOf,
  parseUniverse,
  requiredSecret,
  riskFreeRateOf,
} from '#service/markets/kit/variables.ts'
import type { CallPlan, MarketChoice, MarketSource } from '#service/markets/source.ts'
import { openMassiveMarket } from './massive-market.ts'
import { barsPlan } from './daily-bars.ts'
import { pagesPerChain } from './chains.ts'

/** `real-time` or `delayed`: which quotes the plan includes. */
export type MassiveHost = 'delayed' | 'real-time'

export type MassiveChoice = MarketChoice & {
  readonly kind: 'massive'
  readonly key: string
  readonly host: MassiveHost
  /** Replaces both addresses of Massive: REST at the address, sockets below it. */
  readonly url: string | undefined
  readonly universeFile: string | undefined
  readonly riskFreeRate: number
}

export const massiveSource: MarketSource<MassiveChoice> = {
  kind: 'massive',
  syntax: 'massive',
  meaning: 'Massive (formerly Polygon.io), with the key MASSIVE_API_KEY; delayed or real time',
  opensInWorkers: false,
  parse: (value, variable) =>
    value === 'massive'
      ? {
          kind: 'massive',
          key: requiredSecret(variable, 'MASSIVE_API_KEY', 'the key is on the dashboard of massive.com'),
          host: oneOf(variable, 'MASSIVE_HOST', ['delayed', 'real-time']),
          url: addressOf(variable, 'MASSIVE_URL'),
          universeFile: variable('UNIVERSE_FILE'),
          riskFreeRate: riskFreeRateOf(variable),
        }
      : undefined,
  name: () => 'massive',
  plan: planOf,
  async open({ key, host, url, universeFile, riskFreeRate }, { log, readText }) {
    if (universeFile !== undefined && !readText)
      throw new Error('UNIVERSE_FILE cannot be read here: the process has no files')
    const universe =
      universeFile === undefined || !readText
        ? undefined
        : parseUniverse(await readText(universeFile), universeFile)
    return openMassiveMarket({ key, host, url, universe, riskFreeRate, log })
  },
}

/** The scan reads each symbol's bars, chain, reference data and dividends once. */
function planOf(symbols: number): CallPlan {
  const bars = barsPlan(symbols)
  const calls = bars + symbols * (pagesPerChain + 3)
  return {
    calls,
    perMinute: null,
    note:
      `${bars} calls for bars (after the first scan one a session), ${pagesPerChain} pages of 250 contracts a chain ` +
      'on average, and one each for the company, its dividends and its quote. Paid plans have no limit; the free plan (5 calls a ' +
      'minute) does not suffice. Chains need an options plan.',
    connections: '1 + ceil(contracts / 1000)',
  }
}
