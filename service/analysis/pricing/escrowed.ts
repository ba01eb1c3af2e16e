/**
 * Cash dividends by the escrowed model: dividends before expiry are set aside as a bond, and only the share
 * less their present value diffuses. Haug, "The Complete Guide to Option Pricing Formulas", 2nd ed., 9.1;
 * QuantLib's `CashDividendModel::Escrowed`.
 */
import type { AmericanTerms, CashDividend } from './terms.ts'

/** The market without the option: spot, rates and dividends. */
export type Carry = Pick<AmericanTerms, 'spot' | 'years' | 'rate' | 'yield' | 'dividends'>

/** The dividends that matter to an option that expires in `years`, by ex-date. */
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
 * Present value of the dividends before expiry, dollars per share. Discounted at the rate less the yield, the
 * growth rate of the share itself, so that the forward is the share's growth less each dividend's.
 */
export const presentValueOf = ({ years, rate, yield: dividendYield, dividends }: Carry): number => {
  let sum = 0
  for (const dividend of dividendsWithin(dividends, years))
    sum += dividend.amount * Math.exp((dividendYield - rate) * dividend.years)
  return sum
}

/**
 * The part of the price that diffuses, dollars per share; not positive if the dividends are worth more than the share.
 */
export const strippedSpot = (carry: Carry): number => carry.spot - presentValueOf(carry)

/**
 * The forward price at expiry, dollars: (S - PV) e^((r - q) T). With a volatility of the stripped spot the price at
 * expiry is lognormal around it, so that probabilities, European prices and `probabilityAbove` follow from it.
 */
export const escrowedForward = (carry: Carry): number =>
  strippedSpot(carry) * Math.exp((carry.rate - carry.yield) * carry.years)
