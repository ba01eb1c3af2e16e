/**
 * Logs reports of browsers about violations of the frame's Content-Security-Policy, with a rate
 * limit.
 */
import * as v from 'valibot'
import { Problem } from '#contract/api/problem.ts'
import { boundedLog, logLinesPerMinute } from '#service/shared/bounded-log.ts'
import { requestLimits } from '#service/shared/limits.ts'
import type { Log } from '#service/shared/log.ts'
import { readBody } from '#service/http/request/read-request.ts'
import { emptyResponse } from '#service/http/response/response.ts'
import type { Route } from '#service/http/route.ts'

/** Path that the frame's document names in `Reporting-Endpoints`. */
export const policyReportsPath = '/policy-reports'

const ReportsSchema = v.array(
  v.object({
    type: v.string(),
    body: v.optional(
      v.nullable(
        v.object({
          effectiveDirective: v.optional(v.string()),
          blockedURL: v.optional(v.nullable(v.string())),
        }),
      ),
    ),
  }),
)

/**
 * Returns the route that accepts reports (Reporting API). Only the origin of a blocked URL is
 * logged.
 */
export function createPolicyReportRoutes({ log, elapsed }: { log: Log; elapsed: () => number }): Route[] {
  // Reports are unauthenticated, so the number of log lines is limited.
  const logViolation = boundedLog(log, elapsed, logLinesPerMinute.policyViolation)
  const handle: Route['handle'] = async (request) => {
    const text = await readBody(request, 'application/reports+json', requestLimits.bodyBytes)
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), ReportsSchema), text)
    if (!parsed.success) throw new Problem('malformed-body', { detail: 'Send a list of reports.' })
    for (const { type, body } of parsed.output) {
      if (type !== 'csp-violation') continue
      logViolation('warn', 'policy-violation', {
        directive: body?.effectiveDirective?.slice(0, 40),
        blocked: originOf(body?.blockedURL ?? ''),
      })
    }
    return emptyResponse(204, { 'Cache-Control': 'no-store' })
  }
  return [
    { name: 'policyReports', method: 'POST', path: policyReportsPath, door: 'widget', limits: [], handle },
  ]
}

/** Returns the origin of a URL, or the beginning of a keyword such as `inline`. */
const originOf = (blockedUrl: string): string =>
  URL.canParse(blockedUrl) ? new URL(blockedUrl).origin.slice(0, 100) : blockedUrl.slice(0, 40)
