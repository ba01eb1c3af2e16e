/** One running app: all that its parts share, and nothing that another app in the same realm has. */
import type { QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import type { LoaderErrorCode } from '#contract/bridge.ts'
import type { Problem, ProblemCode } from '#contract/problem.ts'
import type { Api } from '#app/api/api.ts'
import type { OpenSession } from '#app/api/session.ts'
import type { Page } from '#app/bridge/bridge.ts'
import type { AppState } from '#app/state/app-state.ts'
import { useHost } from '#app/state/host.ts'

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

/** Error code for the page: why no session could be had. */
const pageCodes: Partial<Record<ProblemCode, LoaderErrorCode>> = {
  'domain-not-whitelisted': 'DOMAIN_NOT_WHITELISTED',
  'origin-refused': 'DOMAIN_NOT_WHITELISTED',
  'credential-invalid': 'AUTH',
  'credential-missing': 'AUTH',
  'session-ended': 'AUTH',
  'malformed-body': 'BAD_OPTION',
}

/** There is no session, or none any more: shows why, and tells the page. */
export function fail({ state, page, ended }: App, reason: Problem, hadSession = false): void {
  if (ended) return
  const code = pageCodes[reason.code] ?? 'NETWORK'
  const phase = hadSession ? 'ended' : code === 'DOMAIN_NOT_WHITELISTED' ? 'refused' : 'failed'
  useHost.of(state).setState({ phase, problem: reason })
  page?.fail(code, reason.message)
}
