/** Sends one request with fetch and returns the unparsed result. Part of the first script, so it imports no schemas. */
import { embedderHeader, instanceHeader } from '#contract/api/first-paths.ts'
import type { ProblemCode } from '#contract/api/problem.ts'

/** Result of a request. */
export type RequestResult = {
  /** HTTP status; 0 without a response. */
  status: number
  /** The response's JSON; undefined without a body. */
  body?: unknown
  /** Why there is no response. */
  failure?: 'No answer in time' | 'No connection'
  /** The service's id of the request. */
  requestId?: string | null
}

export type Call = {
  method?: string
  body?: unknown
  signal?: AbortSignal | undefined
  /** The 128-bit instance id, which is also `window.name`; blank before there is one. */
  instance: string
  /** Origin of the embedding page, as the browser asserts it; blank before it is known. */
  origin?: string | undefined
  bearer?: string | undefined
}

/** Parameters of a data request. */
export type RequestParameters = {
  symbol?: string | undefined
  query?: Readonly<Record<string, string | number | undefined>> | undefined
  signal?: AbortSignal
}

/** Timeout of a request, milliseconds. */
const timeoutMs = 20_000

/** Sends one request. @throws only the reason that the caller's signal was aborted with */
export async function request(
  path: string,
  { method = 'GET', body, signal, instance, origin, bearer }: Call,
): Promise<RequestResult> {
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(path, {
      method,
      headers: {
        Accept: 'application/json',
        ...(instance && { [instanceHeader]: instance }),
        ...(origin && { [embedderHeader]: origin }),
        ...(bearer && { Authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    return {
      status: response.status,
      body: await response.json().catch(() => undefined),
      requestId: response.headers.get('X-Request-Id'),
    }
  } catch (cause) {
    if (signal?.aborted) throw cause
    return { status: 0, failure: limit.aborted ? 'No answer in time' : 'No connection' }
  }
}

export const isOk = ({ status }: RequestResult): boolean => status >= 200 && status < 300

/** The closest problem code of a response that is not the service's own, such as a proxy's. */
export const codeOfStatus = (status: number): ProblemCode =>
  status === 401
    ? 'session-ended'
    : status === 404
      ? 'route-unknown'
      : status === 429
        ? 'rate-limited'
        : status > 0 && status < 500
          ? 'internal'
          : 'unavailable'

/** Returns the URL of a request to a data route. */
export function addressOf(route: string, { symbol = '', query = {} }: RequestParameters = {}): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const path = route.replace('{symbol}', encodeURIComponent(symbol))
  return entries.length ? `${path}?${new URLSearchParams(entries)}` : path
}
