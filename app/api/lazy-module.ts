/** Parts of the app that come as their own file. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query'

/**
 * A part that is loaded when it is `wanted`. Kept like an answer: asked for once, asked again after a failure, and a
 * failure is a state of whoever wanted it instead of the end of the whole app.
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
