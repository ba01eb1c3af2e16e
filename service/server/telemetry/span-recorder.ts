/**
 * Spans of requests to the data API, the session endpoints and the feed, recorded where the line of the access log is
 * written. A span has the path pattern of the route instead of the path, which contains a symbol that a user looks at,
 * and neither query, address, account nor credential (docs/decisions/0095).
 */
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api'
import type { Attributes, Context, HrTime, Tracer } from '@opentelemetry/api'
import { feedPath } from '#contract/api/paths.ts'
import { accessRoutes, dataRoutes } from '#contract/api/routes.ts'
import { knownMethods } from '#service/http/access-log.ts'
import type { AccessLog, AccessLogEntry } from '#service/http/access-log.ts'
import { parseTraceParent } from '#service/http/request/trace-context.ts'

/** Path patterns by route name. Requests to other routes have no span: files, documents and probes. */
const tracedPaths = new Map<string, string>([
  ...Object.entries({ ...dataRoutes, ...accessRoutes }).map(([name, { path }]) => [name, path] as const),
  ['feed', feedPath],
])

/** @param clock wall clock, milliseconds since 1970 */
export const createSpanRecorder =
  (tracer: Tracer, clock: () => number): AccessLog =>
  (entry) => {
    const path = tracedPaths.get(entry.route)
    if (path === undefined) return
    const endedAt = clock()
    const method = knownMethods.has(entry.method) ? entry.method : '_OTHER'
    // The span is created at the end of the request, because only then are its attributes known.
    const span = tracer.startSpan(
      `${method === '_OTHER' ? 'HTTP' : method} ${path}`,
      { kind: SpanKind.SERVER, startTime: hrTime(endedAt - entry.seconds * 1000) },
      parentOf(entry),
    )
    if (!span.isRecording()) return
    span.setAttributes(attributesOf(entry, method, path))
    if (entry.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(hrTime(endedAt))
  }

function parentOf({ headers }: AccessLogEntry): Context {
  const parent = parseTraceParent(headers.get('traceparent'))
  if (parent === null) return ROOT_CONTEXT
  const { traceId, spanId, isSampled } = parent
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** Attributes by the semantic conventions for HTTP servers, and the code of the problem. */
const attributesOf = (
  { status, requestId, code }: AccessLogEntry,
  method: string,
  path: string,
): Attributes => ({
  'http.request.method': method,
  'http.route': path,
  // Scrubbed, as the conventions require of sensitive content.
  'url.path': path,
  'http.response.status_code': status,
  'http.response.header.x-request-id': [requestId],
  ...(code !== undefined && { 'problem.code': code }),
  ...(status >= 500 && { 'error.type': code ?? String(status) }),
})

/** Seconds and nanoseconds. The SDK takes numbers below the start of the process for monotonic ones. */
const hrTime = (milliseconds: number): HrTime => {
  const seconds = Math.floor(milliseconds / 1000)
  return [seconds, Math.floor((milliseconds - seconds * 1000) * 1e6)]
}
