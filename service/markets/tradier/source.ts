/** `MARKET=tradier`: quotes, chains and daily bars of a brokerage account. */
import { readUniverseFile } from '#service/markets/kit/universe-file.ts'
import { addressOf, oneOf, requiredSecret, riskFreeRateOf } from '#service/markets/kit/variables.ts'
import type { MarketChoice, MarketSource } from '#service/markets/source.ts'
import { budgets, type TradierHost } from './limits.ts'
import { openTradierMarket } from './tradier-market.ts'

export type TradierChoice = MarketChoice & {
  readonly kind: 'tradier'
  readonly token: string
  readonly host: TradierHost
  readonly url: string | undefined
  readonly universeFile: string | undefined
  readonly riskFreeRate: number
}

/** Expirations of a symbol, on average over the symbols with options: 6 of small companies, 20 of large ones. */
const averageExpirations = 12
/** Calls of a symbol beside its expirations: quote, history, list of expirations. */
const callsPerSymbol = 3

export const tradierSource: MarketSource<TradierChoice> = {
  kind: 'tradier',
  syntax: 'tradier',
  meaning: 'quotes, chains and daily bars of a Tradier account; needs TRADIER_TOKEN and UNIVERSE_FILE',
  opensInWorkers: false,
  parse: (value, readVariable) =>
    value === 'tradier'
      ? {
          kind: 'tradier',
          token: requiredSecret(
            readVariable,
            'TRADIER_TOKEN',
            'MARKET=tradier needs the access token of a Tradier account, from its API settings',
          ),
          host: oneOf(readVariable, 'TRADIER_HOST', ['production', 'sandbox']),
          url: addressOf(readVariable, 'TRADIER_URL'),
          universeFile: readVariable('UNIVERSE_FILE'),
          riskFreeRate: riskFreeRateOf(readVariable),
        }
      : undefined,
  name: () => 'tradier',
  open: async ({ universeFile, token, host, url, riskFreeRate }, options) =>
    openTradierMarket({
      token,
      host,
      url,
      universe: await readUniverseFile(universeFile, options, 'Tradier'),
      riskFreeRate,
      log: options.log,
    }),
  plan(symbols) {
    const { perMinute } = budgets.production
    return {
      calls: symbols * (callsPerSymbol + averageExpirations),
      perMinute,
      note:
        `a chain is one call per expiration (${averageExpirations} on average assumed), bars one call per symbol; ` +
        `${perMinute} of the 120 calls a minute are spread, the rest is for bursts; the sandbox allows half of it`,
      connections: '1',
    }
  },
}
