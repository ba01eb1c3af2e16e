/** REST over fetch. Answers are parsed once, here, with the contract's schemas; every failure is an `ApiError`. */
import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import {
  type Problem,
  type ProblemExtras,
  type ProblemCode,
  ProblemSchema,
  problemStatus,
  problemTypePrefix,
} from '#contract/problem-shape.ts'
import { TradeIdeasSchema } from '#contract/ideas.ts'
import { dataPaths, instanceHeader } from '#contract/paths.ts'
import type { Answer, DataRoute } from '#contract/routes.ts'

/** A problem found here. Only the service has titles: its own come with them, and the panels have their texts. */
export const ownProblem = (code: ProblemCode, extras?: ProblemExtras): Problem => ({
  type: problemTypePrefix + code,
  code,
  title: code,
  status: problemStatus[code],
  ...extras,
})

/** A request failed. `problem` is the service's own, or `unavailable` where no answer came or it made no sense. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly problem: Problem

  constructor(code: ProblemCode | Problem, extras?: ProblemExtras) {
    const reason = typeof code === 'string' ? ownProblem(code, extras) : code
    super(reason.detail ?? reason.title)
    this.problem = reason
  }
}

/** The problem behind whatever was thrown. */
export const problemOf = (error: unknown): Problem =>
  error instanceof ApiError
    ? error.problem
    : ownProblem('internal', { detail: error instanceof Error ? error.message : String(error) })

/** What every request carries. Written by `session.ts` only; kept in memory only. */
type Credentials = {
  /** The 128-bit instance id, which is also `window.name`. */
  instance: string
  /** Access token, where the browser keeps no cookie. */
  bearer?: string | undefined
  /** Gets a new session after a 401; false where there is none to be had. */
  renew?: (() => Promise<boolean>) | undefined
}
let credentials: Credentials = { instance: '' }
export const setCredentials = (next: Credentials): void => void (credentials = next)

/** Requests are given up after this many milliseconds. */
const patience = 20_000

type Call = {
  method?: string
  body?: unknown
  signal?: AbortSignal
  /** Instead of the session's own. */
  bearer?: string
}

/**
 * One request, parsed. Never renews.
 * @throws ApiError
 */
export async function send<S extends GenericSchema>(
  path: string,
  schema: S | Promise<S>,
  call: Call = {},
): Promise<InferOutput<S>> {
  const bearer = call.bearer ?? credentials.bearer
  const limit = AbortSignal.timeout(patience)
  let response: Response
  let body: unknown
  try {
    response = await fetch(path, {
      method: call.method ?? 'GET',
      headers: {
        Accept: 'application/json',
        ...(credentials.instance && { [instanceHeader]: credentials.instance }),
        ...(bearer && { Authorization: `Bearer ${bearer}` }),
        ...(call.body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      credentials: 'same-origin',
      cache: 'no-store',
      signal: call.signal ? AbortSignal.any([call.signal, limit]) : limit,
    })
    body = await response.json().catch(() => undefined)
  } catch (cause) {
    if (call.signal?.aborted) throw cause
    throw new ApiError('unavailable', { detail: limit.aborted ? 'No answer in time' : 'No connection' })
  }
  const requestId = response.headers.get('X-Request-Id')
  const known = requestId ? { requestId } : {}
  if (!response.ok) {
    const read = safeParse(ProblemSchema, body)
    throw new ApiError(read.success ? { ...known, ...read.output } : codeOf(response.status), known)
  }
  const read = safeParse(await schema, body)
  if (read.success) return read.output
  throw new ApiError('internal', { ...known, detail: `${path}: ${read.issues[0].message}` })
}

/** For answers that are not ours (a proxy's, say): the nearest code. */
const codeOf = (status: number): ProblemCode =>
  status === 401
    ? 'session-ended'
    : status === 404
      ? 'route-unknown'
      : status === 429
        ? 'rate-limited'
        : status < 500
          ? 'internal'
          : 'unavailable'

/** What a route answers: at hand for the ideas, which come first; for the others it is loaded while they answer. */
async function answerOf(route: DataRoute): Promise<GenericSchema> {
  if (route === 'tradeIdeas') return TradeIdeasSchema
  return import('#contract/routes.ts').then((later) => later.dataRoutes[route].answer)
}

/**
 * Asks one data route. After a 401 the session is renewed once and the request sent again.
 * @throws ApiError
 */
export async function get<R extends DataRoute>(
  route: R,
  given: {
    symbol?: string
    query?: Readonly<Record<string, string | number | undefined>>
    signal?: AbortSignal
  } = {},
): Promise<Answer<R>> {
  const query = Object.entries(given.query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const url =
    dataPaths[route].replace('{symbol}', encodeURIComponent(given.symbol ?? '')) +
    (query.length ? `?${new URLSearchParams(query)}` : '')
  const answer = answerOf(route)
  // Where the request itself fails, nobody waits for it.
  answer.catch(() => undefined)
  const ask = () => send(url, answer, given.signal ? { signal: given.signal } : {}) as Promise<Answer<R>>
  try {
    return await ask()
  } catch (error) {
    if (problemOf(error).status === 401 && (await credentials.renew?.())) return ask()
    throw error
  }
}
