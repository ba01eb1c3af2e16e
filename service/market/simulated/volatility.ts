/** Implied volatility of the simulated market: level by day, term structure, smile. One process for chain and history. */
import { daysPerYear } from '#contract/conventions.ts'
import type { Day, VolatilityPoint } from '#service/market/market.ts'
import { hashText, mix, noise } from '#service/market/random.ts'
import { ownSigma } from './bars.ts'
import { earningsMove, nextReport } from './events.ts'
import type { EarningsEvent } from './events.ts'
import type { Entry } from './entry.ts'
import { marketSigma } from './market-factor.ts'
import { ordinal } from './year-path.ts'

/** Days over which the nearest listed expiries blur an earnings bump in the 30-day figure. */
const blur = 14
const thirtyDays = 30 / daysPerYear
/** How fast volatility returns to its long-run level, per year. */
const reversion = 3.5

export type Surface = {
  /** At-the-money implied volatility for a time to expiry in years ending at `expiry`, decimal. */
  atm(years: number, expiry: Day): number
  /** Implied volatility at a log moneyness ln(K/F) with that at-the-money volatility. */
  smile(atm: number, years: number, moneyness: number): number
  /** Constant 30-day maturity, decimal. */
  readonly iv30: number
}

/** The surface after the close of `day`. `report` is the next one not yet priced in, where it is at hand. */
export function surfaceOn(
  seed: number,
  entry: Entry,
  day: Day,
  report = nextReport(seed, entry, day),
): Surface {
  const key = hashText(entry.symbol, seed)
  const at = ordinal(day)
  // Sellers ask for more than what is realised, and more on some days than on others.
  const premium = 1.06 + 0.05 * noise(mix(key, 51), at / 9)
  const short =
    252 * (ownSigma(key, entry, at) ** 2 + (entry.beta * marketSigma(seed, at)) ** 2) * premium * premium
  const long = 1.16 * (entry.ownVolatility ** 2 + (entry.beta * 0.14) ** 2)
  const base = (years: number) =>
    long + ((short - long) * (1 - Math.exp(-reversion * years))) / (reversion * years)
  const bump = (1.05 * earningsMove(entry)) ** 2
  // Index funds have the steepest skew, single stocks the stronger wings.
  const skew = entry.kind === 'stock' ? -0.045 : entry.beta > 0.3 ? -0.085 : 0.01
  const wings = entry.kind === 'stock' ? 0.026 : 0.02

  const daysToReport = report ? ordinal(report.reaction) - at : Number.POSITIVE_INFINITY
  const share = Math.min(1, Math.max(0, (30 + blur / 2 - daysToReport) / blur))
  return {
    atm: (years, expiry) => Math.sqrt(base(years) + (report && report.reaction <= expiry ? bump / years : 0)),
    smile: (atm, years, moneyness) => {
      // Deviations, held at ±4: beyond them nobody knows.
      const x = Math.max(-4, Math.min(4, moneyness / (atm * Math.sqrt(Math.max(years, 1 / daysPerYear)))))
      return atm * Math.max(0.4, 1 + skew * x + wings * x * x)
    },
    iv30: Math.sqrt(base(thirtyDays) + (bump * share) / thirtyDays),
  }
}

/** Daily 30-day implied volatilities of some sessions, oldest first. */
export function volatilityOver(seed: number, entry: Entry, days: readonly Day[]): VolatilityPoint[] {
  let report: EarningsEvent | undefined
  return days.map((day) => {
    if (!report || report.reaction <= day) report = nextReport(seed, entry, day)
    return { day, iv30: Math.round(surfaceOn(seed, entry, day, report).iv30 * 10_000) / 10_000 }
  })
}

/** Years of life left in an option that expires at `instant`, at least a minute. */
export const yearsTo = (now: Date, instant: Date): number =>
  Math.max(60_000, instant.getTime() - now.getTime()) / (daysPerYear * 86_400_000)
