/** Crossings of a short average of the price over a long one. */
import { config } from '../config.ts'
import { crossesDown, crossesUp, latest, type IndicatorSnapshot } from './reading.ts'
import { rule } from './rule.ts'

const { short, long } = config.rules.cross

/** The short average less the long one at the last two bars, dollars; empty if the history is too short for two. */
const gap = (at: IndicatorSnapshot): Float64Array => {
  if (at.last < long) return new Float64Array()
  const [quick, slow] = [at.average(short), at.average(long)]
  return new Float64Array([quick.at(-2)! - slow.at(-2)!, quick.at(-1)! - slow.at(-1)!])
}

export const movingAverageRules = [
  rule({
    code: 'golden-cross',
    side: 'Bullish',
    period: long,
    weight: 1,
    condition: (at) => crossesUp(gap(at), 0),
    values: (at) => ({ value: latest(at.average(long)) }),
  }),
  rule({
    code: 'death-cross',
    side: 'Bearish',
    period: long,
    weight: 1,
    condition: (at) => crossesDown(gap(at), 0),
    values: (at) => ({ value: latest(at.average(long)) }),
  }),
]
