/**
 * Standard errors of the probabilities and of the score of a trade (docs/decisions/0085). They come from the quotes of its
 * expiry: the covariance of the fitted density, the floors of that fit, the forward, and the early-exercise premium. The
 * premium of the sale is known. The error of the volatility forecast is not contained: it is of a model and not of the
 * quotes, and docs/accuracy.md measures it.
 */
import { normalCdf } from '#service/analysis/pricing/normal.ts'
import { config } from '../config.ts'
import type { Candidate } from './candidate.ts'
import type { Forecast } from './forecast.ts'
import { breakevenOf, type Expectation, type Sale } from './score.ts'

/** Standard error of the probability of expiring worthless, and of its complement, 0 to 1. */
export const probabilityErrorOf = ({ contract, expiry }: Candidate): number =>
  expiry.probabilityError(contract.strike)!

/** Derivatives of expected gain and expected loss by the forward. */
type ForwardSlopes = { readonly gain: number; readonly loss: number }

/** The lognormal half of a forecast, times its weight; zero if the forecast has none. */
const realizedHalf = (
  { forward, impliedWeight, realizedVolatility, reportMove }: Forecast,
  years: number,
) => {
  const weight = realizedVolatility === undefined ? 0 : 1 - impliedWeight
  const deviation = Math.hypot((realizedVolatility ?? 0) * Math.sqrt(years), reportMove ?? 0)
  const probabilityAt = (x: number, sign: 1 | -1): number =>
    weight === 0 || !(x > 0)
      ? 0
      : weight * normalCdf(Math.log(x / forward) / deviation + sign * 0.5 * deviation)
  return {
    weight,
    /** The probability below a price: the slope of the put by its strike. */
    strikeSlope: (x: number) => probabilityAt(x, 1),
    /** The slope of the put by the forward. */
    forwardSlope: (x: number) => -probabilityAt(x, -1),
  }
}

/**
 * The quotes determine the implied prices of out-of-the-money options whatever the forward is. A change of the forward
 * moves the realised half, and the break-even of a covered call.
 */
const forwardSlopesOf = (candidate: Candidate, sale: Sale, forecast: Forecast): ForwardSlopes => {
  const { contract, expiry } = candidate
  const breakeven = breakevenOf(sale, forecast)
  const { weight, strikeSlope, forwardSlope } = realizedHalf(forecast, expiry.years)
  if (contract.right === 'put') {
    const loss = forwardSlope(breakeven)
    return { loss, gain: loss - forwardSlope(contract.strike) }
  }
  const impliedSlope = forecast.impliedWeight * (expiry.probabilityBelow(breakeven) ?? 0)
  const loss = impliedSlope + strikeSlope(breakeven) + forwardSlope(breakeven)
  // By parity, the slope of a call is that of the put plus 1.
  return { loss, gain: loss - (weight + forwardSlope(contract.strike)) }
}

/**
 * Standard error of the score of a sale, before rounding. 0 if the score is certain, because no gain or no loss is
 * possible. Above the maximum score, only the part of the error that lowers the score counts.
 *
 * @param sale the option, sold at the scored price, which is taken as known
 * @param expectation result of `expectationOf` for the sale
 */
export const scoreErrorOf = (
  candidate: Candidate,
  sale: Sale,
  forecast: Forecast,
  { gain, loss }: Expectation,
): number => {
  if (!(gain > 0 && loss > 0)) return 0
  const { expiry } = candidate
  const { strike, right } = sale
  const ratio = gain / loss
  const perDollar = 100 / loss
  // The score is 100 gain / loss; the loss is U(break-even), and U(strike) lowers the gain.
  const impliedPerDollar = perDollar * forecast.impliedWeight
  const fitError = expiry.putsError([
    { strike: breakevenOf(sale, forecast), weight: impliedPerDollar * (1 - ratio) },
    { strike, weight: -impliedPerDollar },
  ])!
  const slopes = forwardSlopesOf(candidate, sale, forecast)
  const forwardError = perDollar * (slopes.gain - ratio * slopes.loss) * expiry.forwardError
  const { premiumShareError } = config.surface.earlyExercise
  const exerciseError =
    (impliedPerDollar * premiumShareError * expiry.earlyExercise(right, strike)) / forecast.discount
  const error = Math.hypot(fitError, forwardError, exerciseError)
  return Math.min(error, Math.max(0, config.income.maxScore - 100 * ratio + error))
}
