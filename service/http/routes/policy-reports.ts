/** What browsers report of the frame's Content-Security-Policy: one line in the log each, and no more than a few. */
import * as v from 'valibot'
import { Problem } from '#contract/api/problem.ts'
import type { Log } from '#service/shared/log.ts'
import { readBody } from '../request/read-request.ts'
import type { RequestContext, Route } from '../route.ts'

/** Where the frame's document has them sent. */
export const policyReportsPath = '/policy-reports'

/** Anybody may send reports: these many lines a minute are written. */
const perMinute = 20
const longest = 8 * 1024

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

/** The row that takes them (`application/reports+json`, Reporting API). Addresses are cut to their origin before they are logged. */
export function policyReportsTable({ log, elapsed }: { log: Log; elapsed: () => number }): Route[] {
  let minute = 0
  let written = 0
  const handle = async ({ request }: RequestContext) => {
    const text = await readBody(request, 'application/reports+json', longest)
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), ReportsSchema), text)
    if (!read.success) throw new Problem('malformed-body', { detail: 'Send a list of reports.' })
    const now = Math.floor(elapsed() / 60_000)
    if (now !== minute) [minute, written] = [now, 0]
    for (const { type, body } of read.output) {
      if (type !== 'csp-violation' || written >= perMinute) continue
      written++
      log('warn', 'policy-violation', {
        directive: body?.effectiveDirective?.slice(0, 40),
        blocked: originOf(body?.blockedURL ?? ''),
      })
    }
    return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
  }
  return [{ name: 'policyReports', method: 'POST', path: policyReportsPath, door: 'widget', handle }]
}

const originOf = (blocked: string): string =>
  URL.canParse(blocked) ? new URL(blocked).origin.slice(0, 100) : blocked.slice(0, 40)
