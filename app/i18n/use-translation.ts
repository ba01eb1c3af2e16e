/**
 * The React binding of i18next. react-i18next does the same and more (`<Trans>`, server rendering, higher-order
 * components) for 1.3 kB of the app's first download; docs/decisions/0050 has the budget.
 */
import i18next, { type DefaultNamespace, type FlatNamespace, type i18n, type TFunction } from 'i18next'
import { createContext, use, useMemo, useSyncExternalStore } from 'react'

/**
 * The app's i18next instance. Component tests have no provider and use i18next's global instance.
 */
export const I18nContext = createContext<i18n>(i18next)

/** Shared requests for texts, by store, and by language and namespace. */
const requests = new WeakMap<i18n['store'], Map<string, Promise<void>>>()

/**
 * Returns the request for a namespace in the current language; undefined if its texts were loaded
 * without one.
 */
function requestOf(texts: i18n, namespace: string): Promise<void> | undefined {
  const storeRequests = requests.get(texts.store) ?? new Map<string, Promise<void>>()
  requests.set(texts.store, storeRequests)
  const key = `${texts.language}|${namespace}`
  if (!storeRequests.has(key) && !texts.hasLoadedNamespace(namespace))
    storeRequests.set(
      key,
      texts.loadNamespaces(namespace).then(() => undefined),
    )
  return storeRequests.get(key)
}

type ReadText = (key: string, values?: object) => string

/** Texts without values, by store, and by language, namespace and key. */
const plainTexts = new WeakMap<i18n['store'], Map<string, string>>()

/**
 * Returns i18next's `t` with a cache of texts without values: i18next looks a text up in all
 * languages and namespaces, which takes a tenth of the scripts' time until all panels are shown.
 */
function cachedT(texts: i18n, namespace: FlatNamespace): ReadText {
  const cache = plainTexts.get(texts.store) ?? new Map<string, string>()
  if (!plainTexts.has(texts.store)) {
    plainTexts.set(texts.store, cache)
    // Texts that arrive may replace those of the fallback language.
    texts.store.on('added', () => cache.clear())
  }
  const t = texts.getFixedT(null, namespace as DefaultNamespace) as unknown as ReadText
  return (key, values) => {
    if (values) return t(key, values)
    const name = texts.language + namespace + key
    const text = cache.get(name) ?? t(key)
    cache.set(name, text)
    return text
  }
}

/**
 * Returns the texts of one or several namespaces in the current language, typed by their keys. Keys
 * without a prefix belong to the first namespace; others are written `how:title`. Renders again
 * when the language changes.
 *
 * Suspends while a namespace is being loaded. A namespace that could not be loaded falls back to
 * English.
 *
 * @param namespace default: `common`
 */
export function useTranslation<
  const Name extends FlatNamespace | readonly [FlatNamespace, ...FlatNamespace[]] = DefaultNamespace &
    FlatNamespace,
>(namespace?: Name): { t: TFunction<Name>; i18n: i18n } {
  const texts = use(I18nContext)
  const language = useSyncExternalStore(
    (onChange) => {
      texts.on('languageChanged', onChange)
      return () => texts.off('languageChanged', onChange)
    },
    () => texts.language,
    () => texts.language,
  )
  const names: readonly FlatNamespace[] =
    typeof namespace === 'string' ? [namespace] : (namespace ?? ['common'])
  // An instance that is not initialised has no texts, so keys are displayed, for example in tests of one component.
  if (texts.isInitialized)
    for (const name of names) {
      // Also called once the request is fulfilled: a component that suspended must read the same promise again.
      const request = requestOf(texts, name)
      if (request) use(request)
    }
  const firstNamespace = names[0] ?? 'common'
  // oxlint-disable-next-line react/exhaustive-deps -- a new function after a change of the language renders memoised rows
  const t = useMemo(() => cachedT(texts, firstNamespace), [texts, firstNamespace, language])
  return { t: t as unknown as TFunction<Name>, i18n: texts }
}
