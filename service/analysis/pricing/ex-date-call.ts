/**
 * American calls on a share with cash dividends and no yield, by the escrowed model.
 *
 * Such a call is exercised just before an ex-date or not at all (Merton 1973). Its price is that of
 * the European call plus a premium P(x) >= 0, with x the logarithm of the part of the price that
 * diffuses. The premium at ex-date k follows from the one at ex-date k + 1, which is `dt` later:
 *
 * P_k(x) = max(e^(-r dt) E[P_(k+1)], e^x + future dividends - K - European_k(x))
 *
 * With one dividend that is the formula of Roll, Geske and Whaley. P_k has a kink at the exercise
 * boundary; the code integrates both sides of the kink separately, which avoids the error of a
 * tree.
 */
import { blackPrice, type Terms } from './black-scholes.ts'
import { inverseSqrtTwoPi } from './normal.ts'
import { findRoot, panelRule, type QuadratureRule } from './gauss-legendre.ts'
import type { CashDividend } from './terms.ts'

/** Standard deviations beyond which the density is ignored. */
const cutoffDeviations = 5.5
/** Maximum width of a 16-point panel, in standard deviations. */
const panelDeviations = 6

/**
 * An ex-date at which exercise may pay; `futureDividends` is the value, on that day, of this and all later dividends.
 */
type ExDate = { readonly years: number; readonly futureDividends: number }

/**
 * The ex-dates at which exercise may pay: those whose dividend exceeds the interest on the strike
 * until the next ex-date or the expiry. Of two almost simultaneous ex-dates only the earlier is
 * included.
 */
const relevantExDates = (dividends: readonly CashDividend[], terms: Terms): ExDate[] => {
  const { strike, years, rate } = terms
  const dates: ExDate[] = []
  let futureDividends = 0
  let nextYears = years
  for (const dividend of dividends.toReversed()) {
    const yearsToNext = nextYears - dividend.years
    futureDividends = dividend.amount + futureDividends * Math.exp((terms.yield - rate) * yearsToNext)
    nextYears = dividend.years
    if (dividend.amount <= strike * (1 - Math.exp(-rate * yearsToNext))) continue
    if (dates.length > 0 && dates[0]!.years - nextYears < 0.01 * dates[0]!.years) dates.shift()
    dates.unshift({ years: nextYears, futureDividends })
  }
  return dates
}

/**
 * Discounted expectation of the premium `years` later, from x: the sum over the quadrature points.
 */
const expectedPremium = (
  { points, weights }: QuadratureRule,
  x: number,
  terms: Terms,
  years: number,
): number => {
  const { rate, volatility } = terms
  const deviation = volatility * Math.sqrt(years)
  const mean = x + (rate - terms.yield - 0.5 * volatility * volatility) * years
  let sum = 0
  for (let i = 0; i < points.length; i++) {
    const z = (points[i]! - mean) / deviation
    if (z > -cutoffDeviations && z < cutoffDeviations) sum += weights[i]! * Math.exp(-0.5 * z * z)
  }
  return (Math.exp(-rate * years) * inverseSqrtTwoPi * sum) / deviation
}

/**
 * The premium at an ex-date: a quadrature rule whose weights are multiplied by the premium at its
 * points.
 */
const premiumAt = (
  exDate: ExDate,
  previousYears: number,
  next: ExDate | undefined,
  nextPremium: QuadratureRule | undefined,
  terms: Terms,
): QuadratureRule => {
  const { spot, strike, years, rate, yield: dividendYield, volatility } = terms
  const yearsLeft = years - exDate.years
  const middle = Math.log(spot) + (rate - dividendYield - 0.5 * volatility * volatility) * exDate.years
  const deviation = volatility * Math.sqrt(exDate.years)
  const growth = Math.exp((rate - dividendYield) * yearsLeft)
  const discount = Math.exp(-rate * yearsLeft)
  const continuation = (x: number): number =>
    next && nextPremium ? expectedPremium(nextPremium, x, terms, next.years - exDate.years) : 0
  const exerciseGain = (x: number): number => {
    const share = Math.exp(x)
    const european = discount * blackPrice('call', share * growth, strike, volatility * Math.sqrt(yearsLeft))
    return share + exDate.futureDividends - strike - european
  }
  const lower = middle - cutoffDeviations * deviation
  const upper = middle + cutoffDeviations * deviation
  const boundary = findRoot((x) => exerciseGain(x) - continuation(x), lower, upper, 1e-4 * deviation)
  // The integrand varies on the scale of the density since the previous ex-date, or of the next premium if narrower.
  const deviationSincePrevious = volatility * Math.sqrt(exDate.years - previousYears)
  const bounds = [boundary, upper]
  let maxWidth = panelDeviations * deviationSincePrevious
  if (next) {
    bounds.unshift(lower)
    maxWidth = Math.min(maxWidth, panelDeviations * volatility * Math.sqrt(next.years - exDate.years))
  } else {
    // Shortly before expiry the European call bends sharply at the strike.
    const deviationLeft = volatility * Math.sqrt(yearsLeft)
    const logStrike = Math.log(strike / growth)
    if (deviationLeft < deviationSincePrevious)
      for (const x of [
        logStrike - panelDeviations * deviationLeft,
        logStrike,
        logStrike + panelDeviations * deviationLeft,
      ])
        if (x > boundary && x < upper) bounds.push(x)
    bounds.sort((a, b) => a - b)
  }
  const { points, weights } = panelRule(bounds, maxWidth)
  return {
    points,
    weights: weights.map(
      (weight, i) => weight * (points[i]! < boundary ? continuation : exerciseGain)(points[i]!),
    ),
  }
}

/**
 * The early-exercise premium over the European price, dollars per share: exact to quadrature error.
 * `terms.spot` is the diffusing part, `dividends` are in order of their ex-dates and before expiry. The yield
 * must be zero and the rate not negative: then exercise pays above one price and never between ex-dates.
 */
export const exDatePremium = (terms: Terms, dividends: readonly CashDividend[]): number => {
  const exDates = relevantExDates(dividends, terms)
  let premium: QuadratureRule | undefined
  for (let k = exDates.length - 1; k >= 0; k--)
    premium = premiumAt(exDates[k]!, k > 0 ? exDates[k - 1]!.years : 0, exDates[k + 1], premium, terms)
  return premium ? Math.max(0, expectedPremium(premium, Math.log(terms.spot), terms, exDates[0]!.years)) : 0
}
