/** Opens the session with retries: automatic for transient failures, otherwise on the user's request. */
import type { LoaderErrorCode } from '#contract/bridge/bridge.ts'
import { mayPass, type Problem } from '#contract/api/problem.ts'
import { longBackOff, pause } from '#app/api/back-off.ts'
import { problemOf } from '#app/api/client.ts'
import { type Remedy, useHost } from '#app/state/host.ts'
import { type App, fail } from '#app/boot/app.ts'
import { pageCodeOf } from '#app/boot/page/page-errors.ts'

/** `canRenew`: the page can give another token, where the one that it gave is used. */
const remedyOf = ({ code, status }: Problem, canRenew: boolean): Remedy =>
  mayPass(code) ? 'wait' : canRenew && status === 401 ? 'retry' : 'none'

/**
 * Never throws: what goes wrong is shown, and told to the page where it is something else than before.
 *
 * @param open opens it; `isFirst` but for another try
 * @param wasTold whether the page knows already why the first try failed
 */
export async function openInTries(
  app: App,
  canRenew: boolean,
  open: (isFirst: boolean) => Promise<void>,
  wasTold: () => boolean,
): Promise<void> {
  let told: LoaderErrorCode | undefined
  for (let tries = 0; !app.ended; tries++) {
    try {
      return await open(tries === 0)
    } catch (error) {
      const problem = problemOf(error)
      const remedy = remedyOf(problem, canRenew)
      const code = pageCodeOf(problem.code)
      if (tries === 0 && wasTold()) told = code
      fail(app, problem, { told, remedy })
      told = code
      if (remedy === 'none') return
      await pause(remedy === 'wait' ? longBackOff(tries) : undefined, (wake) => (app.tryAgain = wake))
      app.tryAgain = undefined
      useHost.of(app.state).setState({ remedy: 'trying' })
    }
  }
}
