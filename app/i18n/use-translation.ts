/**
 * The React binding of i18next. react-i18next does the same and more (`<Trans>`, server rendering, higher-order
 * components) for 1.3 kB of the app's first download; docs/decisions/0050 has the budget.
 */
import i18next, { type DefaultNamespace, type FlatNamespace, type i18n, type TFunction } from 'i18next'
import { createContext, use, useMemo, useSyncExternalStore } from 'react'

/** The instance of the app; without a provider i18next's global one, as in tests of a component. */
export const I18nContext = createContext<i18n>(i18next)

/** Requests for texts by language and namespace, which components share. */
const loading = new WeakMap<i18n, Map<string, Promise<void>>>()

function loadNamespace(texts: i18n, namespace: string): Promise<void> {
  const requests = loading.get(texts) ?? new Map<string, Promise<void>>()
  loading.set(texts, requests)
  const key = `${texts.language}|${namespace}`
  const request = requests.get(key) ?? texts.loadNamespaces(namespace).then(() => undefined)
  requests.set(key, request)
  return request
}

/**
 * The texts of one or several namespaces in the current language, typed by their keys. Keys without a prefix belong to
 * the first namespace; others are written `how:title`. Renders again when the language changes.
 *
 * Suspends while a namespace is being loaded. A namespace that could not be loaded falls back to English.
 *
 * @param namespace default: `common`
 */
export function useTranslation<
  const Name extends FlatNamespace | readonly [FlatNamespace, ...FlatNamespace[]] = DefaultNamespace &
    FlatNamespace,
>(namespace?: Name): { t: TFunction<Name>; i18n: i18n } {
  const texts = use(I18nContext)
  const language = useSyncExternalStore(
    (changed) => {
      texts.on('languageChanged', changed)
      return () => texts.off('languageChanged', changed)
    },
    () => texts.language,
    () => texts.language,
  )
  const names: readonly FlatNamespace[] =
    typeof namespace === 'string' ? [namespace] : (namespace ?? ['common'])
  // Before its start an instance has no texts at all: keys are shown, as in tests of a single component.
  if (texts.isInitialized)
    for (const name of names) if (!texts.hasLoadedNamespace(name)) use(loadNamespace(texts, name))
  const first = names[0] ?? 'common'
  // oxlint-disable-next-line react/exhaustive-deps -- `getFixedT` binds the language of its call
  const t = useMemo(() => texts.getFixedT(null, first), [texts, first, language])
  return { t: t as unknown as TFunction<Name>, i18n: texts }
}
