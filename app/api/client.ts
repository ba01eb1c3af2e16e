/**
 * REST over fetch. Answers are parsed once, here, with the contract's schemas. Every failure is a `Problem`: the
 * service's own, or `unavailable` where no answer came or it made no sense.
 */
import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import { Problem, type ProblemCode, ProblemDetailsSchema } from '#contract/problem.ts'
import { TradeIdeasSchema } from '#contract/ideas.ts'
import { dataPaths, instanceHeader } from '#contract/paths.ts'
import type { Answer, DataRoute } from '#contract/routes.ts'

/** The problem behind whatever was thrown. */
export const problemOf = (error: unknown): Problem =>
  error instanceof Problem
    ? error
    : new Problem('internal', { detail: error instanceof Error ? error.message : String(error) })

/** What every request carries. Kept in memory only. */
export type Credentials = {
  /** The 128-bit instance id, which is also `window.name`. */
  instance: string
  /** Access token, where the browser keeps no cookie. */
  bearer?: string | undefined
  /** Gets a new session after a 401; false where there is none to be had. */
  renew?: (() => Promise<boolean>) | undefined
}

/** Requests are given up after this many milliseconds. */
const patience = 20_000

type Call = {
  method?: string
  body?: unknown
  signal?: AbortSignal
  /** Instead of the session's own. */
  bearer?: string
}

/** What one app asks the service with. */
export type Client = {
  /** Written by `session.ts` only. */
  credentials: Credentials
  /**
   * One request, parsed. Never renews.
   * @throws Problem
   */
  send: <S extends GenericSchema>(
    path: string,
    schema: S | Promise<S>,
    call?: Call,
  ) => Promise<InferOutput<S>>
  /**
   * Asks one data route. After a 401 the session is renewed once and the request sent again.
   * @throws Problem
   */
  get: <R extends DataRoute>(route: R, given?: Question) => Promise<Answer<R>>
}

/** What is asked of a data route. */
export type Question = {
  symbol?: string | undefined
  query?: Readonly<Record<string, string | number | undefined>> | undefined
  signal?: AbortSignal
}

/** A client without a session: `openSession` gives it one. */
export function makeClient(): Client {
  const client: Client = {
    credentials: { instance: '' },
    send: (path, schema, call = {}) => send(client.credentials, path, schema, call),
    async get(route, given = {}) {
      const url = addressOf(route, given)
      const answer = answerOf(route)
      // Where the request itself fails, nobody waits for it.
      answer.catch(() => undefined)
      const ask = () =>
        client.send(url, answer, given.signal ? { signal: given.signal } : {}) as Promise<
          Answer<typeof route>
        >
      try {
        return await ask()
      } catch (error) {
        if (problemOf(error).status === 401 && (await client.credentials.renew?.())) return ask()
        throw error
      }
    },
  }
  return client
}

async function send<S extends GenericSchema>(
  credentials: Credentials,
  path: string,
  schema: S | Promise<S>,
  call: Call,
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
    throw new Problem('unavailable', { detail: limit.aborted ? 'No answer in time' : 'No connection' })
  }
  const requestId = response.headers.get('X-Request-Id')
  const known = requestId ? { requestId } : {}
  if (!response.ok) {
    const read = safeParse(ProblemDetailsSchema, body)
    if (!read.success) throw new Problem(codeOf(response.status), known)
    const { code, title, detail = title, ...rest } = read.output
    throw new Problem(code, { ...known, ...rest, detail })
  }
  const read = safeParse(await schema, body)
  if (read.success) return read.output
  throw new Problem('internal', { ...known, detail: `${path}: ${read.issues[0].message}` })
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
  return import('#contract/routes.ts').then(({ dataRoutes }) => dataRoutes[route].answer)
}

function addressOf(route: DataRoute, { symbol = '', query = {} }: Question): string {
  const asked = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const path = dataPaths[route].replace('{symbol}', encodeURIComponent(symbol))
  return asked.length ? `${path}?${new URLSearchParams(asked)}` : path
}
