/** Loads parts of the app that have their own file. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query'

/**
 * A module that is loaded once `isEnabled`. Cached like a response: loaded once, retried after a failure, and a
 * failure is a state of the component that uses it instead of an error of the whole app.
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
