/**
 * Implied volatility of the simulated market: level by day, term structure, smile. Chains and
 * history share it.
 *
 * Implied variance is the expected variance of future bars (which depends on past surprises and
 * returns to its long-run level), plus the jump at earnings, plus a premium. Across strikes the
 * surface is SSVI (Gatheral and Jacquier 2014, Quantitative Finance 14): total variance at log
 * moneyness k
 *
 *     w(k) = theta / 2 (1 + rho phi k + sqrt((phi k + rho)² + 1 - rho²)),  phi = eta / sqrt(theta (1 + theta))
 *
 * which has no butterfly arbitrage if eta (1 + |rho|) <= 2 and no calendar arbitrage if theta, the
 * variance at the money, never falls with time.
 */
import { daysPerYear } from '#contract/responses/conventions.ts'
import type { Day, VolatilityPoint } from '#service/markets/market.ts'
import { hashText, mix, noise } from '#service/markets/random.ts'
import { earningsMove, nextReport } from '#service/markets/simulated/companies/events.ts'
import type { EarningsEvent } from '#service/markets/simulated/companies/events.ts'
import type { SimulatedSymbol } from '#service/markets/simulated/companies/entry.ts'
import { longRunVarianceOf } from '#service/markets/simulated/companies/funds.ts'
import type { SymbolSession } from '#service/markets/simulated/sessions.ts'
import { ordinal, sessionsPerYear } from '#service/markets/simulated/year-path.ts'

/**
 * Days over which earnings variance enters `iv30` gradually, because listed expiries are not 30
 * days away.
 */
const blurDays = 14
/** In years. */
const thirtyDays = 30 / daysPerYear
/** Speed at which variance returns to its long-run level, per year. */
const reversion = 6

export type Surface = {
  /** Variance at the money until the expiry day `expiry`, `years` ahead; never falls with time. */
  variance(years: number, expiry: Day): number
  /** Total variance at a log moneyness ln(K/F); `theta` is the variance at the money. */
  smile(theta: number, moneyness: number): number
  /** Implied volatility at a constant maturity of 30 days, decimal. */
  readonly iv30: number
}

/** Skew `rho` and curvature `eta`: strongest for index funds, reversed for funds with negative beta, low for metals. */
const shapeOf = (entry: SimulatedSymbol): { rho: number; eta: number } => {
  if (entry.kind === 'stock') return { rho: -0.32, eta: 0.6 }
  if (entry.beta < 0) return { rho: 0.45, eta: 0.5 }
  return entry.beta > 0.3 ? { rho: -0.62, eta: 0.6 } : { rho: 0.05, eta: 0.5 }
}

/** Inputs of a day's surface. */
type SurfaceInputs = {
  readonly day: Day
  /** Daily standard deviation of the next session, as known at the close. */
  readonly sigma: number
  /** The next report that prices do not yet include. */
  readonly report: EarningsEvent | undefined
}

function surfaceFrom(
  seed: number,
  entry: SimulatedSymbol,
  { day, sigma, report }: SurfaceInputs,
  longRunVariance: number,
): Surface {
  const dayOrdinal = ordinal(day)
  // The variance risk premium: implied exceeds realised volatility, by an amount that varies with the day.
  const premium = (1.07 + 0.04 * noise(mix(hashText(entry.symbol, seed), 51), dayOrdinal / 9)) ** 2
  const currentLevel = sessionsPerYear * sigma ** 2 * premium
  const longRunLevel = 1.12 * longRunVariance
  /** Variance until `years` ahead, without earnings. */
  const baseVariance = (years: number) =>
    longRunLevel * years + ((currentLevel - longRunLevel) * (1 - Math.exp(-reversion * years))) / reversion
  const earningsVariance = entry.hasPricedReports === false ? 0 : (1.05 * earningsMove(entry)) ** 2
  const daysToReport = report ? ordinal(report.reactionDay) - dayOrdinal : Number.POSITIVE_INFINITY
  const earningsShare = Math.min(1, Math.max(0, (30 + blurDays / 2 - daysToReport) / blurDays))
  const { rho, eta } = shapeOf(entry)
  return {
    variance: (years, expiry) =>
      baseVariance(years) + (report && report.reactionDay <= expiry ? earningsVariance : 0),
    smile: (theta, moneyness) => {
      const scaledMoneyness = (eta * moneyness) / Math.sqrt(theta * (1 + theta))
      return (
        (theta / 2) * (1 + rho * scaledMoneyness + Math.sqrt((scaledMoneyness + rho) ** 2 + 1 - rho * rho))
      )
    },
    iv30: Math.sqrt((baseVariance(thirtyDays) + earningsVariance * earningsShare) / thirtyDays),
  }
}

/** The surface after the close of the session's day. */
export function surfaceOn(seed: number, entry: SimulatedSymbol, { day, running }: SymbolSession): Surface {
  const inputs = { day, sigma: running.sigma, report: nextReport(seed, entry, day) }
  return surfaceFrom(seed, entry, inputs, longRunVarianceOf(entry))
}

/** Daily 30-day implied volatilities of the session's last `count` bars, oldest first. */
export function volatilityOver(
  seed: number,
  entry: SimulatedSymbol,
  { bars, history }: SymbolSession,
  count: number,
): VolatilityPoint[] {
  let report: EarningsEvent | undefined
  const longRunVariance = longRunVarianceOf(entry)
  const firstIndex = Math.max(0, bars.date.length - count)
  return bars.date.slice(firstIndex).map((day, i) => {
    if (!report || report.reactionDay <= day) report = nextReport(seed, entry, day)
    // After a close the next session's standard deviation is known.
    const sigma = history.sigmas[firstIndex + i + 1] as number
    const { iv30 } = surfaceFrom(seed, entry, { day, sigma, report }, longRunVariance)
    return { day, iv30: Math.round(iv30 * 10_000) / 10_000 }
  })
}

/** Years from `now` to `instant`, at least one minute. */
export const yearsTo = (now: Date, instant: Date): number =>
  Math.max(60_000, instant.getTime() - now.getTime()) / (daysPerYear * 86_400_000)
