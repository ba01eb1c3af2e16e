/**
 * The technical rules of the nightly scan, looked for at the last bar. Pullback rules need a six-month trend in
 * their direction and a one-month trend not against it; the others say in their sentence what they saw.
 */
import type { Rule, Sentiment } from '#contract/ideas.ts'
import { message, renderEnglish, type MessageCode } from '#contract/messages.ts'
import type { Bars, Profile } from '#service/market/market.ts'
import { config } from './config.ts'
import { atr, bollinger, cci, macd, mfi, rsi, sma, williamsR } from './indicators.ts'
import { levelsAround } from './levels.ts'
import { round } from './rounding.ts'
import type { Trends } from './trend.ts'

type RuleCode = MessageCode extends infer C ? (C extends `rule.${infer R}.sentence` ? R : never) : never

/** A rule that fired, with what its sentence names. */
export type Match = { readonly rule: Rule; readonly weight: number }

/** What the rules are looked for in. */
export type RuleInput = {
  readonly profile: Pick<Profile, 'symbol' | 'companyName'>
  readonly bars: Bars
  readonly trends: Trends
}

const crossesUp = (series: Float64Array, level: number): boolean =>
  series.at(-2)! < level && series.at(-1)! >= level
const crossesDown = (series: Float64Array, level: number): boolean =>
  series.at(-2)! > level && series.at(-1)! <= level

const highest = (values: Float64Array, from: number, to: number): number => {
  let top = Number.NEGATIVE_INFINITY
  for (let i = Math.max(0, from); i < to; i++) if (values[i]! > top) top = values[i]!
  return top
}
const lowest = (values: Float64Array, from: number, to: number): number => {
  let bottom = Number.POSITIVE_INFINITY
  for (let i = Math.max(0, from); i < to; i++) if (values[i]! < bottom) bottom = values[i]!
  return bottom
}

