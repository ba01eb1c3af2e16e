/** The code of the error that the embedding page receives if there is no session. */
import type { LoaderErrorCode } from '#contract/bridge/bridge.ts'
import type { ProblemCode } from '#contract/api/problem.ts'

const pageCodes: Partial<Record<string, LoaderErrorCode>> = {
  'domain-not-whitelisted': 'DOMAIN_NOT_WHITELISTED',
  'origin-refused': 'DOMAIN_NOT_WHITELISTED',
  'credential-invalid': 'AUTH',
  'credential-missing': 'AUTH',
  'session-ended': 'AUTH',
  'malformed-body': 'BAD_OPTION',
} satisfies Partial<Record<ProblemCode, LoaderErrorCode>>

/** Maps a problem code to the page's error code. */
export const pageCodeOf = (code: string): LoaderErrorCode => pageCodes[code] ?? 'NETWORK'
