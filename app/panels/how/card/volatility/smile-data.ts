/** Chart values of a chain: implied volatility by strike and by expiration. */
import type { WireChain, WireChainExpiry, WireChainRow } from '#contract/responses/chain.ts'
import type { RefusalReason } from '#contract/responses/income.ts'
import type { ChartRow } from '#app/ui/charts/chart-data.ts'

/** How many of all quotes or expirations a chart omits, and the distinct reasons. */
export type Omissions = { omittedCount: number; total: number; reasons: readonly RefusalReason[] }

export type StrikeVolatility = { strike: number; call: number | null; put: number | null }

/** Returns which of the quotes or expirations have no implied volatility. */
const omissionsOf = (
  items: readonly { impliedVolatility: number | null; refused: RefusalReason | null }[],
): Omissions => {
  const omitted = items.filter(({ impliedVolatility }) => impliedVolatility === null)
  const reasons = [...new Set(omitted.flatMap(({ refused }) => refused ?? []))]
  return { omittedCount: omitted.length, total: items.length, reasons }
}

const volatilityOf = (option: WireChainRow['call']): number | null => option?.impliedVolatility ?? null

/**
 * Returns the implied volatilities of an expiration's usable quotes by strike, and the omitted
 * quotes. An adjusted contract has its own row, without a volatility, at the strike of a standard
 * contract: the standard row is used.
 */
export function smileOf({ rows }: Pick<WireChainExpiry, 'rows'>): {
  strikes: readonly StrikeVolatility[]
  omissions: Omissions
} {
  const byStrike = new Map<number, StrikeVolatility>()
  for (const { strike, call, put } of rows) {
    const previous = byStrike.get(strike)
    byStrike.set(strike, {
      strike,
      call: volatilityOf(call) ?? previous?.call ?? null,
      put: volatilityOf(put) ?? previous?.put ?? null,
    })
  }
  const strikes = [...byStrike.values()].toSorted((a, b) => a.strike - b.strike)
  const hasVolatility = ({ call, put }: StrikeVolatility) => call !== null || put !== null
  const first = strikes.findIndex(hasVolatility)
  return {
    strikes: first < 0 ? [] : strikes.slice(first, strikes.findLastIndex(hasVolatility) + 1),
    omissions: omissionsOf(rows.flatMap(({ call, put }) => [call, put].filter((option) => option !== null))),
  }
}

/**
 * Returns the points of the smile: puts below the stock price, and calls at and above it. The
 * in-the-money quotes are not drawn, because the service computes the same volatility for the call
 * and the put of a strike. A strike without a usable out-of-the-money quote is a gap.
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

/** Returns the expirations with an at-the-money volatility, and the omitted ones. */
export const termStructureOf = ({
  expiries,
}: Pick<WireChain, 'expiries'>): { expiries: readonly WireChainExpiry[]; omissions: Omissions } => ({
  expiries: expiries.filter(({ impliedVolatility }) => impliedVolatility !== null),
  omissions: omissionsOf(expiries),
})
