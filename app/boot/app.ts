/** One running app: all that its parts share, and nothing that another app in the same realm has. */
import type { QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import type { LoaderErrorCode } from '#contract/bridge/bridge.ts'
import type { Problem } from '#contract/api/problem.ts'
import type { Api } from '#app/api/api.ts'
import type { OpenSession } from '#app/api/session.ts'
import type { Page } from '#app/bridge/bridge.ts'
import type { Mailbox } from '#app/bridge/mailbox.ts'
import type { AppState } from '#app/state/app-state.ts'
import type { Stop } from '#app/state/stop.ts'
import { type Remedy, useHost } from '#app/state/host.ts'
import { pageCodeOf } from './page/page-errors.ts'

export type App = {
  readonly state: AppState
  readonly api: Api
  /** Carries `api` to the components. */
  readonly queryClient: QueryClient
  /** The words of the language on screen. */
  readonly texts: i18n
  /** The 128-bit id of the widget: the key of its session and stored state. Known when the page starts it. */
  instance: string
  /** Raw commands and subscriptions of the page: kept for mistakes.ts, which is loaded later. */
  readonly remarks: Mailbox
  /** Undefined until the page has started the app. */
  page?: Page
  /** Undefined until there is one. */
  session?: OpenSession
  /** Tries at once to open a session; undefined where no try is waiting for it. */
  tryAgain?: (() => void) | undefined
  /** How to stop what was started for it. */
  readonly stops: Stop[]
  /** The app has ended: later events are ignored. */
  ended: boolean
}

/**
 * There is no session, or none any more: shows why and what helps, and tells the page.
 *
 * @param told what the page has heard already
 */
export function fail(
  { state, page, ended }: App,
  reason: Problem,
  { hadSession, told, remedy }: { hadSession?: boolean; told?: LoaderErrorCode | undefined; remedy: Remedy },
): void {
  if (ended) return
  const code = pageCodeOf(reason.code)
  const phase = hadSession ? 'ended' : code === 'DOMAIN_NOT_WHITELISTED' ? 'refused' : 'failed'
  useHost.of(state).setState({ phase, problem: reason, code, remedy })
  if (told !== code) page?.fail(code, reason.message, reason.extras.requestId, !hadSession)
}
