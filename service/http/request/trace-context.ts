/**
 * W3C Trace Context: the `traceparent` header has the trace id of a request. The log contains it,
 * so that the operators of client and service can correlate their log lines (docs/decisions/0036).
 * Exported spans are children of the span that it names (docs/decisions/0095).
 */

/** The span of the client that sent a request. */
export type TraceParent = {
  /** 32 hex digits. */
  readonly traceId: string
  /** Id of the client's span, 16 hex digits. */
  readonly spanId: string
  /** The sampled flag: the client may have recorded its span. */
  readonly isSampled: boolean
}

/**
 * version "-" trace-id "-" parent-id "-" trace-flags; later versions may append fields after
 * another "-" (section 3.2).
 */
const pattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/**
 * Parses a `traceparent` header; null if it is missing or malformed, which W3C Trace Context treats
 * alike.
 */
export function parseTraceParent(traceparent: string | null): TraceParent | null {
  if (traceparent === null || traceparent.length > 512) return null
  const [, version, traceId, spanId, flags, extraFields] = pattern.exec(traceparent) ?? []
  if (traceId === undefined || version === 'ff' || (version === '00' && extraFields !== undefined))
    return null
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId!)) return null
  return { traceId, spanId: spanId!, isSampled: (Number.parseInt(flags!, 16) & 1) === 1 }
}

/** Returns the trace id, 32 hex digits; null if the header is missing or malformed. */
export const traceIdOf = (traceparent: string | null): string | null =>
  parseTraceParent(traceparent)?.traceId ?? null
