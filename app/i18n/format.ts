/** All formats of numbers and dates; basic-format.ts has the rules and the formats of the first screen. */
import { useTranslation } from '#app/i18n/use-translation.ts'
import { directionOf } from '#contract/text/locales.ts'
import {
  type FormattableNumber,
  basicFormats,
  fixed,
  medium,
  missing,
  type FormattableTime,
  perLocale,
  priceDigits,
  signed,
  tagOf,
  writeDate,
  writeNumber,
} from './basic-format.ts'

const newYork = 'America/New_York'
const dollars: Intl.NumberFormatOptions = {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
}
/** Two decimals under 10 %, one above. */
const percentDigits = (value: number) => (Math.abs(value) < 0.1 ? 2 : 1)

const marks = /[\u200E\u200F\u061C]/g

function makeFormat(locale: string) {
  const rightToLeft = directionOf(locale) === 'rtl'
  const number = (value: FormattableNumber, options: Intl.NumberFormatOptions) =>
    writeNumber(locale, value, options)
  const date = (value: FormattableTime, options: Intl.DateTimeFormatOptions) =>
    writeDate(locale, value, options)
  /**
   * In right-to-left languages the dollar sign stays at the left of the number. Isolating marks keep it and the minus
   * in place: the position in Intl's `231.42 US$` depends on the direction of the surrounding text.
   */
  const money = (value: FormattableNumber, options: Intl.NumberFormatOptions): string => {
    if (!rightToLeft) return number(value, { ...dollars, ...options })
    const text = number(value, options).replaceAll(marks, '')
    if (text === missing) return missing
    const [, minus, amount] = /^(−?)(.*)$/.exec(text) ?? []
    // Compact amounts have words in the language's own direction: `3.5 ترليون $`.
    return /\p{Script=Arabic}|\p{Script=Hebrew}/u.test(text)
      ? `\u2067${text} $\u2069`
      : `\u200E${minus}$${amount}\u200E`
  }
  return {
    ...basicFormats(locale),
    /** Dollars: $1,238.00. */
    money: (value: FormattableNumber) => money(value, fixed(2)),
    /** Dollars per share of stock: $231.42, with four decimals under a dollar. */
    stockPrice: (value: FormattableNumber) => money(value, fixed(priceDigits(value ?? 0))),
    /** Dollars without cents: $22,762. */
    moneyRounded: (value: FormattableNumber) => money(value, fixed(0)),
    /** The smallest change of such a price that is not written as zero. */
    minDisplayedChange: (price: number) => 0.5 / 10 ** priceDigits(price),
    /** Change in dollars, always signed: +2.84. It has as many decimals as `price`, the changed price. */
    change: (value: FormattableNumber, price = 1) =>
      number(value, { ...fixed(priceDigits(price)), ...signed }),
    /** A decimal as percent: 0.0164 → 1.64%; `digits` overrides the rule. */
    percent: (value: FormattableNumber, digits?: number) =>
      number(value, { style: 'percent', ...fixed(digits ?? percentDigits(value ?? 0)) }),
    /** A decimal probability, never 0 % nor 100 %: <1%, 68%, >99%. */
    probability: (value: FormattableNumber) => {
      const text = (edge: number) => number(edge, { style: 'percent', ...fixed(0) })
      if (value == null || !Number.isFinite(value)) return missing
      // The mark keeps the comparison sign at the left of the number, as in every language.
      const mark = rightToLeft ? '\u200E' : ''
      return value < 0.01 ? `${mark}<${text(0.01)}` : value > 0.99 ? `${mark}>${text(0.99)}` : text(value)
    },
    /** Percentage points, always signed, at most one decimal: +5, −2.5. */
    points: (value: FormattableNumber) => number(value, { maximumFractionDigits: 1, ...signed }),
    /** Any number, at most two decimals. */
    number: (value: FormattableNumber) =>
      number(value, { maximumFractionDigits: 2, signDisplay: 'negative' }),
    /** A whole number with group separators. */
    whole: (value: FormattableNumber) => number(value, fixed(0)),
    /** 3.5T, 48.2M. */
    compact: (value: FormattableNumber) => number(value, { notation: 'compact', maximumFractionDigits: 1 }),
    /** $3.5T. */
    moneyCompact: (value: FormattableNumber) =>
      money(value, { notation: 'compact', maximumFractionDigits: 1 }),
    volume: (value: FormattableNumber) => number(value, { notation: 'compact', maximumFractionDigits: 1 }),
    /** Jan 16. */
    dayShort: (value: string | null | undefined) =>
      date(value?.slice(0, 10), { month: 'short', day: 'numeric', timeZone: 'UTC' }),
    /** The month of a day: Nov; in January with the year. */
    month: (value: string | null | undefined) =>
      date(value?.slice(0, 10), {
        month: 'short',
        timeZone: 'UTC',
        ...(value?.slice(5, 7) === '01' && { year: 'numeric' }),
      }),
    /** An instant's day in New York: Nov 12, 2026. */
    dayOf: (value: FormattableTime) => date(value, { ...medium(locale), timeZone: newYork }),
    /** An instant in New York: 16:02. */
    time: (value: FormattableTime) =>
      date(value, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: newYork }),
    /** An instant in New York, to the second: 16:02:09. */
    timeToSecond: (value: FormattableTime) =>
      date(value, {
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        hourCycle: 'h23',
        timeZone: newYork,
      }),
    /** An instant in New York: Fri 16:00. */
    weekdayTime: (value: FormattableTime) =>
      date(value, {
        weekday: 'short',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        timeZone: newYork,
      }),
    /** How long before `now` an instant was: 5 minutes ago, yesterday. */
    ago: (value: FormattableTime, now: FormattableTime) => {
      const seconds = Math.max(0, (+new Date(now ?? NaN) - +new Date(value ?? NaN)) / 1000)
      if (Number.isNaN(seconds)) return missing
      const units = [
        ['day', 86_400],
        ['hour', 3600],
        ['minute', 60],
      ] as const
      const [unit, size] = units.find((row) => seconds >= row[1]) ?? units[2]
      return new Intl.RelativeTimeFormat(tagOf(locale), { numeric: 'auto' }).format(
        -Math.floor(seconds / size),
        unit,
      )
    },
    list: (values: readonly string[]) => new Intl.ListFormat(locale).format(values),
  }
}
export type Format = ReturnType<typeof makeFormat>

/** Returns the formats of a language. */
export const formats = perLocale(makeFormat)

/** The formats of the displayed language. */
export const useFormat = (): Format => formats(useTranslation().i18n.language)
