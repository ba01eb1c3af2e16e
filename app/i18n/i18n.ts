/** i18next, one instance an app: English as the fallback, one small file per language and namespace, loaded when needed. */
import i18next, { type BackendModule, type i18n, type ResourceKey } from 'i18next'
import { directionOf, type Locale, locales } from '#contract/text/locales.ts'
import common from './locales/en/common.json'
import what from './locales/en/what.json'

/** A namespace is a file; `unannualized` is one more: the service's sentences that can do without a return of a year. */
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
  // On demand, each with the part that it is about.
  'ideas',
  'chain',
  'scenario',
  'volatility',
  'holdings',
] as const
/** The first screen's English is part of the app: every language falls back to it. */
const english = { common, what }
/** The same in the other languages, each in one file. */
const first = import.meta.glob<Record<string, ResourceKey>>('./common-and-what/*.ts')

async function read(texts: i18n, language: string, namespace: string): Promise<ResourceKey> {
  if (namespace in english) return (await first[`./common-and-what/${language}.ts`]!())[namespace]!
  return import('./locale-files.ts').then((later) => later.readLocaleFile(texts, language, namespace))
}

const backendOf = (texts: i18n): BackendModule => ({
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    read(texts, language, namespace).then(
      (words) => done(null, words),
      (reason: unknown) => done(String(reason), true),
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
