/** Turns at a level where trading turned before, in the direction of the trend. */
import { config } from '../config.ts'
import { round } from '../rounding.ts'
import { isPullback, type IndicatorSnapshot } from './reading.ts'
import { rule } from './rule.ts'

const { period, bounceAtr } = config.rules

/** How near to a level the bar has to come, and how far from it to close, dollars. */
const reach = (at: IndicatorSnapshot): number => at.atr(period).at(-1)! * bounceAtr
/** The nearest level below the previous close, dollars; NaN without one. */
const support = (at: IndicatorSnapshot): number => at.levels().support[0]?.value ?? Number.NaN
/** The nearest level above the previous close, dollars; NaN without one. */
const resistance = (at: IndicatorSnapshot): number => at.levels().resistance[0]?.value ?? Number.NaN

export const supportResistanceRules = [
  rule({
    code: 'support-bounce',
    side: 'Bullish',
    period,
    weight: 0.5,
    lastBarOnly: true,
    condition: (at) =>
      isPullback(at, 'Bullish') &&
      at.price > at.priceBefore &&
      at.bars.low[at.last]! <= support(at) + reach(at) &&
      at.price >= support(at) + reach(at),
    values: (at) => ({ value: round(support(at), 2), price: round(at.price, 2) }),
  }),
  rule({
    code: 'resistance-rejection',
    side: 'Bearish',
    period,
    weight: 0.5,
    lastBarOnly: true,
    condition: (at) =>
      isPullback(at, 'Bearish') &&
      at.price < at.priceBefore &&
      at.bars.high[at.last]! >= resistance(at) - reach(at) &&
      at.price <= resistance(at) - reach(at),
    values: (at) => ({ value: round(resistance(at), 2), price: round(at.price, 2) }),
  }),
]
