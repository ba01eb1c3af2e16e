/** Chart values of a chain: implied volatility by strike and by expiration. */
import type { Chain, ChainExpiry, ChainRow } from '#contract/responses/chain.ts'
import type { RefusalReason } from '#contract/responses/income.ts'
import type { ChartRow } from '#app/ui/charts/chart-data.ts'

/** Number of parts left out of a chart, of all parts, and the distinct reasons. */
export type Omissions = { omittedCount: number; total: number; reasons: readonly RefusalReason[] }

export type StrikeVolatility = { strike: number; call: number | null; put: number | null }

const omissionsOf = (
  parts: readonly { impliedVolatility: number | null; refused: RefusalReason | null }[],
): Omissions => {
  const omitted = parts.filter(({ impliedVolatility }) => impliedVolatility === null)
  const reasons = [...new Set(omitted.flatMap(({ refused }) => refused ?? []))]
  return { omittedCount: omitted.length, total: parts.length, reasons }
}

const volatilityOf = (option: ChainRow['call']): number | null => option?.impliedVolatility ?? null

/**
 * Returns the volatilities of an expiration's usable quotes by strike, and what was left out. Adjusted contracts have
 * separate rows at the same strike without a volatility: the row that has one represents the strike.
 */
export function smileOf({ rows }: Pick<ChainExpiry, 'rows'>): {
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
}: Pick<Chain, 'expiries'>): { expiries: readonly ChainExpiry[]; omissions: Omissions } => ({
  expiries: expiries.filter(({ impliedVolatility }) => impliedVolatility !== null),
  omissions: omissionsOf(expiries),
})
