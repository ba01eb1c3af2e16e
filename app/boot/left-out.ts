/**
 * What the app does without of the libraries that it is made of, and tree-shaking cannot see: whole modules and methods of
 * classes. vite.left-out.ts cuts it out; docs/decisions/0007 and 0011.
 */

/** What stands in for a module that nothing here uses, by the end of its path. */
export const modules: Record<string, string> = {
  'query-core/build/modern/mutationCache.js': `
    export class MutationCache {
      resumePausedMutations() { return Promise.resolve() }
      clear() {}
    }`,
  'query-core/build/modern/infiniteQueryBehavior.js': [
    'infiniteQueryBehavior',
    'hasNextPage',
    'hasPreviousPage',
  ]
    .map((name) => `export const ${name} = () => { throw Error('left out: app/boot/left-out.ts') }`)
    .join('\n'),
  // Whether there is a connection is the feed's to say (networkMode 'always').
  'query-core/build/modern/onlineManager.js': `
    export const onlineManager = { isOnline: () => true, subscribe: () => () => undefined }`,
  // The page's own clock, always.
  'query-core/build/modern/timeoutManager.js': `
    export const timeoutManager = {
      setTimeout: (act, ms) => setTimeout(act, ms),
      clearTimeout: (id) => clearTimeout(id),
      setInterval: (act, ms) => setInterval(act, ms),
      clearInterval: (id) => clearInterval(id),
    }
    export const systemSetTimeoutZero = (act) => void setTimeout(act, 0)`,
  'react-query/build/modern/suspense.js': `
    export const ensureSuspenseTimers = () => undefined
    export const shouldSuspend = () => false
    export const fetchOptimistic = () => undefined
    export const defaultThrowOnError = () => false`,
  'react-query/build/modern/errorBoundaryUtils.js': `
    export const ensurePreventErrorBoundaryRetry = () => undefined
    export const useClearResetErrorBoundary = () => undefined
    export const getHasError = () => false`,
  'react-query/build/modern/QueryErrorResetBoundary.js': `
    export const useQueryErrorResetBoundary = () => undefined
    export const QueryErrorResetBoundary = () => { throw Error('left out: app/boot/left-out.ts') }`,
  // For <Trans>, which nothing here uses.
  'react-i18next/dist/es/unescape.js': 'export const unescape = (text) => text',
}

/** Methods that nothing here calls, by the end of their module's path; those in use by the library say what they do instead. */
export const methods: Record<string, Readonly<Record<string, string | null>>> = {
  'i18next/dist/esm/i18next.js': {
    'I18n.cloneInstance': null,
    'I18n.dir': null,
    'I18n.hydrate': null,
    'I18n.reloadResources': '() {}',
    'I18n.toJSON': null,
    'Connector.reload': null,
    // Missing texts are sent nowhere.
    'Connector.saveMissing': null,
    // No text of ours holds another: `$t(…)`.
    'Interpolator.nest': '(text) { return text }',
    // For `returnDetails`.
    'Translator.getUsedParamsDetails': '() {}',
  },
  'query-core/build/modern/queryClient.js': {
    'QueryClient.cancelQueries': null,
    'QueryClient.defaultMutationOptions': null,
    'QueryClient.ensureInfiniteQueryData': null,
    'QueryClient.fetchInfiniteQuery': null,
    'QueryClient.getMutationDefaults': null,
    'QueryClient.infiniteQuery': null,
    'QueryClient.isFetching': null,
    'QueryClient.isMutating': null,
    'QueryClient.prefetchInfiniteQuery': null,
    'QueryClient.resetQueries': null,
    'QueryClient.setMutationDefaults': null,
    'QueryClient.setQueriesData': null,
    'QueryClient.setQueryDefaults': null,
  },
  'query-core/build/modern/queryObserver.js': { 'QueryObserver.fetchOptimistic': null },
}
