/** What browsers report of the frame's Content-Security-Policy: one line in the log each, and no more than a few. */
import * as v from 'valibot'
import { problemStatus } from '#contract/problem.ts'
import type { Log } from '#service/settings/log.ts'
import { Problem } from '#contract/problem.ts'
import { readBody } from './requests.ts'

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

/** Takes a POST of `application/reports+json` (Reporting API). Addresses are cut to their origin before they are logged. */
export function takePolicyReports(log: Log, clock: () => number): (request: Request) => Promise<Response> {
  let minute = 0
  let written = 0
  return async (request) => {
    const answer = (status: number) =>
      new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })
    let text: string
    try {
      text = await readBody(request, 'application/reports+json', longest)
    } catch (error) {
      return answer(error instanceof Problem ? problemStatus[error.code] : 400)
    }
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), ReportsSchema), text)
    if (!read.success) return answer(400)
    const now = Math.floor(clock() / 60_000)
    if (now !== minute) [minute, written] = [now, 0]
    for (const { type, body } of read.output) {
      if (type !== 'csp-violation' || written >= perMinute) continue
      written++
      log('warn', 'policy-violation', {
        directive: body?.effectiveDirective?.slice(0, 40),
        blocked: originOf(body?.blockedURL ?? ''),
      })
    }
    return answer(204)
  }
}

const originOf = (blocked: string): string =>
  URL.canParse(blocked) ? new URL(blocked).origin.slice(0, 100) : blocked.slice(0, 40)
