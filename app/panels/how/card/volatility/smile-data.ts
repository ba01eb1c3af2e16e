/** Chart values of a chain: implied volatility by strike and by expiration. */
import type { Chain, ChainExpiry, ChainRow } from '#contract/responses/chain.ts'
import type { RefusalReason } from '#contract/responses/income.ts'
import type { ChartRow } from '#app/ui/charts/chart-data.ts'

/** Number of parts left out of a chart, of all parts, and the distinct reasons. */
export type LeftOut = { left: number; total: number; reasons: readonly RefusalReason[] }

export type StrikeVolatility = { strike: number; call: number | null; put: number | null }

const leftOutOf = (
  parts: readonly { impliedVolatility: number | null; refused: RefusalReason | null }[],
): LeftOut => {
  const left = parts.filter(({ impliedVolatility }) => impliedVolatility === null)
  const reasons = [...new Set(left.flatMap(({ refused }) => refused ?? []))]
  return { left: left.length, total: parts.length, reasons }
}

const volatilityOf = (option: ChainRow['call']): number | null => option?.impliedVolatility ?? null

/**
 * Returns the volatilities of an expiration's usable quotes by strike, and what was left out. Adjusted contracts have
 * separate rows at the same strike without a volatility: the row that has one represents the strike.
 */
export function smileOf({ rows }: Pick<ChainExpiry, 'rows'>): {
  strikes: readonly StrikeVolatility[]
  leftOut: LeftOut
} {
  const known = new Map<number, StrikeVolatility>()
  for (const { strike, call, put } of rows) {
    const before = known.get(strike)
    known.set(strike, {
      strike,
      call: volatilityOf(call) ?? before?.call ?? null,
      put: volatilityOf(put) ?? before?.put ?? null,
    })
  }
  const strikes = [...known.values()].toSorted((a, b) => a.strike - b.strike)
  const isKnown = ({ call, put }: StrikeVolatility) => call !== null || put !== null
  const first = strikes.findIndex(isKnown)
  return {
    strikes: first < 0 ? [] : strikes.slice(first, strikes.findLastIndex(isKnown) + 1),
    leftOut: leftOutOf(rows.flatMap(({ call, put }) => [call, put].filter((option) => option !== null))),
  }
}

/**
 * The points of the smile: puts below the stock price and calls from it on, the out-of-the-money quotes, because the
 * service's smile gives the call and the put of one strike the same volatility. A strike without a usable
 * out-of-the-money quote is a gap.
 */
export const smileRows = (
  strikes: readonly StrikeVolatility[],
  stockPrice: number | null,
): readonly ChartRow[] =>
  strikes.map(({ strike, call, put }) => ({
    x: strike,
    values: {
      put: stockPrice === null || strike < stockPrice ? put : null,
      call: stockPrice === null || strike >= stockPrice ? call : null,
    },
  }))

/** Returns the at-the-money volatilities by expiration, and what was left out. */
export const termStructureOf = ({
  expiries,
}: Pick<Chain, 'expiries'>): { expiries: readonly ChainExpiry[]; leftOut: LeftOut } => ({
  expiries: expiries.filter(({ impliedVolatility }) => impliedVolatility !== null),
  leftOut: leftOutOf(expiries),
})
