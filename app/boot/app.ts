/** One running app: all that its parts share, and nothing that another app in the same realm has. */
import type { QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import type { Problem } from '#contract/problem.ts'
import type { Api } from '#app/api/api.ts'
import type { OpenSession } from '#app/api/session.ts'
import type { Page } from '#app/bridge/bridge.ts'
import type { AppState } from '#app/state/app-state.ts'
import { useHost } from '#app/state/host.ts'
import { pageCodeOf } from './page-errors.ts'

export type App = {
  readonly state: AppState
  readonly api: Api
  /** Carries `api` to the components. */
  readonly queryClient: QueryClient
  /** The words of the language on screen. */
  readonly texts: i18n
  /** The 128-bit id of the widget, whose session it is and under which it is remembered. Known when the page starts it. */
  instance: string
  /** Undefined until the page has started the app. */
  page?: Page
  /** Undefined until there is one. */
  session?: OpenSession
  /** The app is over: what comes from now on is for nobody. */
  ended: boolean
}

/**
 * There is no session, or none any more: shows why, and tells the page.
 *
 * @param told whether the page has heard it already
 */
export function fail(
  { state, page, ended }: App,
  reason: Problem,
  { hadSession, told }: { hadSession?: boolean; told?: boolean | undefined } = {},
): void {
  if (ended) return
  const code = pageCodeOf(reason.code)
  const phase = hadSession ? 'ended' : code === 'DOMAIN_NOT_WHITELISTED' ? 'refused' : 'failed'
  useHost.of(state).setState({ phase, problem: reason })
  if (!told) page?.fail(code, reason.message)
}
