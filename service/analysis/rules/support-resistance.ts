/** Rules for reversals at a support or resistance level in the direction of the trend. */
import { config } from '../config.ts'
import { round } from '../rounding.ts'
import { isPullback, type IndicatorSnapshot } from './indicator-snapshot.ts'
import { defineRule } from './rule.ts'

const { period, bounceAtr } = config.rules

/**
 * Maximum distance of a bar that touches a level, and minimum distance of its close from the level,
 * dollars.
 */
const tolerance = (snapshot: IndicatorSnapshot): number => snapshot.atr(period).at(-1)! * bounceAtr
/** The nearest level below the previous close, dollars; NaN without one. */
const support = (snapshot: IndicatorSnapshot): number => snapshot.levels().support[0]?.value ?? Number.NaN
/** The nearest level above the previous close, dollars; NaN without one. */
const resistance = (snapshot: IndicatorSnapshot): number =>
  snapshot.levels().resistance[0]?.value ?? Number.NaN

export const supportResistanceRules = [
  defineRule({
    code: 'support-bounce',
    side: 'Bullish',
    period,
    weight: 0.5,
    lastBarOnly: true,
    condition: (snapshot) =>
      isPullback(snapshot, 'Bullish') &&
      snapshot.price > snapshot.previousPrice &&
      snapshot.bars.low[snapshot.index]! <= support(snapshot) + tolerance(snapshot) &&
      snapshot.price >= support(snapshot) + tolerance(snapshot),
    values: (snapshot) => ({ value: round(support(snapshot), 2), price: round(snapshot.price, 2) }),
  }),
  defineRule({
    code: 'resistance-rejection',
    side: 'Bearish',
    period,
    weight: 0.5,
    lastBarOnly: true,
    condition: (snapshot) =>
      isPullback(snapshot, 'Bearish') &&
      snapshot.price < snapshot.previousPrice &&
      snapshot.bars.high[snapshot.index]! >= resistance(snapshot) - tolerance(snapshot) &&
      snapshot.price <= resistance(snapshot) - tolerance(snapshot),
    values: (snapshot) => ({ value: round(resistance(snapshot), 2), price: round(snapshot.price, 2) }),
  }),
]
