/** i18next, one instance per app. English is the fallback; each language and namespace is a file, loaded on demand. */
import i18next, { type BackendModule, type i18n, type ResourceKey } from 'i18next'
import { directionOf, type Locale, locales } from '#contract/text/locales.ts'
import common from './locales/en/common.json'
import what from './locales/en/what.json'

/**
 * Each namespace is a file. The additional namespace `unannualized`, sentences without annualised
 * returns, has none: locale-files.ts derives it from `messages`.
 */
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
  'record',
] as const
/**
 * The English texts of the first screen are part of the app, because every language falls back to
 * them.
 */
const englishTexts = { common, what }
/** The same namespaces in the other languages, one file per language. */
const firstScreenTexts = import.meta.glob<Record<string, ResourceKey>>('./common-and-what/*.ts')

async function readTexts(texts: i18n, language: string, namespace: string): Promise<ResourceKey> {
  if (namespace in englishTexts)
    return (await firstScreenTexts[`./common-and-what/${language}.ts`]!())[namespace]!
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
 * Starts i18next. Resolves when the texts of the first screen are loaded, so that rendering it does
 * not suspend.
 *
 * @param texts instance to configure; by default a new one
 */
export async function startI18n(locale: Locale, texts: i18n = i18next.createInstance()): Promise<i18n> {
  await texts.use(backendOf(texts)).init({
    lng: locale,
    fallbackLng: 'en',
    // Bundled English texts avoid an asynchronous load at the start. A copy, because i18next merges the texts that the
    // backend loads into this object.
    resources: { en: { ...englishTexts } },
    partialBundledLanguages: true,
    initAsync: false,
    supportedLngs: locales,
    load: 'currentOnly',
    ns: ['common', 'what'],
    defaultNS: 'common',
    fallbackNS: 'common',
    // React escapes HTML. In right-to-left sentences, isolating marks around values keep tickers, signs and units in
    // place.
    interpolation: {
      escape: (text: string) => (directionOf(texts.language) === 'rtl' ? `\u2068${text}\u2069` : text),
    },
  })
  return texts
}