/** Every rule that fires on the last bar, bullish and bearish, in the order of this list. */
export const matchRules = ({ profile, bars, trends }: RuleInput): Match[] => {
  const settings = config.rules
  const { close, high, low, volume } = bars
  const last = close.length - 1
  if (last < config.trend.oneMonth.long) return []
  const matches: Match[] = []
  const day = bars.date[last]!
  const price = close[last]!
  const six = trends.sixMonthTrend.sentimentInterpretation
  const one = trends.oneMonthTrend.sentimentInterpretation
  const pullback = (side: Sentiment): boolean => six === side && (one === side || one === 'Neutral')
  const bull = pullback('Bullish')
  const bear = pullback('Bearish')

  const add = (
    code: RuleCode,
    sentiment: 'Bullish' | 'Bearish',
    period: number,
    weight: number,
    values: Record<string, number> = {},
  ): void => {
    const params = { company: profile.companyName, symbol: profile.symbol, date: day, period, ...values }
    // One shape of values serves every rule: a template takes the ones it names.
    const sentenceMessage = { code: `rule.${code}.sentence`, params }
    const reasonMessage = { code: `rule.${code}.reason`, params: { period, ...values } }
    matches.push({
      weight,
      rule: {
        ruleMatch: renderEnglish(message(`rule.${code}.name`, {})),
        sentiment,
        period,
        reason: renderEnglish(reasonMessage),
        sentence: renderEnglish(sentenceMessage),
        code,
        reasonMessage,
        sentenceMessage,
      },
    })
  }
  const value = (series: Float64Array): number => round(series.at(-1)!, 2)

  const { period } = settings
  if (bull || bear) {
    const strength = rsi(close, period)
    if (bull && crossesUp(strength, settings.rsi[0]))
      add('rsi-rises-above-30', 'Bullish', period, 1, { level: settings.rsi[0], value: value(strength) })
    if (bear && crossesDown(strength, settings.rsi[1]))
      add('rsi-falls-below-70', 'Bearish', period, 1, { level: settings.rsi[1], value: value(strength) })
    const channel = cci(bars, period)
    if (bull && crossesUp(channel, -settings.cci))
      add('cci-rises-above-minus-200', 'Bullish', period, 1, { level: -settings.cci, value: value(channel) })
    if (bear && crossesDown(channel, settings.cci))
      add('cci-falls-below-200', 'Bearish', period, 1, { level: settings.cci, value: value(channel) })
    const percent = williamsR(bars, period)
    if (bull && crossesUp(percent, settings.williamsR[0]))
      add('williams-r-rises-above-minus-80', 'Bullish', period, 1, {
        level: settings.williamsR[0],
        value: value(percent),
      })
    if (bear && crossesDown(percent, settings.williamsR[1]))
      add('williams-r-falls-below-minus-20', 'Bearish', period, 1, {
        level: settings.williamsR[1],
        value: value(percent),
      })
    const flow = mfi(bars, period)
    if (bull && crossesUp(flow, settings.mfi[0]))
      add('mfi-rises-above-10', 'Bullish', period, 1, { level: settings.mfi[0], value: value(flow) })
    if (bear && crossesDown(flow, settings.mfi[1]))
      add('mfi-falls-below-90', 'Bearish', period, 1, { level: settings.mfi[1], value: value(flow) })
    const momentum = macd(close, settings.macd.fast, settings.macd.slow, settings.macd.signal).histogram
    if (bull && crossesUp(momentum, 0)) add('macd-crosses-above', 'Bullish', settings.macd.slow, 0.5)
    if (bear && crossesDown(momentum, 0)) add('macd-crosses-below', 'Bearish', settings.macd.slow, 0.5)
  }

  const quietRange = atr(bars, settings.quiet.atrPeriod).at(-2)! * settings.quiet.maxRange
  const quiet = high[last - 1]! - low[last - 1]! < quietRange
  if (quiet && six === one && six !== 'Neutral') {
    const { dipRsi, dipCci } = settings
    const longRsi = rsi(close, dipRsi.long).at(-1)!
    const shortRsi = rsi(close, dipRsi.short)
    if (six === 'Bullish' && longRsi > dipRsi.strong && crossesUp(shortRsi, dipRsi.low))
      add('rsi-dip', 'Bullish', dipRsi.short, 1, { level: dipRsi.low, value: value(shortRsi) })
    if (six === 'Bearish' && longRsi < dipRsi.weak && crossesDown(shortRsi, dipRsi.high))
      add('rsi-rally', 'Bearish', dipRsi.short, 1, { level: dipRsi.high, value: value(shortRsi) })
    const longCci = cci(bars, dipCci.long).at(-1)!
    const shortCci = cci(bars, dipCci.short)
    if (six === 'Bullish' && longCci > dipCci.strength && crossesUp(shortCci, -dipCci.reach))
      add('cci-dip', 'Bullish', dipCci.short, 1, { level: -dipCci.reach, value: value(shortCci) })
    if (six === 'Bearish' && longCci < -dipCci.strength && crossesDown(shortCci, dipCci.reach))
      add('cci-rally', 'Bearish', dipCci.short, 1, { level: dipCci.reach, value: value(shortCci) })
  }

  if (last >= settings.cross.long) {
    const short = sma(close, settings.cross.short)
    const long = sma(close, settings.cross.long)
    const gap = new Float64Array([short.at(-2)! - long.at(-2)!, short.at(-1)! - long.at(-1)!])
    if (crossesUp(gap, 0))
      add('golden-cross', 'Bullish', settings.cross.long, 1, { value: round(long.at(-1)!, 2) })
    if (crossesDown(gap, 0))
      add('death-cross', 'Bearish', settings.cross.long, 1, { value: round(long.at(-1)!, 2) })
  }

  const window = settings.breakout.period
  const usual = sma(volume, window).at(-2)!
  const times = usual > 0 ? volume[last]! / usual : 0
  if (times >= settings.breakout.volume) {
    const top = highest(high, last - window, last)
    const bottom = lowest(low, last - window, last)
    const facts = { price: round(price, 2), volume: round(times, 1) }
    if (six === 'Bullish' && price > top)
      add('breakout', 'Bullish', window, 1, { ...facts, value: round(top, 2) })
    if (six === 'Bearish' && price < bottom)
      add('breakdown', 'Bearish', window, 1, { ...facts, value: round(bottom, 2) })
  }

  const { squeeze } = settings
  if (last >= squeeze.period + squeeze.lookback) {
    const bands = bollinger(close, squeeze.period, squeeze.width)
    const widthAt = (i: number): number => (bands.upper[i]! - bands.lower[i]!) / bands.middle[i]!
    let narrowest = Number.POSITIVE_INFINITY
    let recent = Number.POSITIVE_INFINITY
    for (let i = last - squeeze.lookback; i < last; i++) {
      narrowest = Math.min(narrowest, widthAt(i))
      if (i >= last - squeeze.within) recent = Math.min(recent, widthAt(i))
    }
    if (recent <= narrowest * squeeze.margin) {
      const up = bands.upper[last]!
      const down = bands.lower[last]!
      if (price > up && close[last - 1]! <= bands.upper[last - 1]! && six !== 'Bearish')
        add('squeeze-breaks-up', 'Bullish', squeeze.period, 1, { value: round(up, 2) })
      if (price < down && close[last - 1]! >= bands.lower[last - 1]! && six !== 'Bullish')
        add('squeeze-breaks-down', 'Bearish', squeeze.period, 1, { value: round(down, 2) })
    }
  }

  const year = settings.yearWindow
  if (last >= year - 5) {
    const quietFrom = last - settings.yearQuiet
    const top = highest(high, last - year, last)
    const bottom = lowest(low, last - year, last)
    const facts = { price: round(price, 2), quiet: settings.yearQuiet }
    if (price > top && highest(high, quietFrom, last) < top)
      add('year-high', 'Bullish', year, 1, { ...facts, value: round(top, 2) })
    if (price < bottom && lowest(low, quietFrom, last) > bottom)
      add('year-low', 'Bearish', year, 1, { ...facts, value: round(bottom, 2) })
  }

  if (bull || bear) {
    // Levels as seen from the close before, so that the last bar can have come to them.
    const levels = levelsAround(bars, close[last - 1]!)
    const reach = atr(bars, period).at(-1)! * settings.bounceAtr
    const support = levels.support[0]
    if (
      bull &&
      support &&
      low[last]! <= support.value + reach &&
      price >= support.value + reach &&
      price > close[last - 1]!
    )
      add('support-bounce', 'Bullish', period, 0.5, {
        value: round(support.value, 2),
        price: round(price, 2),
      })
    const resistance = levels.resistance[0]
    if (
      bear &&
      resistance &&
      high[last]! >= resistance.value - reach &&
      price <= resistance.value - reach &&
      price < close[last - 1]!
    )
      add('resistance-rejection', 'Bearish', period, 0.5, {
        value: round(resistance.value, 2),
        price: round(price, 2),
      })
  }

  return matches
}
