/**
 * Preloaded into a process (`--import`): registers the source `vendor:<market>`. It is the other market, with a request
 * to the server at `VENDOR` (vendor.ts) before each call. The scan's worker threads preload it too.
 */
import { marketName, openMarket, parseMarket, registerMarket } from '../../../service/markets/registry.ts'

const calls = ['universe', 'profile', 'bars', 'chain', 'quote', 'earnings', 'news', 'volatilityHistory']
const prefix = 'vendor:'

/** The same market, with a request to the vendor before each call. */
const behindVendor = (market) => ({
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

registerMarket({
  kind: 'vendor',
  syntax: 'vendor:<market>',
  meaning: 'another market behind a stand-in of a vendor',
  opensInWorkers: true,
  parse: (value) =>
    value.startsWith(prefix) ? { kind: 'vendor', inner: parseMarket(value.slice(prefix.length)) } : undefined,
  name: ({ inner }) => prefix + marketName(inner),
  open: async ({ inner }, options) => behindVendor(await openMarket(inner, options)),
})
