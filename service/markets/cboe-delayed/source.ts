/** `MARKET=cboe`: Cboe's delayed quotes, for evaluation on the operator's own machine. */
import { readUniverseFile } from '#service/markets/kit/universe-file.ts'
import { addressOf, riskFreeRateOf } from '#service/markets/kit/variables.ts'
import type { MarketChoice, MarketSource } from '#service/markets/source.ts'
import { EnvironmentError } from '#service/shared/environment-error.ts'
import { isLoopbackHost } from '#service/shared/loopback.ts'
import { callsPerMinute, openCboeDelayed } from './cboe-delayed.ts'

export type CboeDelayedChoice = MarketChoice & {
  readonly kind: 'cboe'
  readonly universeFile: string | undefined
  /** Yearly, decimal. */
  readonly riskFreeRate: number
  /** Address instead of Cboe's. */
  readonly baseUrl: string | undefined
}

export const cboeDelayedSource: MarketSource<CboeDelayedChoice> = {
  kind: 'cboe',
  syntax: 'cboe',
  meaning: 'option chains of Cboe, 15 minutes late, without a key: for evaluation on this machine only',
  opensInWorkers: false,
  parse(value, readVariable) {
    if (value !== 'cboe') return undefined
    assertLoopback(readVariable('HOST'))
    return {
      kind: 'cboe',
      universeFile: readVariable('UNIVERSE_FILE'),
      riskFreeRate: riskFreeRateOf(readVariable),
      baseUrl: addressOf(readVariable, 'CBOE_URL'),
    }
  },
  name: () => 'cboe',
  plan: (symbols) => ({
    calls: symbols,
    perMinute: callsPerMinute,
    note: 'One call per symbol has its chain and its price. Cboe publishes no limit; this one is our own.',
  }),
  async open({ universeFile, riskFreeRate, baseUrl }, options) {
    const universe = await readUniverseFile(universeFile, options, 'Cboe')
    return openCboeDelayed({ log: options.log, universe, riskFreeRate, baseUrl })
  },
}

/** Cboe allows no redistribution: only the operator's own machine may see the quotes. */
function assertLoopback(host: string | undefined): void {
  if (host === undefined || isLoopbackHost(host)) return
  throw new EnvironmentError(
    `MARKET=cboe cannot be used with HOST="${host}": Cboe's delayed quotes may not be redistributed. ` +
      'Set HOST to 127.0.0.1 for evaluation, or use a licensed source.',
  )
}
