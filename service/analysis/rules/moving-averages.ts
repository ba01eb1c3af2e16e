/** Rules for crossings of a short and a long moving average of the price. */
import { config } from '../config.ts'
import { crossesDown, crossesUp, latest, type IndicatorSnapshot } from './indicator-snapshot.ts'
import { defineRule } from './rule.ts'

const { short, long } = config.rules.cross

/**
 * The short average less the long one at the previous and the current bar, dollars; empty with too
 * few bars.
 */
const averageGap = (snapshot: IndicatorSnapshot): Float64Array => {
  if (snapshot.index < long) return new Float64Array()
  const [fast, slow] = [snapshot.average(short), snapshot.average(long)]
  return new Float64Array([fast.at(-2)! - slow.at(-2)!, fast.at(-1)! - slow.at(-1)!])
}

export const movingAverageRules = [
  defineRule({
    code: 'golden-cross',
    side: 'Bullish',
    period: long,
    weight: 1,
    condition: (snapshot) => crossesUp(averageGap(snapshot), 0),
    values: (snapshot) => ({ value: latest(snapshot.average(long)) }),
  }),
  defineRule({
    code: 'death-cross',
    side: 'Bearish',
    period: long,
    weight: 1,
    condition: (snapshot) => crossesDown(averageGap(snapshot), 0),
    values: (snapshot) => ({ value: latest(snapshot.average(long)) }),
  }),
]
