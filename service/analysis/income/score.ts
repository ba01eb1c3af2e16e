/** The score: expected gain per dollar of expected loss. */
import type { Right } from '#service/analysis/pricing/black-scholes.ts'
import { config } from '../config.ts'
import type { Forecast } from './forecast.ts'

/** Expected values at expiry, each at least 0; dollars per share. */
export type Expectation = { readonly gain: number; readonly loss: number }

/**
 * E[max(P&L, 0)] and E[max(-P&L, 0)] at expiry of one option sold at `bid`, the premium carried at the rate. A short put's
 * result is premium - (K - S_T)+. A covered call's is min(S_T, K) - B, where B, the break-even, is the forward (the share
 * carried to expiry, dividends taken off) less the premium.
 */
export const expectationOf = (
  { right, strike, bid }: { readonly right: Right; readonly strike: number; readonly bid: number },
  { forward, discount, undiscountedPut }: Pick<Forecast, 'forward' | 'discount' | 'undiscountedPut'>,
): Expectation => {
  const premium = bid / discount
  const breakeven = right === 'put' ? strike - premium : forward - premium
  // The maximum gain.
  const most = strike - breakeven
  // Called away for no more than it cost: nothing can be gained.
  if (most <= 0) return { gain: 0, loss: undiscountedPut(strike) - most }
  const loss = Math.max(0, undiscountedPut(breakeven))
  return { gain: Math.max(0, most + loss - undiscountedPut(strike)), loss }
}

/**
 * 100 x E[gain] / E[loss], 0 to 250: 100 for a price that is fair under the forecast, at every strike; what cannot lose
 * has 250, what cannot gain 0.
 */
export const rawScoreOf = ({ gain, loss }: Expectation): number =>
  gain <= 0 ? 0 : loss > 0 ? Math.min(config.income.maxScore, (100 * gain) / loss) : config.income.maxScore
