/**
 * REST over fetch. Answers are parsed once, here, with the contract's schemas. Every failure is a `Problem`: the
 * service's own, or `unavailable` where no answer came or it made no sense.
 */
import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import { Problem, ProblemDetailsSchema } from '#contract/api/problem.ts'
import { TradeIdeasSchema } from '#contract/responses/ideas.ts'
import { dataPaths, type WidgetRoute } from '#contract/api/paths.ts'
import type { Answer } from '#contract/api/routes.ts'
import { addressOf, type Answered, type Call, codeOf, isOk, type Question, request } from './request.ts'

/** The problem behind whatever was thrown. */
export const problemOf = (error: unknown): Problem =>
  error instanceof Problem
    ? error
    : new Problem('internal', { detail: error instanceof Error ? error.message : String(error) })

/** Sent with every request. Kept in memory only. */
export type Credentials = {
  /** The 128-bit instance id, which is also `window.name`. */
  instance: string
  /** Origin of the embedding page: the session is of that page. */
  origin?: string | undefined
  /** Access token: until it is known whether the browser keeps the cookie, and permanently if it does not. */
  bearer?: string | undefined
  /**
   * Called once it is known whether the browser keeps the cookie: the next data request omits the token to
   * find out. Absent when known.
   */
  onCookieKnown?: ((kept: boolean) => void) | undefined
  /** Renews the session after a 401; false if that is impossible. */
  renew?: (() => Promise<boolean>) | undefined
}

/** What one app asks the service with. */
export type Client = {
  /** Written by `session.ts` only. */
  credentials: Credentials
  /** Responses of requests in progress, by address: the first caller takes one. */
  pending: Map<string, Promise<Answered>>
  /**
   * One request, parsed. Never renews.
   * @throws Problem
   */
  send: <S extends GenericSchema>(
    path: string,
    schema: S,
    call?: Omit<Call, 'instance'>,
  ) => Promise<InferOutput<S>>
  /**
   * Asks one data route. After a 401 the session is renewed once and the request sent again.
   * @throws Problem
   */
  get: <R extends WidgetRoute>(route: R, given?: Question) => Promise<Answer<R>>
  /**
   * The same by the route's path, for what is in no first code: later-queries.ts.
   * @throws Problem
   */
  getAt: <S extends GenericSchema>(
    path: string,
    schema: S | Promise<S>,
    given?: Question,
  ) => Promise<InferOutput<S>>
}

/** A client without a session: `openSession` gives it one. */
export function makeClient(): Client {
  const client: Client = {
    credentials: { instance: '' },
    pending: new Map(),
    async send(path, schema, call) {
      return readAnswer(path, await request(path, { ...client.credentials, ...call }), schema)
    },
    async get(route, given) {
      const schema = schemaOf(route)
      // If the request itself fails, nothing awaits this promise.
      schema.catch(() => undefined)
      return (await client.getAt(dataPaths[route], schema, given)) as Answer<typeof route>
    },
    async getAt(path, schema, given = {}) {
      const url = addressOf(path, given)
      const ask = async (answered: Promise<Answered>) => readAnswer(url, await answered, await schema)
      try {
        const pending = client.pending.get(url)
        client.pending.delete(url)
        return await ask(pending ?? askData(client, url, given.signal))
      } catch (error) {
        if (problemOf(error).status === 401 && (await client.credentials.renew?.()))
          return ask(askData(client, url, given.signal))
        throw error
      }
    },
  }
  return client
}

/** Sends a data request: as the first that may, without the token, to find out whether the cookie is kept. */
async function askData(client: Client, url: string, signal: AbortSignal | undefined): Promise<Answered> {
  const { credentials } = client
  const { bearer, onCookieKnown } = credentials
  const withToken = () => request(url, { ...credentials, bearer, signal })
  if (!bearer || !onCookieKnown) return withToken()
  credentials.onCookieKnown = undefined
  const answered = await request(url, { ...credentials, bearer: '', signal }).catch((aborted: unknown) => {
    credentials.onCookieKnown = onCookieKnown
    throw aborted
  })
  // Other failures decide nothing: the next request finds out.
  if (isOk(answered)) onCookieKnown(true)
  else if (answered.status === 401) onCookieKnown(false)
  else credentials.onCookieKnown = onCookieKnown
  return answered.status === 401 ? withToken() : answered
}

/**
 * Parses a response.
 *
 * @param path of the request, for the message
 * @throws Problem the service's own, or the closest one if the response is malformed or missing
 */
export function readAnswer<S extends GenericSchema>(
  path: string,
  answered: Answered,
  schema: S,
): InferOutput<S> {
  const { status, body, failure, requestId } = answered
  if (failure) throw new Problem('unavailable', { detail: failure })
  const known = requestId ? { requestId } : {}
  if (!isOk(answered)) {
    const read = safeParse(ProblemDetailsSchema, body)
    if (!read.success) throw new Problem(codeOf(status), known)
    const { code, title, detail = title, ...rest } = read.output
    throw new Problem(code, { ...known, ...rest, detail })
  }
  const read = safeParse(schema, body)
  if (read.success) return read.output
  throw new Problem('internal', { ...known, detail: `${path}: ${read.issues[0].message}` })
}

/**
 * The schema of a route's response: bundled for the ideas, which come first; the others are loaded during the
 * request.
 */
async function schemaOf(route: WidgetRoute): Promise<GenericSchema> {
  if (route === 'tradeIdeas') return TradeIdeasSchema
  return import('#contract/api/routes.ts').then(({ dataRoutes }) => dataRoutes[route].answer)
}
