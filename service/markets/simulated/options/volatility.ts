/**
 * Implied volatility of the simulated market: level by day, term structure, smile. Chains and
 * history share it.
 *
 * Implied variance is the expected variance of future bars (volatility-memory.ts), which depends on
 * the present volatility and returns to its long-run level, with a premium, plus the moves at the
 * reports before the expiry. It grows in the time of variance-time.ts. Across strikes the
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
import { addDays, sessionClose } from '#service/markets/calendar.ts'
import {
  earningsMove,
  type EarningsEvent,
  reportsAfter,
} from '#service/markets/simulated/companies/events.ts'
import type { SimulatedSymbol } from '#service/markets/simulated/companies/entry.ts'
import type { SymbolSession } from '#service/markets/simulated/sessions.ts'
import { type VarianceComponent, varianceForecast } from '#service/markets/simulated/volatility-memory.ts'
import { ordinal } from '#service/markets/simulated/year-path.ts'
import { sessionsBetween } from './variance-time.ts'

/**
 * Days over which earnings variance enters `iv30` gradually, because listed expiries are not 30
 * days away.
 */
const blurDays = 14
const dayMs = 86_400_000
/** In years. */
const thirtyDays = 30 / daysPerYear
/** The reports that a surface prices: those of the longest listed expiries. */
const reportDays = 900
/**
 * Implied over expected volatility. Rare crises raise the expected volatility above that of most
 * months, so that even below 1 implied volatility is above the realised one in most months. Index
 * options have a higher premium than those of companies.
 */
const premiums = { index: 1.02, others: 0.98 }
/** Amplitude by which the premium varies over weeks. */
const premiumAmplitude = 0.04

export type Surface = {
  /**
   * Variance at the money until `instant`, with the reports that prices include by the close of
   * `lastDay`; never falls with time.
   */
  variance(instant: Date, lastDay: Day): number
  /** Total variance at a log moneyness ln(K/F); `theta` is the variance at the money. */
  smile(theta: number, moneyness: number): number
  /** Implied volatility at a constant maturity of 30 days, decimal. */
  readonly iv30: number
}

/** Whether a fund rises and falls with the market, unlike those of metals and bonds. */
const isIndexFund = ({ kind, beta }: SimulatedSymbol): boolean => kind !== 'stock' && Math.abs(beta) > 0.3

/** Skew `rho` and curvature `eta`: strongest for index funds, reversed for funds with negative beta, low for metals. */
const shapeOf = (entry: SimulatedSymbol): { rho: number; eta: number } => {
  if (entry.kind === 'stock') return { rho: -0.32, eta: 0.6 }
  if (entry.beta < 0) return { rho: 0.45, eta: 0.5 }
  return entry.beta > 0.3 ? { rho: -0.62, eta: 0.6 } : { rho: 0.05, eta: 0.5 }
}

/** Inputs of a surface. */
type SurfaceInputs = {
  readonly now: Date
  readonly components: readonly VarianceComponent[]
  /** The index of the next session in `components`. */
  readonly nextSession: number
  /** The reports that prices do not yet include, soonest first. */
  readonly reports: readonly EarningsEvent[]
}

function surfaceFrom(
  seed: number,
  entry: SimulatedSymbol,
  { now, components, nextSession, reports }: SurfaceInputs,
): Surface {
  const nowDays = now.getTime() / dayMs
  const premium =
    (isIndexFund(entry) ? premiums.index : premiums.others) +
    premiumAmplitude * noise(mix(hashText(entry.symbol, seed), 51), nowDays / 9)
  const forecast = varianceForecast(components, nextSession)
  const diffusion = (instant: Date) => premium ** 2 * forecast(sessionsBetween(now, instant))
  const reportVariance = entry.hasPricedReports === false ? 0 : (1.05 * earningsMove(entry)) ** 2
  const [nextReport] = reports
  const daysToReport = nextReport ? ordinal(nextReport.reactionDay) - nowDays : Number.POSITIVE_INFINITY
  const reportShare = Math.min(1, Math.max(0, (30 + blurDays / 2 - daysToReport) / blurDays))
  const { rho, eta } = shapeOf(entry)
  return {
    variance: (instant, lastDay) =>
      diffusion(instant) +
      reportVariance * reports.filter(({ reactionDay }) => reactionDay <= lastDay).length,
    smile: (theta, moneyness) => {
      const scaledMoneyness = (eta * moneyness) / Math.sqrt(theta * (1 + theta))
      return (
        (theta / 2) * (1 + rho * scaledMoneyness + Math.sqrt((scaledMoneyness + rho) ** 2 + 1 - rho * rho))
      )
    },
    get iv30() {
      const thirtyDaysLater = new Date(now.getTime() + 30 * dayMs)
      return Math.sqrt((diffusion(thirtyDaysLater) + reportVariance * reportShare) / thirtyDays)
    },
  }
}

/**
 * The surface at `now`, after the close of the session's day. From the open of the next session on
 * prices include the reports to which it reacts.
 */
export function surfaceOn(
  seed: number,
  entry: SimulatedSymbol,
  { day, bars, running, history }: SymbolSession,
  now: Date,
): Surface {
  const nextSession = bars.date.length
  const reactedDay = now.getTime() < running.open ? day : (history.bars.date[nextSession] as Day)
  const reports = reportsAfter(seed, entry, reactedDay, addDays(reactedDay, reportDays))
  return surfaceFrom(seed, entry, { now, components: history.components, nextSession, reports })
}

/** Daily 30-day implied volatilities of the session's last `count` bars, oldest first. */
export function volatilityOver(
  seed: number,
  entry: SimulatedSymbol,
  { bars, history }: SymbolSession,
  count: number,
): VolatilityPoint[] {
  const firstIndex = Math.max(0, bars.date.length - count)
  const days = bars.date.slice(firstIndex)
  const [firstDay, lastDay] = [days[0], days.at(-1)]
  if (firstDay === undefined || lastDay === undefined) return []
  let reports = reportsAfter(seed, entry, firstDay, addDays(lastDay, 90))
  return days.map((day, i) => {
    reports = reports.filter(({ reactionDay }) => reactionDay > day)
    const inputs = {
      now: sessionClose(day),
      components: history.components,
      nextSession: firstIndex + i + 1,
      reports,
    }
    const { iv30 } = surfaceFrom(seed, entry, inputs)
    return { day, iv30: Math.round(iv30 * 10_000) / 10_000 }
  })
}

/** Years from `now` to `instant`, at least one minute. */
export const yearsTo = (now: Date, instant: Date): number =>
  Math.max(60_000, instant.getTime() - now.getTime()) / (daysPerYear * dayMs)
