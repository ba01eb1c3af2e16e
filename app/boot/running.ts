/** What the parts of boot share while the app runs, and how it says that there is no session. */
import type { LoaderErrorCode } from '#contract/bridge.ts'
import type { Problem, ProblemCode } from '#contract/problem.ts'
import type { OpenSession } from '#app/api/session.ts'
import type { Page } from '#app/bridge/bridge.ts'
import { useHost } from '#app/state/host.ts'

export type Running = {
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
export function fail({ page }: Running, reason: Problem, hadSession = false): void {
  const code = pageCodes[reason.code] ?? 'NETWORK'
  const phase = hadSession ? 'ended' : code === 'DOMAIN_NOT_WHITELISTED' ? 'refused' : 'failed'
  useHost.setState({ phase, problem: reason })
  page?.fail(code, reason.message)
}
