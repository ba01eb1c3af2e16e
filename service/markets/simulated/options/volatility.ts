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
import { addDays, daysBetween, sessionClose } from '#service/markets/calendar.ts'
import {
  earningsMove,
  type EarningsEvent,
  reportsAfter,
} from '#service/markets/simulated/companies/events.ts'
import type { SimulatedSymbol } from '#service/markets/simulated/companies/entry.ts'
import type { SymbolSession } from '#service/markets/simulated/sessions.ts'
import { createVarianceForecast } from '#service/markets/simulated/volatility-memory.ts'
import { sessionsBetween } from './variance-time.ts'

/**
 * Days over which earnings variance enters the 30-day volatility gradually, because listed expiries are not 30
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
}

/** Whether a fund rises and falls with the market, unlike those of metals and bonds. */
const isIndexFund = ({ kind, beta }: SimulatedSymbol): boolean => kind !== 'stock' && Math.abs(beta) > 0.3

/** Skew `rho` and curvature `eta`: strongest for index funds, reversed for funds with negative beta, low for metals. */
const shapeOf = (entry: SimulatedSymbol): { rho: number; eta: number } => {
  if (entry.kind === 'stock') return { rho: -0.32, eta: 0.6 }
  if (entry.beta < 0) return { rho: 0.45, eta: 0.5 }
  return entry.beta > 0.3 ? { rho: -0.62, eta: 0.6 } : { rho: 0.05, eta: 0.5 }
}

/** Returns implied over expected volatility by instant. */
function createPremium(seed: number, entry: SimulatedSymbol): (now: number) => number {
  const usual = isIndexFund(entry) ? premiums.index : premiums.others
  const key = mix(hashText(entry.symbol, seed), 51)
  return (now) => usual + premiumAmplitude * noise(key, now / (9 * dayMs))
}

/** Variance that options add for a report. */
const reportVarianceOf = (entry: SimulatedSymbol): number =>
  entry.hasPricedReports === false ? 0 : (1.05 * earningsMove(entry)) ** 2

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
  const forecast = createVarianceForecast(history.components)
  const premium = createPremium(seed, entry)(now.getTime()) ** 2
  const reportVariance = reportVarianceOf(entry)
  const { rho, eta } = shapeOf(entry)
  return {
    variance: (instant, lastDay) =>
      premium * forecast(nextSession, sessionsBetween(now, instant)) +
      reportVariance * reports.filter(({ reactionDay }) => reactionDay <= lastDay).length,
    smile: (theta, moneyness) => {
      const scaledMoneyness = (eta * moneyness) / Math.sqrt(theta * (1 + theta))
      return (
        (theta / 2) * (1 + rho * scaledMoneyness + Math.sqrt((scaledMoneyness + rho) ** 2 + 1 - rho * rho))
      )
    },
  }
}

/** Share of a report's variance in the volatility over 30 days, by days until the reaction to it. */
const reportShare = (daysToReport: number): number =>
  Math.min(1, Math.max(0, (30 + blurDays / 2 - daysToReport) / blurDays))

/**
 * Daily implied volatilities at a constant maturity of 30 days, of the session's last `count` bars,
 * oldest first.
 */
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
  const reports = reportsAfter(seed, entry, firstDay, addDays(lastDay, 90))
  const forecast = createVarianceForecast(history.components)
  const premiumAt = createPremium(seed, entry)
  const reportVariance = reportVarianceOf(entry)
  let reported = 0
  return days.map((day, i) => {
    while (reported < reports.length && (reports[reported] as EarningsEvent).reactionDay <= day) reported++
    const next = reports[reported]
    const close = sessionClose(day)
    const sessions = sessionsBetween(close, new Date(close.getTime() + 30 * dayMs))
    const variance =
      premiumAt(close.getTime()) ** 2 * forecast(firstIndex + i + 1, sessions) +
      (next ? reportVariance * reportShare(daysBetween(day, next.reactionDay)) : 0)
    return { day, iv30: Math.round(Math.sqrt(variance / thirtyDays) * 10_000) / 10_000 }
  })
}

/** Years from `now` to `instant`, at least one minute. */
export const yearsTo = (now: Date, instant: Date): number =>
  Math.max(60_000, instant.getTime() - now.getTime()) / (daysPerYear * dayMs)
