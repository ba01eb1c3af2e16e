/**
 * W3C Trace Context: the `traceparent` header has the trace id of a request. The log contains it,
 * so that the operators of client and service can correlate their log lines (docs/decisions/0036).
 */

/**
 * version "-" trace-id "-" parent-id "-" trace-flags; later versions may append fields after
 * another "-" (section 3.2).
 */
const pattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/

/**
 * Returns the trace id, 32 hex digits; null if the header is missing or malformed, which W3C Trace
 * Context treats alike.
 */
export function traceIdOf(traceparent: string | null): string | null {
  if (traceparent === null || traceparent.length > 512) return null
  const [, version, traceId, parentId, extraFields] = pattern.exec(traceparent) ?? []
  if (traceId === undefined || version === 'ff' || (version === '00' && extraFields !== undefined))
    return null
  return /^0+$/.test(traceId) || /^0+$/.test(parentId!) ? null : traceId
}
