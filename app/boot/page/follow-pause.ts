/** Pauses and resumes automatic requests. The feed follows the same state. */
import { pauseRefetching } from '#app/api/pause-refetching.ts'
import { useLive } from '#app/state/live.ts'
import type { Stop } from '#app/state/stop.ts'
import type { App } from '#app/boot/app.ts'

/** Follows the user's choice until stopped. After a pause all displayed data is requested again. */
export function followPause({ queryClient, state }: Pick<App, 'queryClient' | 'state'>): Stop {
  let resume: Stop | undefined
  return useLive.of(state).subscribe(({ pausedSince }) => {
    if (pausedSince !== undefined) resume ??= pauseRefetching(queryClient)
    else if (resume) {
      resume()
      resume = undefined
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'chunk' })
    }
  })
}
