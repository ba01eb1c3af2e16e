/** Turns of oscillators within a trend: a pullback, or a rally against the trend, that comes to its end. */
import { config } from '../config.ts'
import { crossesDown, crossesUp, isPullback, latest } from './reading.ts'
import { rule } from './rule.ts'

const { period, rsi, cci, williamsR, macd } = config.rules

export const oscillatorRules = [
  rule({
    code: 'rsi-turns-up',
    side: 'Bullish',
    period,
    weight: 1,
    condition: (at) => isPullback(at, 'Bullish') && crossesUp(at.rsi(period), rsi[0]),
    values: (at) => ({ level: rsi[0], value: latest(at.rsi(period)) }),
  }),
  rule({
    code: 'rsi-turns-down',
    side: 'Bearish',
    period,
    weight: 1,
    condition: (at) => isPullback(at, 'Bearish') && crossesDown(at.rsi(period), rsi[1]),
    values: (at) => ({ level: rsi[1], value: latest(at.rsi(period)) }),
  }),
  rule({
    code: 'cci-rises-above-minus-200',
    side: 'Bullish',
    period,
    weight: 1,
    condition: (at) => isPullback(at, 'Bullish') && crossesUp(at.cci(period), -cci),
    values: (at) => ({ level: -cci, value: latest(at.cci(period)) }),
  }),
  rule({
    code: 'cci-falls-below-200',
    side: 'Bearish',
    period,
    weight: 1,
    condition: (at) => isPullback(at, 'Bearish') && crossesDown(at.cci(period), cci),
    values: (at) => ({ level: cci, value: latest(at.cci(period)) }),
  }),
  rule({
    code: 'williams-r-rises-above-minus-80',
    side: 'Bullish',
    period,
    weight: 1,
    condition: (at) => isPullback(at, 'Bullish') && crossesUp(at.williamsR(period), williamsR[0]),
    values: (at) => ({ level: williamsR[0], value: latest(at.williamsR(period)) }),
  }),
  rule({
    code: 'williams-r-falls-below-minus-20',
    side: 'Bearish',
    period,
    weight: 1,
    condition: (at) => isPullback(at, 'Bearish') && crossesDown(at.williamsR(period), williamsR[1]),
    values: (at) => ({ level: williamsR[1], value: latest(at.williamsR(period)) }),
  }),
  rule({
    code: 'macd-crosses-above',
    side: 'Bullish',
    period: macd.slow,
    weight: 0.5,
    condition: (at) => isPullback(at, 'Bullish') && crossesUp(at.momentum(), 0),
    values: () => ({}),
  }),
  rule({
    code: 'macd-crosses-below',
    side: 'Bearish',
    period: macd.slow,
    weight: 0.5,
    condition: (at) => isPullback(at, 'Bearish') && crossesDown(at.momentum(), 0),
    values: () => ({}),
  }),
]
