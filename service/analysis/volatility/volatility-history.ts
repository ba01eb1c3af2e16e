/** Daily implied and realised volatility of the last year. */
import type { DataStatus } from '#contract/responses/resources.ts'
import type { Volatility } from '#contract/responses/volatility.ts'
import { newYorkDay } from '#service/markets/calendar.ts'
import type { Chain, Day, Profile, VolatilityPoint } from '#service/markets/market.ts'
import type { ValidatedBars } from '#service/analysis/bars/validate-bars.ts'
import { config } from '#service/analysis/config.ts'
import { round } from '#service/analysis/rounding.ts'
import { runSteps, type Steps } from '#service/analysis/steps.ts'
import type { PricedExpiry } from '#service/analysis/surface.ts'
import { historicalVolatility } from '#service/analysis/technicals/indicators.ts'
import { createUnknowns } from '#service/analysis/unknown.ts'
import { constantMaturityVolatility, missingVolatilityReason } from './constant-maturity.ts'

export type VolatilityInput = {
  readonly profile: Pick<Profile, 'symbol'>
  readonly bars: ValidatedBars
  /** `undefined` if the symbol has no listed options. */
  readonly chain: Chain | undefined
  readonly expiries: readonly PricedExpiry[]
  readonly volatilities: readonly VolatilityPoint[]
  readonly dataStatus: DataStatus
}

/**
 * Returns the realised volatility of each of the last `window` sessions; empty if the bars are
 * refused or too few.
 */
const realizedOf = ({ date, close }: ValidatedBars): Map<Day, number> => {
  const { window, historicalPeriod } = config.volatilityRank
  const values = historicalVolatility(close, historicalPeriod)
  const volatilityByDay = new Map<Day, number>()
  for (let i = Math.max(0, date.length - window); i < date.length; i++)
    if (Number.isFinite(values[i]!)) volatilityByDay.set(date[i]!, values[i]!)
  return volatilityByDay
}

/**
 * Returns the stored implied volatilities, and `iv30`, the value that Why shows, on the day of the
 * quotes.
 */
const impliedOf = ({ chain, volatilities }: VolatilityInput, iv30: number | undefined): Map<Day, number> => {
  const volatilityByDay = new Map(volatilities.map(({ day, iv30: storedIv30 }) => [day, storedIv30]))
  if (chain && iv30 !== undefined) volatilityByDay.set(newYorkDay(chain.asOf), iv30)
  return volatilityByDay
}

/**
 * Returns the first day of the response: the first of the last `window` bars, or of `days` if there
 * are no bars.
 */
const firstDayOf = ({ date }: ValidatedBars, days: readonly Day[]): Day => {
  const { window } = config.volatilityRank
  const candidateDays = date.length > 0 ? date : days
  return candidateDays[Math.max(0, candidateDays.length - window)] ?? ''
}

/** Returns the complete response from one symbol's data. */
export const analyseVolatility = (input: VolatilityInput): Volatility => runSteps(volatilitySteps(input))

/** `analyseVolatility` as a generator, which yields between steps. */
export function* volatilitySteps(input: VolatilityInput): Steps<Volatility> {
  const { profile, bars, chain, dataStatus } = input
  const iv30 = constantMaturityVolatility(input.expiries)
  yield
  const implied = impliedOf(input, iv30)
  const realized = realizedOf(bars)
  const firstDay = firstDayOf(bars, [...implied.keys()].toSorted())
  const date = [...new Set([...implied.keys(), ...realized.keys()])]
    .filter((day) => day >= firstDay)
    .toSorted()
  const toColumn = (valueByDay: ReadonlyMap<Day, number>) =>
    date.map((day) => {
      const value = valueByDay.get(day)
      return value === undefined ? null : round(value, 4)
    })
  const impliedVolatility = toColumn(implied)
  const realizedVolatility = toColumn(realized)
  const unknowns = createUnknowns()
  /** True or null, so that `valueOrUnknown` records null as unknown. */
  const trueIfKnown = (values: readonly (number | null)[]) => values.some((value) => value !== null) || null
  unknowns.valueOrUnknown(
    'impliedVolatility',
    trueIfKnown(impliedVolatility),
    iv30 === undefined ? missingVolatilityReason(chain, input.expiries, dataStatus) : 'not-given',
  )
  unknowns.valueOrUnknown(
    'realizedVolatility',
    trueIfKnown(realizedVolatility),
    bars.reason ?? 'too-few-bars',
    bars.lastDay,
  )
  return {
    symbol: profile.symbol,
    date,
    impliedVolatility,
    realizedVolatility,
    realizedSessions: config.volatilityRank.historicalPeriod,
    impliedDays: impliedVolatility.filter((value) => value !== null).length,
    impliedDaysNeeded: config.volatilityRank.minStored,
    unknown: unknowns.fields,
    dataStatus,
    messageType: 'SUCCESS',
  }
}
