/** Loads modules of the app that are separate bundles. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query'

/**
 * Loads a module once `isEnabled`, through the query cache: it is loaded once and retried after a
 * failure. A failure is a state of the component that uses it, not an error of the whole app.
 */
export const useLazyModule = <Module>(
  name: string,
  load: () => Promise<Module>,
  isEnabled = true,
): UseQueryResult<Module> =>
  useQuery({
    queryKey: ['chunk', name],
    queryFn: load,
    enabled: isEnabled,
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  })
