/** For tests: patterns of the words that indicate an annualised return, by language. */
import type { Locale } from '#contract/text/locales.ts'

export const yearWords: Record<Locale, RegExp> = {
  en: /annuali[sz]|annual|(a|per) year/i,
  de: /annualisier|jährlich|pro Jahr|p\. ?a\./i,
  es: /anual|al año/i,
  fr: /annuali|annuel|par an(?!\p{L})/iu,
  'pt-BR': /anual|ao ano/i,
  // Not "within the last year".
  he: /שנתי|בשנה(?! האחרונה)/,
  ar: /سنوي/,
  ja: /年率|年換算|年利/,
  ko: /연환산|연간|연율|(?<!\p{L})연(?!\p{L})/u,
  'zh-Hans': /年化|年率/,
}
