/**
 * Theoretical values of the simulated market's options: the surface's volatilities on the forward after
 * dividends, American exercise.
 */
import { addDays, expiryInstant, sessionOpen } from '#service/markets/calendar.ts'
import type { Day, Dividend } from '#service/markets/market.ts'
import { cdf, type Coming, mayExerciseFor, presentValue, putFloor, putPremium } from './american.ts'
import { type Surface, yearsTo } from './volatility.ts'

/** Pricing inputs of one underlying. */
type Ground = {
  readonly surface: Surface
  readonly spot: number
  /** Yearly, continuously compounded, decimal. */
  readonly rate: number
  readonly now: Date
  /** Those to come, soonest first. */
  readonly dividends: readonly Dividend[]
}

/** Prices of one strike, dollars a share. */
export type Theory = {
  readonly call: number
  readonly put: number
  /** ln(K/F), and its size in standard deviations. */
  readonly moneyness: number
  readonly distance: number
}

/** What ends at one moment: `years` from now, on the day `last`, when the dividends `paid` have gone. */
type End = { readonly years: number; readonly last: Day; readonly paid: readonly Coming[] }

/** European prices of what ends at one moment. */
function endingAt({ surface, spot, rate }: Ground, { years, last, paid }: End) {
  const discount = Math.exp(-rate * years)
  // The holder of the share receives the dividends until then, the holder of the forward does not.
  const forward = (spot - presentValue(paid, rate)) / discount
  const theta = surface.variance(years, last)
  const call = (strike: number): number => {
    const moneyness = Math.log(strike / forward)
    const deviation = Math.sqrt(surface.smile(theta, moneyness))
    const d1 = -moneyness / deviation + deviation / 2
    return Math.max(0, discount * (forward * cdf(d1) - strike * cdf(d1 - deviation)))
  }
  return { years, discount, forward, theta, call }
}

/** Prices by expiry and strike. */
export function createTheory(ground: Ground): (expiry: Day) => (strike: number) => Theory {
  const { spot, rate, now, dividends } = ground
  const coming = dividends.map(({ exDate, amount }) => ({ years: yearsTo(now, sessionOpen(exDate)), amount }))
  // The last moments at which a call can be exercised for each dividend.
  const exercises = dividends.map(({ exDate }, i) => {
    const { years } = coming[i] as Coming
    return endingAt(ground, { years, last: addDays(exDate, -1), paid: coming.slice(0, i) })
  })
  return (expiry) => {
    const years = yearsTo(now, expiryInstant(expiry))
    const paid = coming.slice(0, dividends.filter(({ exDate }) => exDate <= expiry).length)
    const end = endingAt(ground, { years, last: expiry, paid })
    const { forward, discount, theta } = end
    const premium = putPremium({ spot, forward, years, rate, variance: theta })
    return (strike) => {
      const european = end.call(strike)
      let call = Math.max(european, spot - strike)
      for (const [i, dividend] of paid.entries())
        if (mayExerciseFor(dividend, strike, paid[i + 1]?.years ?? years, rate))
          call = Math.max(call, exercises[i]?.call(strike) ?? 0)
      const put = Math.max(0, european - discount * (forward - strike)) + premium(strike)
      const moneyness = Math.log(strike / forward)
      return {
        call,
        put: Math.max(put, putFloor(spot, strike, paid, rate)),
        moneyness,
        distance: Math.abs(moneyness) / Math.sqrt(theta),
      }
    }
  }
}
