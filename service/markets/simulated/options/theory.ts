/**
 * Theoretical values of the simulated market's options: the surface's volatilities on the forward after
 * dividends, American exercise.
 */
import { addDays, expiryInstant, sessionOpen } from '#service/markets/calendar.ts'
import type { Day, Dividend } from '#service/markets/market.ts'
import { cdf, type FutureDividend, mayExerciseFor, presentValue, putFloor, putPremium } from './american.ts'
import { type Surface, yearsTo } from './volatility.ts'

/** Pricing inputs of one underlying. */
type PricingInputs = {
  readonly surface: Surface
  readonly spot: number
  /** Yearly, continuously compounded, decimal. */
  readonly rate: number
  readonly now: Date
  /** Future dividends, soonest first. */
  readonly dividends: readonly Dividend[]
}

/** Prices of one strike, dollars a share. */
export type Theory = {
  readonly call: number
  readonly put: number
  /** ln(K/F). */
  readonly moneyness: number
  /** Absolute moneyness in standard deviations. */
  readonly distance: number
}

/**
 * Terms of a European option: when it expires, its last day, and the dividends paid until then.
 */
type Horizon = {
  readonly instant: Date
  readonly lastDay: Day
  readonly paidDividends: readonly FutureDividend[]
}

/** European call prices by strike for one horizon, with the inputs that all strikes share. */
function europeanPricing(
  { surface, spot, rate, now }: PricingInputs,
  { instant, lastDay, paidDividends }: Horizon,
) {
  const years = yearsTo(now, instant)
  const discount = Math.exp(-rate * years)
  // The holder of the share receives the dividends until expiry; the holder of the forward does not.
  const forward = (spot - presentValue(paidDividends, rate)) / discount
  const theta = surface.variance(instant, lastDay)
  const call = (strike: number): number => {
    const moneyness = Math.log(strike / forward)
    const deviation = Math.sqrt(surface.smile(theta, moneyness))
    const d1 = -moneyness / deviation + deviation / 2
    return Math.max(0, discount * (forward * cdf(d1) - strike * cdf(d1 - deviation)))
  }
  return { years, discount, forward, theta, call }
}

/** Returns theoretical prices by expiry and strike. */
export function createTheory(inputs: PricingInputs): (expiry: Day) => (strike: number) => Theory {
  const { spot, rate, now, dividends } = inputs
  const futureDividends = dividends.map(({ exDate, amount }) => ({
    years: yearsTo(now, sessionOpen(exDate)),
    amount,
  }))
  // Prices at the last time to exercise a call for each dividend: just before its ex day.
  const pricingBeforeExDays = dividends.map(({ exDate }, i) =>
    europeanPricing(inputs, {
      instant: sessionOpen(exDate),
      lastDay: addDays(exDate, -1),
      paidDividends: futureDividends.slice(0, i),
    }),
  )
  return (expiry) => {
    const paidDividends = futureDividends.slice(0, dividends.filter(({ exDate }) => exDate <= expiry).length)
    const pricing = europeanPricing(inputs, {
      instant: expiryInstant(expiry),
      lastDay: expiry,
      paidDividends,
    })
    const { years, forward, discount, theta } = pricing
    const premium = putPremium({ spot, forward, years, rate, variance: theta })
    return (strike) => {
      const european = pricing.call(strike)
      let call = Math.max(european, spot - strike)
      for (const [i, dividend] of paidDividends.entries())
        if (mayExerciseFor(dividend, strike, paidDividends[i + 1]?.years ?? years, rate))
          call = Math.max(call, pricingBeforeExDays[i]?.call(strike) ?? 0)
      const put = Math.max(0, european - discount * (forward - strike)) + premium(strike)
      const moneyness = Math.log(strike / forward)
      return {
        call,
        put: Math.max(put, putFloor(spot, strike, paidDividends, rate)),
        moneyness,
        distance: Math.abs(moneyness) / Math.sqrt(theta),
      }
    }
  }
}
