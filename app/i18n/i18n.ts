/** i18next, one instance per app. English is the fallback; each language and namespace is a file, loaded on demand. */
import i18next, { type BackendModule, type i18n, type ResourceKey } from 'i18next'
import { directionOf, type Locale, locales } from '#contract/text/locales.ts'
import common from './locales/en/common.json'
import what from './locales/en/what.json'

/** Each namespace is a file. `unannualized` is derived from `messages`: sentences without their annualised return. */
export const namespaces = [
  'common',
  'what',
  'filters',
  'shell',
  'why',
  'how',
  'ticket',
  'legal',
  'errors',
  'messages',
  'unknown',
  // Loaded on demand with the part of the app that uses them.
  'ideas',
  'chain',
  'scenario',
  'volatility',
  'holdings',
] as const
/** The first screen's English is part of the app: every language falls back to it. */
const english = { common, what }
/** Both namespaces in the other languages, one file per language. */
const firstScreenTexts = import.meta.glob<Record<string, ResourceKey>>('./common-and-what/*.ts')

async function readTexts(texts: i18n, language: string, namespace: string): Promise<ResourceKey> {
  if (namespace in english) return (await firstScreenTexts[`./common-and-what/${language}.ts`]!())[namespace]!
  return import('./locale-files.ts').then((files) => files.readLocaleFile(texts, language, namespace))
}

const backendOf = (texts: i18n): BackendModule => ({
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, callback) => {
    readTexts(texts, language, namespace).then(
      (resource) => callback(null, resource),
      (reason: unknown) => callback(String(reason), true),
    )
  },
})

/**
 * Resolves when the texts of the first screen are loaded: nothing suspends afterwards.
 *
 * @param texts instance to configure; by default a new one
 */
export async function startI18n(locale: Locale, texts: i18n = i18next.createInstance()): Promise<i18n> {
  await texts.use(backendOf(texts)).init({
    lng: locale,
    fallbackLng: 'en',
    // Bundled, so that nothing waits for a timer; other texts come from the backend. A copy, because later
    // texts are merged into it.
    resources: { en: { ...english } },
    partialBundledLanguages: true,
    initAsync: false,
    supportedLngs: locales,
    load: 'currentOnly',
    ns: ['common', 'what'],
    defaultNS: 'common',
    fallbackNS: 'common',
    // React escapes. Values in right-to-left sentences are isolated, so that tickers, signs and units are
    // placed correctly.
    interpolation: {
      escape: (text: string) => (directionOf(texts.language) === 'rtl' ? `\u2068${text}\u2069` : text),
    },
  })
  return texts
}
