/** Preloaded into a process (`--import`): every market call first requests the server at `VENDOR` (vendor.ts). */
import { registerHooks } from 'node:module'

const calls = ['universe', 'profile', 'bars', 'chain', 'quote', 'earnings', 'news', 'volatilityHistory']
const choice = new URL('../../../service/markets/registry.ts', import.meta.url).href

/** The same market, at the end of a line that may be dead. */
export const atVendor = (market) => ({
  ...market,
  ...Object.fromEntries(
    calls.map((call) => [
      call,
      async (symbol = '') => {
        await fetch(`${process.env.VENDOR}/${call}/${encodeURIComponent(symbol)}`)
        return market[call](symbol)
      },
    ]),
  ),
})

const source = `
  import { openMarket as open } from ${JSON.stringify(`${choice}?itself`)}
  import { atVendor } from ${JSON.stringify(import.meta.url)}
  export const openMarket = async (...given) => atVendor(await open(...given))`

registerHooks({
  load: (url, context, next) =>
    url === choice ? { format: 'module', shortCircuit: true, source } : next(url, context),
})
