/** Loads modules of the app that are separate bundles. */
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'

/** The query of a module. Prefetch it to display what needs the module at once. */
export const lazyModuleQuery = <Module>(name: string, load: () => Promise<Module>) =>
  queryOptions({
    queryKey: ['chunk', name],
    queryFn: load,
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  })

/**
 * Loads a module once `isEnabled`, through the query cache: it is loaded once and retried after a
 * failure. A failure is a state of the component that uses it, not an error of the whole app.
 */
export const useLazyModule = <Module>(
  name: string,
  load: () => Promise<Module>,
  isEnabled = true,
): UseQueryResult<Module> => useQuery({ ...lazyModuleQuery(name, load), enabled: isEnabled })
