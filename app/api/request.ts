/** One request to the service over fetch, and what came of it, unread. The frame's first script ships this: no schemas. */
import { embedderHeader, instanceHeader } from '#contract/api/first-paths.ts'
import type { ProblemCode } from '#contract/api/problem.ts'

/** Result of a request. */
export type Answered = {
  /** HTTP status; 0 where no answer came. */
  status: number
  /** The response's JSON; undefined without a body. */
  body?: unknown
  /** Why no answer came. */
  failure?: 'No answer in time' | 'No connection'
  /** The service's name for the request. */
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
export type Question = {
  symbol?: string | undefined
  query?: Readonly<Record<string, string | number | undefined>> | undefined
  signal?: AbortSignal
}

/** Requests are given up after this many milliseconds. */
const timeoutMs = 20_000

/** Sends one request. @throws what the caller's signal was aborted with, and nothing else */
export async function request(
  path: string,
  { method = 'GET', body, signal, instance, origin, bearer }: Call,
): Promise<Answered> {
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

export const isOk = ({ status }: Answered): boolean => status >= 200 && status < 300

/** The code of an answer that is not ours (a proxy's, say): the nearest. */
export const codeOf = (status: number): ProblemCode =>
  status === 401
    ? 'session-ended'
    : status === 404
      ? 'route-unknown'
      : status === 429
        ? 'rate-limited'
        : status > 0 && status < 500
          ? 'internal'
          : 'unavailable'

/** The address of a question to a data route, by its path. */
export function addressOf(route: string, { symbol = '', query = {} }: Question = {}): string {
  const asked = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const path = route.replace('{symbol}', encodeURIComponent(symbol))
  return asked.length ? `${path}?${new URLSearchParams(asked)}` : path
}
