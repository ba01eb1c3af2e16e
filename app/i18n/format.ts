/** All formats of numbers and dates; basic-format.ts has the rules and the formats of the first screen. */
import { useTranslation } from '#app/i18n/use-translation.ts'
import { directionOf } from '#contract/text/locales.ts'
import { basicFormats, perLocale } from './basic-format.ts'
import {
  alwaysSigned,
  exchangeDayShort,
  fixedDecimals,
  formatDate,
  formatNumber,
  type FormattableTime,
  languageTagOf,
  newYork,
  newYorkDay,
  newYorkTime,
  percentDigits,
} from './intl-format.ts'
import { type FormattableNumber, missingValueText, priceDigits } from './number-format.ts'

const dollars: Intl.NumberFormatOptions = {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
}

const directionMarks = /[\u200E\u200F\u061C]/g

function makeFormat(locale: string) {
  const isRightToLeft = directionOf(locale) === 'rtl'
  const number = (value: FormattableNumber, options: Intl.NumberFormatOptions) =>
    formatNumber(locale, value, options)
  const date = (value: FormattableTime, options: Intl.DateTimeFormatOptions) =>
    formatDate(locale, value, options)
  /**
   * Formats dollars. In right-to-left languages direction marks keep the dollar sign and the minus
   * at the left of the number: their position in Intl's `231.42 US$` would depend on the direction
   * of the surrounding text.
   */
  const money = (value: FormattableNumber, options: Intl.NumberFormatOptions): string => {
    if (!isRightToLeft) return number(value, { ...dollars, ...options })
    const text = number(value, options).replaceAll(directionMarks, '')
    if (text === missingValueText) return missingValueText
    const [, minus, amount] = /^(−?)(.*)$/.exec(text) ?? []
    // Compact amounts have words in the language's own direction: `3.5 ترليون $`.
    return /\p{Script=Arabic}|\p{Script=Hebrew}/u.test(text)
      ? `\u2067${text} $\u2069`
      : `\u200E${minus}$${amount}\u200E`
  }
  return {
    ...basicFormats(locale),
    /** Dollars: $1,238.00. */
    money: (value: FormattableNumber) => money(value, fixedDecimals(2)),
    /** Dollars per share of stock: $231.42, with four decimals under a dollar. */
    stockPrice: (value: FormattableNumber) => money(value, fixedDecimals(priceDigits(value ?? 0))),
    /** Dollars without cents: $22,762. */
    moneyRounded: (value: FormattableNumber) => money(value, fixedDecimals(0)),
    /** Dollars, always signed: +$12.40, −$3.10. The sign precedes the dollar sign in every language. */
    signedMoney: (value: FormattableNumber, digits = 2) => {
      if (value == null || !Number.isFinite(value)) return missingValueText
      const size = Math.abs(value)
      const sign = Number(size.toFixed(digits)) === 0 ? '' : value < 0 ? '−' : '+'
      return `${sign}${money(size, fixedDecimals(digits))}`
    },
    /** The smallest change of a stock price that is not displayed as zero, dollars. */
    minDisplayedChange: (price: number) => 0.5 / 10 ** priceDigits(price),
    /** Change in dollars, always signed: +2.84. It has as many decimals as `price`, the changed price. */
    change: (value: FormattableNumber, price = 1) =>
      number(value, { ...fixedDecimals(priceDigits(price)), ...alwaysSigned }),
    /** A decimal as percent: 0.0164 → 1.64%; `digits` overrides the default number of decimals. */
    percent: (value: FormattableNumber, digits?: number) =>
      number(value, { style: 'percent', ...fixedDecimals(digits ?? percentDigits(value ?? 0)) }),
    /** A decimal probability, never 0 % nor 100 %: <1%, 68%, >99%. */
    probability: (value: FormattableNumber) => {
      const text = (limit: number) => number(limit, { style: 'percent', ...fixedDecimals(0) })
      if (value == null || !Number.isFinite(value)) return missingValueText
      // The mark keeps the comparison sign at the left of the number, as in every language.
      const mark = isRightToLeft ? '\u200E' : ''
      return value < 0.01 ? `${mark}<${text(0.01)}` : value > 0.99 ? `${mark}>${text(0.99)}` : text(value)
    },
    /** Percentage points, always signed, at most one decimal: +5, −2.5. */
    points: (value: FormattableNumber) => number(value, { maximumFractionDigits: 1, ...alwaysSigned }),
    /** Any number, at most two decimals. */
    number: (value: FormattableNumber) =>
      number(value, { maximumFractionDigits: 2, signDisplay: 'negative' }),
    /** A whole number with group separators. */
    whole: (value: FormattableNumber) => number(value, fixedDecimals(0)),
    /** A number of shares, with up to four decimals of a fractional share: 250, 12.5. */
    shares: (value: FormattableNumber) =>
      number(value, { maximumFractionDigits: 4, signDisplay: 'negative' }),
    /** 3.5T, 48.2M. */
    compact: (value: FormattableNumber) => number(value, { notation: 'compact', maximumFractionDigits: 1 }),
    /** $3.5T. */
    moneyCompact: (value: FormattableNumber) =>
      money(value, { notation: 'compact', maximumFractionDigits: 1 }),
    volume: (value: FormattableNumber) => number(value, { notation: 'compact', maximumFractionDigits: 1 }),
    /** Jan 16. */
    dayShort: (value: string | null | undefined) => exchangeDayShort(locale, value),
    /** The month of a day: Nov; in January with the year. */
    month: (value: string | null | undefined) =>
      date(value?.slice(0, 10), {
        month: 'short',
        timeZone: 'UTC',
        ...(value?.slice(5, 7) === '01' && { year: 'numeric' }),
      }),
    /** An instant's day in New York: Nov 12, 2026. */
    dayOf: (value: FormattableTime) => newYorkDay(locale, value),
    /** An instant's day in New York, without the year: Nov 12. */
    dayShortOf: (value: FormattableTime) =>
      date(value, { month: 'short', day: 'numeric', timeZone: newYork }),
    /** An instant in New York: 16:02. */
    time: (value: FormattableTime) =>
      date(value, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: newYork }),
    /** An instant in New York, to the second: 16:02:09. */
    timeToSecond: (value: FormattableTime) => newYorkTime(locale, value),
    /** An instant in New York: Fri 16:00. */
    weekdayTime: (value: FormattableTime) =>
      date(value, {
        weekday: 'short',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        timeZone: newYork,
      }),
    /** The time from an instant to `now` in words: 5 minutes ago, yesterday. */
    ago: (value: FormattableTime, now: FormattableTime) => {
      const seconds = Math.max(0, (+new Date(now ?? NaN) - +new Date(value ?? NaN)) / 1000)
      if (Number.isNaN(seconds)) return missingValueText
      const units = [
        ['day', 86_400],
        ['hour', 3600],
        ['minute', 60],
      ] as const
      const [unit, size] = units.find((row) => seconds >= row[1]) ?? units[2]
      return new Intl.RelativeTimeFormat(languageTagOf(locale), { numeric: 'auto' }).format(
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

/** Returns the formats of the displayed language. */
export const useFormat = (): Format => formats(useTranslation().i18n.language)
