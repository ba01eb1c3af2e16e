/** Short dips and rallies against a trend that both spans agree on, after a quiet day. */
import { config } from '../config.ts'
import { crossesDown, crossesUp, latest, type IndicatorSnapshot } from './reading.ts'
import { rule } from './rule.ts'

const { dipRsi, dipCci, quiet } = config.rules

/** Both trends point one way, and yesterday's range was small for this stock. */
const isCalm = (at: IndicatorSnapshot, side: 'Bullish' | 'Bearish'): boolean => {
  const { bars, last, sixMonth, oneMonth } = at
  if (sixMonth !== side || oneMonth !== side) return false
  const range = bars.high[last - 1]! - bars.low[last - 1]!
  return range < at.atr(quiet.atrPeriod).at(-2)! * quiet.maxRange
}

export const dipRules = [
  rule({
    code: 'rsi-dip',
    side: 'Bullish',
    period: dipRsi.short,
    weight: 1,
    condition: (at) =>
      isCalm(at, 'Bullish') &&
      at.rsi(dipRsi.long).at(-1)! > dipRsi.strong &&
      crossesUp(at.rsi(dipRsi.short), dipRsi.low),
    values: (at) => ({ level: dipRsi.low, value: latest(at.rsi(dipRsi.short)) }),
  }),
  rule({
    code: 'rsi-rally',
    side: 'Bearish',
    period: dipRsi.short,
    weight: 1,
    condition: (at) =>
      isCalm(at, 'Bearish') &&
      at.rsi(dipRsi.long).at(-1)! < dipRsi.weak &&
      crossesDown(at.rsi(dipRsi.short), dipRsi.high),
    values: (at) => ({ level: dipRsi.high, value: latest(at.rsi(dipRsi.short)) }),
  }),
  rule({
    code: 'cci-dip',
    side: 'Bullish',
    period: dipCci.short,
    weight: 1,
    condition: (at) =>
      isCalm(at, 'Bullish') &&
      at.cci(dipCci.long).at(-1)! > dipCci.strength &&
      crossesUp(at.cci(dipCci.short), -dipCci.reach),
    values: (at) => ({ level: -dipCci.reach, value: latest(at.cci(dipCci.short)) }),
  }),
  rule({
    code: 'cci-rally',
    side: 'Bearish',
    period: dipCci.short,
    weight: 1,
    condition: (at) =>
      isCalm(at, 'Bearish') &&
      at.cci(dipCci.long).at(-1)! < -dipCci.strength &&
      crossesDown(at.cci(dipCci.short), dipCci.reach),
    values: (at) => ({ level: dipCci.reach, value: latest(at.cci(dipCci.short)) }),
  }),
]
