/**
 * Marks the contracts of the chain that fill cells of the displayed grid. The chain response has
 * such marks too, but computes them without the user's position, on which the displayed grid
 * depends. Also displays each contract at its newest quote, and How's contract with the figures of its card.
 */
import type { WireChainOption, WireChainRow } from '#contract/responses/chain.ts'
import type { OptionQuote } from '#contract/feed.ts'
import type { WireIncome, WireIncomeOption } from '#contract/responses/income.ts'
import { latestQuote } from '#app/state/latest-quote.ts'
import { returnAt } from '#app/state/quoted-income.ts'

/**
 * Grid cells by the OSI symbol of the contract that fills them; an alternative does not fill its
 * cell.
 */
export type CellsByContract = ReadonlyMap<string, NonNullable<WireChainOption['cell']>>

export const cellsByContract = ({ callOptimals, putOptimals }: WireIncome): CellsByContract =>
  new Map(
    [...callOptimals, ...putOptimals].map(({ id, timeframe, riskProfile }) => [
      id,
      { timeframe, riskProfile },
    ]),
  )

/**
 * Returns the rows with the given cells. An unchanged row is the same object, so that it does not
 * render again.
 */
export function markGridCells(rows: readonly WireChainRow[], cells: CellsByContract): WireChainRow[] {
  const withCell = (option: WireChainOption | null) => {
    const cell = (option && cells.get(option.id)) ?? null
    const isSame =
      cell?.timeframe === option?.cell?.timeframe && cell?.riskProfile === option?.cell?.riskProfile
    return option && !isSame ? { ...option, cell } : option
  }
  return rows.map((row) => {
    const [call, put] = [withCell(row.call), withCell(row.put)]
    return call === row.call && put === row.put ? row : { ...row, call, put }
  })
}

/** Prices and time of the figures in the rows. */
export type ChainQuotes = {
  /** Time of the quotes in the rows, ISO 8601; null if unknown. */
  asOf: string | null
  /** Price of the underlying that the returns in the rows were computed with; null if unknown. */
  computedPrice: number | null
  /** Current price of the underlying; null if unknown, then returns do not change. */
  price: number | null
  /** Dollars per contract; returns are after it. */
  commission: number
}

/** Two returns that differ by less are displayed as the same text. */
const returnTolerance = 5e-7

/**
 * Returns the rows with the newest quote of each contract, and the return at that quote. An unchanged row is the same
 * object, so that it does not render again.
 */
export function quoteRows(
  rows: readonly WireChainRow[],
  quotes: Readonly<Record<string, OptionQuote>>,
  { asOf, computedPrice, price, commission }: ChainQuotes,
): WireChainRow[] {
  const quote = (option: WireChainOption | null, legType: 'Call' | 'Put', strike: number) => {
    if (!option || option.bid === null || option.ask === null) return option
    const { bid, ask } = latestQuote({ bid: option.bid, ask: option.ask }, asOf, quotes[option.id])
    const isSameQuote = bid === option.bid && ask === option.ask
    if (isSameQuote && price === computedPrice) return option
    // A contract without a return cannot be sold. Without a bid there is no price to sell at: the last return stays.
    const isSold = option.return !== null && price !== null && bid > 0 && ask > 0
    const returnRate = isSold ? returnAt({ legType, strike }, { bid, price, commission }) : option.return
    const isSameReturn = Math.abs((returnRate ?? 0) - (option.return ?? 0)) < returnTolerance
    return isSameQuote && isSameReturn ? option : { ...option, bid, ask, return: returnRate }
  }
  return rows.map((row) => {
    const [call, put] = [quote(row.call, 'Call', row.strike), quote(row.put, 'Put', row.strike)]
    return call === row.call && put === row.put ? row : { ...row, call, put }
  })
}

/** Returns the rows with the figures of How's snapshot for its contract; the same array if it is not in them. */
export function quoteContract(rows: WireChainRow[], option: WireIncomeOption | undefined): WireChainRow[] {
  const leg = option?.legType === 'Call' ? 'call' : 'put'
  const index = rows.findIndex((row) => option !== undefined && row[leg]?.id === option.id)
  const row = rows[index]
  const listed = row?.[leg]
  if (!option || !row || !listed) return rows
  const { bid, ask, probability, delta, impliedVolatility, openInterest, volume } = option
  const quoted = {
    bid,
    ask,
    return: option.return,
    probability,
    delta,
    impliedVolatility,
    openInterest,
    volume,
  }
  return rows.with(index, { ...row, [leg]: { ...listed, ...quoted } })
}
