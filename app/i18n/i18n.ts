/** i18next, set up once per frame: English as the fallback, one small file per language and namespace, loaded when needed. */
import i18next, { type BackendModule, type i18n, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { directionOf, type Locale, locales } from '#contract/locales.ts'
import common from './locales/en/common.json'
import what from './locales/en/what.json'

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
] as const
export type Namespace = (typeof namespaces)[number]

/** The first screen's English is part of the app: every language falls back to it. */
const english: Readonly<Record<string, ResourceKey>> = { common, what }
/** The same in the other languages, each in one file. */
const first = import.meta.glob<Record<string, ResourceKey>>('./common-and-what/*.ts')

async function read(language: string, namespace: string): Promise<ResourceKey> {
  const own = english[namespace]
  if (own) return (await first[`./common-and-what/${language}.ts`]?.())?.[namespace] ?? own
  return import('./locale-files.ts').then((later) => later.readLocaleFile(language, namespace))
}

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    read(language, namespace).then(
      (texts) => done(null, texts),
      (reason: unknown) => done(String(reason), true),
    )
  },
}

/** Has the texts of a part there before the part is shown, so that it need not wait for them. */
export const loadTexts = (...wanted: Namespace[]): Promise<void> => i18next.loadNamespaces(wanted)

/** Ready when the texts that every screen needs are there. */
export async function startI18n(locale: Locale): Promise<i18n> {
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: locale,
      fallbackLng: 'en',
      supportedLngs: locales,
      load: 'currentOnly',
      ns: ['common'],
      defaultNS: 'common',
      fallbackNS: 'common',
      // React escapes. What is put into a right-to-left sentence is isolated, so that tickers, signs and units stand right.
      interpolation: {
        escape: (text: string) => (directionOf(i18next.language) === 'rtl' ? `\u2068${text}\u2069` : text),
      },
      react: { useSuspense: true },
    })
  return i18next
}
