/** The points of the volatility charts, from the symbol's chain. Figures are the service's; unknown ones are left out. */
import type { Chain } from '#contract/responses/chain.ts'

/** Implied volatility, yearly decimal, at a strike in dollars. */
export type SmilePoint = { x: number; volatility: number }
/** Implied volatility at the money, yearly decimal, of an expiration `x` calendar days ahead. */
export type TermPoint = SmilePoint & { day: string }

/**
 * The smile of one expiration, lowest strike first. Call and put of a strike have the same volatility, since both are of
 * the smile; strikes without a usable quote are left out.
 */
export function smileOf(chain: Chain, expiryDate: string): SmilePoint[] {
  const rows = chain.expiries.find((expiry) => expiry.expiryDate === expiryDate)?.rows ?? []
  const points = new Map<number, number>()
  for (const { strike, call, put } of rows) {
    const volatility = call?.impliedVolatility ?? put?.impliedVolatility ?? null
    // Contracts that do not deliver 100 shares have rows of their own with the same strike.
    if (volatility !== null && !points.has(strike)) points.set(strike, volatility)
  }
  return [...points].map(([x, volatility]) => ({ x, volatility }))
}

/** The term structure, nearest expiration first; refused expirations are left out. */
export const termStructureOf = ({ expiries }: Chain): TermPoint[] =>
  expiries.flatMap(({ expiryDate, daysUntilExpiry, impliedVolatility }) =>
    impliedVolatility === null
      ? []
      : [{ x: daysUntilExpiry, day: expiryDate, volatility: impliedVolatility }],
  )
