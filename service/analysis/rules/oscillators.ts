/**
 * Rules for oscillator signals in the direction of the trend: the end of a pullback, or of a rally
 * in a downtrend.
 */
import { config } from '../config.ts'
import { crossesDown, crossesUp, isPullback, latest } from './indicator-snapshot.ts'
import { defineRule } from './rule.ts'

const { period, rsi, cci, williamsR, macd } = config.rules

export const oscillatorRules = [
  defineRule({
    code: 'rsi-turns-up',
    side: 'Bullish',
    period,
    weight: 1,
    condition: (snapshot) => isPullback(snapshot, 'Bullish') && crossesUp(snapshot.rsi(period), rsi[0]),
    values: (snapshot) => ({ level: rsi[0], value: latest(snapshot.rsi(period)) }),
  }),
  defineRule({
    code: 'rsi-turns-down',
    side: 'Bearish',
    period,
    weight: 1,
    condition: (snapshot) => isPullback(snapshot, 'Bearish') && crossesDown(snapshot.rsi(period), rsi[1]),
    values: (snapshot) => ({ level: rsi[1], value: latest(snapshot.rsi(period)) }),
  }),
  defineRule({
    code: 'cci-rises-above-minus-200',
    side: 'Bullish',
    period,
    weight: 1,
    condition: (snapshot) => isPullback(snapshot, 'Bullish') && crossesUp(snapshot.cci(period), -cci),
    values: (snapshot) => ({ level: -cci, value: latest(snapshot.cci(period)) }),
  }),
  defineRule({
    code: 'cci-falls-below-200',
    side: 'Bearish',
    period,
    weight: 1,
    condition: (snapshot) => isPullback(snapshot, 'Bearish') && crossesDown(snapshot.cci(period), cci),
    values: (snapshot) => ({ level: cci, value: latest(snapshot.cci(period)) }),
  }),
  defineRule({
    code: 'williams-r-rises-above-minus-80',
    side: 'Bullish',
    period,
    weight: 1,
    condition: (snapshot) =>
      isPullback(snapshot, 'Bullish') && crossesUp(snapshot.williamsR(period), williamsR[0]),
    values: (snapshot) => ({ level: williamsR[0], value: latest(snapshot.williamsR(period)) }),
  }),
  defineRule({
    code: 'williams-r-falls-below-minus-20',
    side: 'Bearish',
    period,
    weight: 1,
    condition: (snapshot) =>
      isPullback(snapshot, 'Bearish') && crossesDown(snapshot.williamsR(period), williamsR[1]),
    values: (snapshot) => ({ level: williamsR[1], value: latest(snapshot.williamsR(period)) }),
  }),
  defineRule({
    code: 'macd-crosses-above',
    side: 'Bullish',
    period: macd.slow,
    weight: 0.5,
    condition: (snapshot) => isPullback(snapshot, 'Bullish') && crossesUp(snapshot.macdHistogram(), 0),
    values: () => ({}),
  }),
  defineRule({
    code: 'macd-crosses-below',
    side: 'Bearish',
    period: macd.slow,
    weight: 0.5,
    condition: (snapshot) => isPullback(snapshot, 'Bearish') && crossesDown(snapshot.macdHistogram(), 0),
    values: () => ({}),
  }),
]
