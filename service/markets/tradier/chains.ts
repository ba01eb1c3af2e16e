/** Option chains, which Tradier returns one expiry a call. */
import { expiryInstant } from '#service/markets/calendar.ts'
import { chainOfContracts } from '#service/markets/kit/chain-of-rows.ts'
import { styleOf } from '#service/markets/kit/symbol-kind.ts'
import type { CurrentPriority } from '#service/markets/kit/rate-budget.ts'
import type { VendorClient } from '#service/markets/kit/vendor-client.ts'
import type { Chain, Contract, Day } from '#service/markets/market.ts'
import { parseOsi } from '#service/markets/osi.ts'
import type { Log } from '#service/shared/log.ts'
import { bookTimeOf, previousCloseOf } from './quotes.ts'
import { ChainSchema, ExpirationsSchema, type OptionRow, type QuoteRow } from './wire.ts'

/**
 * Chain calls under way at once: of all chains that users wait for together, and of the scan's. More would only queue in
 * the rate budget, which serves the calls of users in their order: like this a quote or bars wait for at most these calls.
 */
export const parallelChainCalls = 6

/** Lets a bounded number of calls run at once, in the order of the calls. */
function createCallLimit(limit: number) {
  let running = 0
  const queue: (() => void)[] = []
  return async <Result>(call: () => Promise<Result>): Promise<Result> => {
    if (running >= limit) await new Promise<void>((resolve) => queue.push(resolve))
    running++
    try {
      return await call()
    } finally {
      running--
      queue.shift()?.()
    }
  }
}

export type ChainLoaderParts = {
  readonly client: Pick<VendorClient, 'get'>
  readonly clock: () => Date
  /** Seconds by which the quotes lag the exchange. */
  readonly delayedSeconds: number
  readonly log: Log
}

/** Loads the chain of an underlying, whose quote gives its price. Without listed options the chain is empty. */
export type LoadChain = (
  symbol: string,
  vendorSymbol: string,
  quote: QuoteRow,
  priority: CurrentPriority,
) => Promise<Chain>

export function createChainLoader({ client, clock, delayedSeconds, log }: ChainLoaderParts): LoadChain {
  const limits = { user: createCallLimit(parallelChainCalls), scan: createCallLimit(parallelChainCalls) }

  /** The options of all expiries. If one cannot be loaded, the chain is not: a part would look like all there is. */
  const loadOptions = async (
    symbol: string,
    expiries: readonly Day[],
    priority: CurrentPriority,
  ): Promise<OptionRow[]> => {
    const limited = limits[priority()]
    let hasFailed = false
    const parts = await Promise.all(
      expiries.map((expiration) =>
        limited(async () => {
          if (hasFailed) return []
          try {
            const { options } = await client.get(
              '/v1/markets/options/chains',
              { symbol, expiration },
              ChainSchema,
              priority,
            )
            return options.option
          } catch (error) {
            hasFailed = true
            throw error
          }
        }),
      ),
    )
    return parts.flat()
  }

  return async (symbol, vendorSymbol, quote, priority) => {
    const { expirations } = await client.get(
      '/v1/markets/options/expirations',
      { symbol: vendorSymbol, includeAllRoots: true },
      ExpirationsSchema,
      priority,
    )
    const now = clock()
    const listed = [...new Set(expirations.date)].filter((day) => expiryInstant(day) > now)
    const { contracts, omitted } = contractsOf(await loadOptions(vendorSymbol, listed, priority))
    if (omitted.length > 0)
      log('warn', 'market-contracts-omitted', {
        vendor: 'tradier',
        symbol,
        contracts: omitted.length,
        first: omitted[0],
        expected: 'an option symbol such as AAPL260918C00310000',
      })
    const rows = contracts.map(({ row }) => row)
    const facts = {
      symbol,
      asOf: chainTime(rows, clock().getTime(), delayedSeconds),
      underlyingPrice: underlyingPriceOf(quote),
      style: quote.type === 'index' ? styleOf(`^${vendorSymbol}`) : 'american',
    } as const
    return chainOfContracts(
      facts,
      contracts.map(({ contract }) => contract),
      now,
    )
  }
}

type ReadContract = { readonly contract: Contract; readonly row: OptionRow }

/**
 * The contracts of rows, except those that deliver something other than 100 shares after a corporate action. `omitted` are
 * symbols that cannot be read.
 */
function contractsOf(rows: readonly OptionRow[]): { contracts: ReadContract[]; omitted: string[] } {
  const contracts: ReadContract[] = []
  const omitted: string[] = []
  for (const row of rows) {
    const id = row.symbol.replaceAll(' ', '')
    const osi = parseOsi(id)
    if (!osi) {
      omitted.push(row.symbol)
      continue
    }
    const isStandard = (row.contract_size ?? 100) === 100 && !/\d$/.test(osi.root)
    if (isStandard) contracts.push({ contract: contractOf(id, osi, row), row })
  }
  return { contracts, omitted }
}

const contractOf = (
  id: string,
  { expiry, right, strike }: Pick<Contract, 'expiry' | 'right' | 'strike'>,
  { bid, ask, last, volume, open_interest: openInterest }: OptionRow,
): Contract => ({
  id,
  expiry,
  right,
  strike,
  bid: Math.max(0, bid ?? 0),
  ask: Math.max(0, ask ?? 0),
  last,
  volume,
  openInterest,
})

/** Time of the newest quote: after the close, the quotes are of the close. Without quotes, the time of the call. */
function chainTime(rows: readonly OptionRow[], nowMs: number, delayedSeconds: number): Date {
  let newestMs = 0
  for (const row of rows) newestMs = Math.max(newestMs, bookTimeOf(row), row.trade_date ?? 0)
  return new Date(newestMs > 0 ? Math.min(newestMs, nowMs) : nowMs - delayedSeconds * 1000)
}

/** The last trade's price; without one, the middle of bid and ask, or the previous close. 0 if none is known. */
const underlyingPriceOf = (quote: QuoteRow): number => {
  const { last, bid, ask } = quote
  if (last !== null && last > 0) return last
  if (bid !== null && ask !== null && bid > 0 && ask >= bid) return (bid + ask) / 2
  return previousCloseOf(quote) ?? 0
}
