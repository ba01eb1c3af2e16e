/** Opens the session with retries: automatic for transient failures, otherwise on the user's request. */
import type { LoaderErrorCode } from '#contract/bridge/bridge.ts'
import { isTransient, type Problem } from '#contract/api/problem.ts'
import { longBackOff, pause } from '#app/api/back-off.ts'
import { problemOf } from '#app/api/client.ts'
import { type Remedy, useHost } from '#app/state/host.ts'
import { type App, failSession } from '#app/boot/app.ts'
import { pageCodeOf } from '#app/boot/page/page-errors.ts'

/** `canRenew`: the page can supply another token if the first one has been used. */
const remedyOf = ({ code, status }: Problem, canRenew: boolean): Remedy =>
  isTransient(code) ? 'wait' : canRenew && status === 401 ? 'retry' : 'none'

/**
 * Opens the session until it succeeds or cannot succeed. Never throws: failures are displayed, and reported to the
 * page if the error code has changed.
 *
 * @param open opens the session; `isFirst` is false on retries
 */
export async function openWithRetries(
  app: App,
  canRenew: boolean,
  open: (isFirst: boolean) => Promise<void>,
): Promise<void> {
  let reportedCode: LoaderErrorCode | undefined
  for (let tries = 0; !app.ended; tries++) {
    try {
      return await open(tries === 0)
    } catch (error) {
      const problem = problemOf(error)
      const remedy = remedyOf(problem, canRenew)
      const code = pageCodeOf(problem.code)
      failSession(app, problem, { reportedCode, remedy })
      reportedCode = code
      if (remedy === 'none') return
      await pause(remedy === 'wait' ? longBackOff(tries) : undefined, (wake) => (app.retryNow = wake))
      app.retryNow = undefined
      useHost.of(app.state).setState({ remedy: 'trying' })
    }
  }
}
