/**
 * American calls on a share with cash dividends and no yield, by the escrowed model.
 *
 * Such a call is exercised just before an ex-date or not at all (Merton 1973). So it is the European call
 * plus a premium P(x) >= 0, x being the logarithm of the diffusing part, which changes at ex-dates only:
 *
 * P_k(x) = max(e^(-r dt) E[P_(k+1)], e^x + future dividends - K - European_k(x))
 *
 * With one dividend that is the formula of Roll, Geske and Whaley. P_k has a kink at the exercise boundary;
 * both sides of it are integrated separately, which avoids the error of a tree.
 */
import { blackPrice, type Terms } from './black-scholes.ts'
import { inverseSqrtTwoPi } from './normal.ts'
import { crossing, panelRule, type Rule } from './gauss-legendre.ts'
import type { CashDividend } from './terms.ts'

/** Standard deviations to either side that count. */
const reach = 5.5
/** The same that a panel of 16 points may span. */
const panel = 6

/** An ex-date at which exercise may pay; `kept` is the value on that day of the dividends from it on. */
type ExDate = { readonly years: number; readonly kept: number }

/**
 * The ex-dates, without those whose dividend is at most the interest on the strike until the next: waiting is
 * better then. Of two almost simultaneous ones the first is kept.
 */
const exDatesOf = (dividends: readonly CashDividend[], terms: Terms): ExDate[] => {
  const { strike, years, rate } = terms
  const dates: ExDate[] = []
  let kept = 0
  let next = years
  for (const dividend of dividends.toReversed()) {
    const wait = next - dividend.years
    kept = dividend.amount + kept * Math.exp((terms.yield - rate) * wait)
    next = dividend.years
    if (dividend.amount <= strike * (1 - Math.exp(-rate * wait))) continue
    if (dates.length > 0 && dates[0]!.years - next < 0.01 * dates[0]!.years) dates.shift()
    dates.unshift({ years: next, kept })
  }
  return dates
}

/** Discounted expectation of the premium after `years`, from x: the sum over the quadrature points. */
const expected = ({ points, weights }: Rule, x: number, terms: Terms, years: number): number => {
  const { rate, volatility } = terms
  const deviation = volatility * Math.sqrt(years)
  const mean = x + (rate - terms.yield - 0.5 * volatility * volatility) * years
  let sum = 0
  for (let i = 0; i < points.length; i++) {
    const z = (points[i]! - mean) / deviation
    if (z > -reach && z < reach) sum += weights[i]! * Math.exp(-0.5 * z * z)
  }
  return (Math.exp(-rate * years) * inverseSqrtTwoPi * sum) / deviation
}

/** The premium at an ex-date, stored in the weights of a quadrature rule. */
const premiumAt = (
  date: ExDate,
  before: number,
  after: ExDate | undefined,
  following: Rule | undefined,
  terms: Terms,
): Rule => {
  const { spot, strike, years, rate, yield: paid, volatility } = terms
  const left = years - date.years
  const middle = Math.log(spot) + (rate - paid - 0.5 * volatility * volatility) * date.years
  const deviation = volatility * Math.sqrt(date.years)
  const growth = Math.exp((rate - paid) * left)
  const discount = Math.exp(-rate * left)
  const held = (x: number): number =>
    after && following ? expected(following, x, terms, after.years - date.years) : 0
  const gain = (x: number): number => {
    const share = Math.exp(x)
    const european = discount * blackPrice('call', share * growth, strike, volatility * Math.sqrt(left))
    return share + date.kept - strike - european
  }
  const low = middle - reach * deviation
  const high = middle + reach * deviation
  const edge = crossing((x) => gain(x) - held(x), low, high, 1e-4 * deviation)
  // Scale of variation of the integrand: of the density from the date before, or of the following premium.
  const narrow = volatility * Math.sqrt(date.years - before)
  const bounds = [edge, high]
  let widest = panel * narrow
  if (after) {
    bounds.unshift(low)
    widest = Math.min(widest, panel * volatility * Math.sqrt(after.years - date.years))
  } else {
    // Shortly before expiry the European call bends sharply at the strike.
    const bend = volatility * Math.sqrt(left)
    const at = Math.log(strike / growth)
    if (bend < narrow)
      for (const x of [at - panel * bend, at, at + panel * bend]) if (x > edge && x < high) bounds.push(x)
    bounds.sort((a, b) => a - b)
  }
  const { points, weights } = panelRule(bounds, widest)
  return {
    points,
    weights: weights.map((weight, i) => weight * (points[i]! < edge ? held : gain)(points[i]!)),
  }
}

/**
 * The early-exercise premium over the European price, dollars per share: exact to quadrature error.
 * `terms.spot` is the diffusing part, `dividends` are in order of their ex-dates and before expiry. The yield
 * must be zero and the rate not negative: then exercise pays above one price and never between ex-dates.
 */
export const exDatePremium = (terms: Terms, dividends: readonly CashDividend[]): number => {
  const dates = exDatesOf(dividends, terms)
  let following: Rule | undefined
  for (let k = dates.length - 1; k >= 0; k--)
    following = premiumAt(dates[k]!, k > 0 ? dates[k - 1]!.years : 0, dates[k + 1], following, terms)
  return following ? Math.max(0, expected(following, Math.log(terms.spot), terms, dates[0]!.years)) : 0
}
