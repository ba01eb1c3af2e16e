/** The widget's languages: their tags, the nearest language of any tag, and text direction. */

export const locales = ['en', 'es', 'fr', 'de', 'pt-BR', 'zh-Hans', 'ja', 'ko', 'ar', 'he'] as const
/** BCP 47 tags of the widget's languages. */
export type Locale = (typeof locales)[number]

/**
 * Returns the supported language nearest to a BCP 47 tag: `fr-CA` → `fr`, `zh-CN` → `zh-Hans`;
 * English by default.
 */
export function nearestLocale(tag: unknown): Locale {
  const lowerCaseTag = String(tag).toLowerCase()
  const [language] = lowerCaseTag.split(/[-_]/)
  return (
    locales.find((locale) => locale.toLowerCase() === lowerCaseTag) ??
    locales.find((locale) => locale.split('-')[0] === language) ??
    'en'
  )
}

/** Returns the text direction of a language, for the `dir` attribute. */
export const directionOf = (locale: string): 'rtl' | 'ltr' => (/^(ar|he)$/.test(locale) ? 'rtl' : 'ltr')
