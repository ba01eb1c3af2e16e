/** Requests over fetch, with unparsed results. Part of the bootstrap script, so it imports no schemas. */
import { embedderHeader, instanceHeader } from '#contract/api/first-paths.ts'
import type { ProblemCode } from '#contract/api/problem.ts'
import { wait } from './wait.ts'

export type RequestResult = {
  /** HTTP status; 0 without a response. */
  status: number
  /** The parsed JSON of the response; undefined if there is none. */
  body?: unknown
  /** Why there is no response. */
  failure?: 'No answer in time' | 'No connection'
  /** The `X-Request-Id` header of the response; null without one. */
  requestId?: string | null
}

export type RequestOptions = {
  method?: string
  body?: object
  signal?: AbortSignal | undefined
  /** The 128-bit instance id, which is also `window.name`; a blank id is not sent. */
  instance: string
  /** Origin of the embedding page, as the browser asserts it; a blank origin is not sent. */
  origin?: string | undefined
  bearer?: string | undefined
}

/** Timeout of a request, milliseconds. */
const timeoutMs = 20_000

/** Returns the request for `fetch`. One with the method DELETE outlives the frame. */
export const requestInit = (
  { method = 'GET', body, instance, origin, bearer }: RequestOptions,
  signal: AbortSignal,
): RequestInit => ({
  method,
  headers: {
    ...(instance && { [instanceHeader]: instance }),
    ...(origin && { [embedderHeader]: origin }),
    ...(bearer && { Authorization: `Bearer ${bearer}` }),
    ...(body && { 'Content-Type': 'application/json' }),
  },
  ...(body && { body: JSON.stringify(body) }),
  cache: 'no-store',
  keepalive: method === 'DELETE',
  signal,
})

/**
 * Sends one request.
 *
 * @returns without a `body` for a response that is not JSON
 * @throws only if the caller aborts `signal`: the abort reason
 */
export async function request(path: string, options: RequestOptions): Promise<RequestResult> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const { signal } = options
  let response: Response | undefined
  let body: unknown
  try {
    response = await fetch(path, requestInit(options, signal ? AbortSignal.any([signal, timeout]) : timeout))
    body = await response.json()
  } catch (cause) {
    if (signal?.aborted) throw cause
    // A frame that is being removed runs no further task: the requests that the browser aborts with it do not fail.
    await wait()
  }
  return response
    ? { status: response.status, body, requestId: response.headers.get('X-Request-Id') }
    : { status: 0, failure: timeout.aborted ? 'No answer in time' : 'No connection' }
}

export const isOk = ({ status }: RequestResult): boolean => status >= 200 && status < 300

/** Returns the closest problem code for an error response without problem details, such as a proxy's. */
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

/** Returns the path of a route whose pattern contains the placeholder `{symbol}`. */
export const symbolPath = (route: string, symbol: string): string =>
  route.replace('{symbol}', encodeURIComponent(symbol))
