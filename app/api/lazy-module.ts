/** Parts of the app that come as their own file. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query'

/**
 * A module that is loaded when `wanted`. Cached like a response: loaded once, retried after a failure, and a
 * failure is a state of the component that wanted it instead of an error of the whole app.
 */
export const useLazyModule = <Module>(
  name: string,
  load: () => Promise<Module>,
  wanted = true,
): UseQueryResult<Module> =>
  useQuery({
    queryKey: ['chunk', name],
    queryFn: load,
    enabled: wanted,
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  })
