/** The languages the widget speaks: which there are, which one a tag means, and which way it is written. */

export const locales = ['en', 'es', 'fr', 'de', 'pt-BR', 'zh-Hans', 'ja', 'ko', 'ar', 'he'] as const
/** BCP 47 tags of the languages the widget speaks. Additive to the spec. */
export type Locale = (typeof locales)[number]

/** The language we speak that is nearest to a BCP 47 tag: `fr-CA` → `fr`, `zh-CN` → `zh-Hans`; English for any other. */
export function nearestLocale(tag: unknown): Locale {
  const wanted = String(tag).toLowerCase()
  const [language] = wanted.split(/[-_]/)
  return (
    locales.find((locale) => locale.toLowerCase() === wanted) ??
    locales.find((locale) => locale.split('-')[0] === language) ??
    'en'
  )
}

/** Which way a language is written: `dir` of a document in it. */
export const directionOf = (locale: string): 'rtl' | 'ltr' => (/^(ar|he)$/.test(locale) ? 'rtl' : 'ltr')
