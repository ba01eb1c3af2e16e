/**
 * Cash dividends by the escrowed model: dividends before expiry are set aside as a bond, and only the share
 * less their present value diffuses. Haug, "The Complete Guide to Option Pricing Formulas", 2nd ed., 9.1;
 * QuantLib's `CashDividendModel::Escrowed`.
 */
import type { AmericanTerms, CashDividend } from './terms.ts'

/**
 * The terms of the underlying, which do not depend on the option's strike: spot, rates and
 * dividends.
 */
export type Carry = Pick<AmericanTerms, 'spot' | 'years' | 'rate' | 'yield' | 'dividends'>

/**
 * Returns the dividends with an ex-date after now and up to the expiry in `years`, sorted by
 * ex-date.
 */
export const dividendsWithin = (
  dividends: readonly CashDividend[] | undefined,
  years: number,
): readonly CashDividend[] => {
  if (!dividends || dividends.length === 0) return []
  return dividends
    .filter((dividend) => dividend.years > 0 && dividend.years <= years && dividend.amount > 0)
    .toSorted((a, b) => a.years - b.years)
}

/**
 * Present value of the dividends before expiry, dollars per share. They are discounted at the rate
 * less the yield, the growth rate of the share, so that the forward is the grown share price less
 * the grown dividends.
 */
export const dividendPresentValue = ({ years, rate, yield: dividendYield, dividends }: Carry): number => {
  let sum = 0
  for (const dividend of dividendsWithin(dividends, years))
    sum += dividend.amount * Math.exp((dividendYield - rate) * dividend.years)
  return sum
}

/**
 * The part of the price that diffuses, dollars per share: the spot less the present value of the
 * dividends. Zero or negative if the dividends are worth as much as the share or more.
 */
export const strippedSpot = (carry: Carry): number => carry.spot - dividendPresentValue(carry)

/**
 * The forward price at expiry, dollars: (S - PV) e^((r - q) T). The price at expiry is lognormal
 * with this mean and the volatility of the stripped spot, so European prices and probabilities
 * follow from both.
 */
export const escrowedForward = (carry: Carry): number =>
  strippedSpot(carry) * Math.exp((carry.rate - carry.yield) * carry.years)
