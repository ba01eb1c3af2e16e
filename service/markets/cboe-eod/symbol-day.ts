/** A symbol's day, parsed from its lines. Node only. */
import type { Quote } from '#contract/feed.ts'
import { expiryInstant, sessionClose } from '#service/markets/calendar.ts'
import { compareContracts } from '#service/markets/kit/contract-order.ts'
import { styleOf } from '#service/markets/kit/symbol-kind.ts'
import type { Chain, Contract, Day } from '#service/markets/market.ts'
import { csvFields } from '#service/markets/recorded/read-text.ts'
import type { Columns } from './columns.ts'
import { BrokenLine, contractOfLine, isUnmarkedAdjustment } from './contract-line.ts'
import { pricesOfLine, underlyingPriceOf, type LinePrices } from './underlying-price.ts'

export type SymbolDay = {
  readonly chain: Chain
  /** Undefined if no line of the symbol could be read. */
  readonly quote: Quote | undefined
}

/** Lines of a file with their numbers. */
export type NumberedLine = { readonly text: string; readonly number: number }

/** Milliseconds from the quotes to the close: 15:45, and 12:45 before an early close. */
const quotesBeforeCloseMs = 15 * 60_000

/** The time of the quotes of a day. */
export const quoteTimeOf = (day: Day): Date => new Date(sessionClose(day).getTime() - quotesBeforeCloseMs)

/**
 * Parses the lines of a symbol. Contracts that expired by the close are omitted.
 *
 * @param skip receives each line that cannot be used, with the reason
 */
export function symbolDayOf(
  symbol: string,
  day: Day,
  { columns, lines }: { readonly columns: Columns; readonly lines: Iterable<NumberedLine> },
  skip: (lineNumber: number, problem: string) => void,
): SymbolDay {
  const close = sessionClose(day)
  const contracts = new Map<string, Contract>()
  const prices: { readonly expiry: Day; readonly prices: LinePrices }[] = []
  for (const { text, number } of lines) {
    const fields = csvFields(text)
    const contract = contractOrProblem(columns, fields, day)
    if (typeof contract === 'string') {
      skip(number, contract)
      continue
    }
    prices.push({ expiry: contract.expiry, prices: pricesOfLine(columns, fields) })
    if (isUnmarkedAdjustment(columns, fields) || expiryInstant(contract.expiry) <= close) continue
    if (!contracts.has(contract.id)) contracts.set(contract.id, contract)
  }
  const nearestFirst = prices
    .toSorted((a, b) => (a.expiry < b.expiry ? -1 : a.expiry > b.expiry ? 1 : 0))
    .map((line) => line.prices)
  const price = underlyingPriceOf(nearestFirst)
  const chain: Chain = {
    symbol,
    asOf: quoteTimeOf(day),
    underlyingPrice: price ?? 0,
    style: styleOf(symbol),
    contracts: price === null ? [] : [...contracts.values()].toSorted(compareContracts),
    ...(price === null && { readError: `no line of ${symbol} has a price of the underlying` }),
  }
  return {
    chain,
    quote: price === null ? undefined : quoteOf(symbol, day, nearestFirst[0]?.closing ?? null, price),
  }
}

function contractOrProblem(columns: Columns, fields: readonly string[], day: Day): Contract | string {
  try {
    return contractOfLine(columns, fields, day)
  } catch (error) {
    if (error instanceof BrokenLine) return error.message
    throw error
  }
}

/**
 * The price at the close, or else at 15:45. The file has neither the change nor the volume of the
 * underlying.
 */
const quoteOf = (symbol: string, day: Day, closingPrice: number | null, price: number): Quote => ({
  symbol,
  last: closingPrice ?? price,
  change: null,
  percentageChange: null,
  volume: null,
  time: (closingPrice === null ? quoteTimeOf(day) : sessionClose(day)).toISOString(),
})
