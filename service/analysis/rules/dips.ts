/**
 * Rules for the end of a short move against the trend, if both trends agree and the previous day
 * was quiet.
 */
import { config } from '../config.ts'
import { crossesDown, crossesUp, latest, type IndicatorSnapshot } from './indicator-snapshot.ts'
import { defineRule } from './rule.ts'

const { dipRsi, dipCci, quiet } = config.rules

/**
 * Whether both trends have the direction of `side` and the range of the previous bar is small for
 * the stock.
 */
const isQuietInTrend = (snapshot: IndicatorSnapshot, side: 'Bullish' | 'Bearish'): boolean => {
  const { bars, index, sixMonth, oneMonth } = snapshot
  if (sixMonth !== side || oneMonth !== side) return false
  const range = bars.high[index - 1]! - bars.low[index - 1]!
  return range < snapshot.atr(quiet.atrPeriod).at(-2)! * quiet.maxRange
}

export const dipRules = [
  defineRule({
    code: 'rsi-dip',
    side: 'Bullish',
    period: dipRsi.short,
    weight: 1,
    condition: (snapshot) =>
      isQuietInTrend(snapshot, 'Bullish') &&
      snapshot.rsi(dipRsi.long).at(-1)! > dipRsi.strong &&
      crossesUp(snapshot.rsi(dipRsi.short), dipRsi.low),
    values: (snapshot) => ({ level: dipRsi.low, value: latest(snapshot.rsi(dipRsi.short)) }),
  }),
  defineRule({
    code: 'rsi-rally',
    side: 'Bearish',
    period: dipRsi.short,
    weight: 1,
    condition: (snapshot) =>
      isQuietInTrend(snapshot, 'Bearish') &&
      snapshot.rsi(dipRsi.long).at(-1)! < dipRsi.weak &&
      crossesDown(snapshot.rsi(dipRsi.short), dipRsi.high),
    values: (snapshot) => ({ level: dipRsi.high, value: latest(snapshot.rsi(dipRsi.short)) }),
  }),
  defineRule({
    code: 'cci-dip',
    side: 'Bullish',
    period: dipCci.short,
    weight: 1,
    condition: (snapshot) =>
      isQuietInTrend(snapshot, 'Bullish') &&
      snapshot.cci(dipCci.long).at(-1)! > dipCci.strength &&
      crossesUp(snapshot.cci(dipCci.short), -dipCci.reach),
    values: (snapshot) => ({ level: -dipCci.reach, value: latest(snapshot.cci(dipCci.short)) }),
  }),
  defineRule({
    code: 'cci-rally',
    side: 'Bearish',
    period: dipCci.short,
    weight: 1,
    condition: (snapshot) =>
      isQuietInTrend(snapshot, 'Bearish') &&
      snapshot.cci(dipCci.long).at(-1)! < -dipCci.strength &&
      crossesDown(snapshot.cci(dipCci.short), dipCci.reach),
    values: (snapshot) => ({ level: dipCci.reach, value: latest(snapshot.cci(dipCci.short)) }),
  }),
]
