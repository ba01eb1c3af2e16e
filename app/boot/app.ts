/** One running app: the state that its parts share. Apps in the same realm share nothing. */
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

/** The page's accent, font and radius on screen (document/theming.ts). */
export type Theming = {
  /** Resolves when text has the measures of a font that the partner has provided; undefined without one. */
  readonly fallbackShown: Promise<void> | undefined
  readonly stop: Stop
}

export type App = {
  readonly state: AppState
  readonly api: Api
  /** Carries `api` to the components. */
  readonly queryClient: QueryClient
  /** Texts of the displayed language. */
  readonly texts: i18n
  /** The 128-bit id of the widget: the key of its session and stored state. Empty until the page starts the app. */
  instance: string
  /** Raw commands and subscriptions of the page, buffered until report-mistakes.ts is loaded. */
  readonly pageMessages: Mailbox
  /** Undefined until the page has started the app. */
  page?: Page
  /** Undefined until the session is open. */
  session?: OpenSession
  /** Starts the next attempt to open a session now; undefined if none is waiting. */
  retryNow?: (() => void) | undefined
  /** The first ideas are painted, and the background services run. */
  hasBackground?: true
  /** Called when `hasBackground` becomes true. */
  onBackground?: () => void
  /** Undefined until the page has set an accent, a font or a radius. */
  theming?: Theming
  /** Stop functions of everything that was started for the app. */
  readonly stops: Stop[]
  /** The app has ended: later events are ignored. */
  ended: boolean
}

/**
 * Displays why the session could not be opened or has ended, with the remedy, and reports the error
 * to the page.
 *
 * @param reportedCode the error that the page has already received
 */
export function failSession(
  { state, page, ended }: App,
  reason: Problem,
  {
    hadSession,
    reportedCode,
    remedy,
  }: { hadSession?: boolean; reportedCode?: LoaderErrorCode | undefined; remedy: Remedy },
): void {
  if (ended) return
  const code = pageCodeOf(reason.code)
  const phase = hadSession ? 'ended' : code === 'DOMAIN_NOT_WHITELISTED' ? 'refused' : 'failed'
  useHost.of(state).setState({ phase, problem: reason, code, remedy })
  if (reportedCode !== code) page?.reportError(code, reason.message, reason.extras.requestId, !hadSession)
}
