/**
 * REST client over fetch. It parses each response with the contract's schemas. Every failure is a
 * `Problem`: the service's own, `unavailable` without a response, or `internal` if the response is
 * invalid.
 */
import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import { Problem, ProblemDetailsSchema } from '#contract/api/problem.ts'
import { TradeIdeasSchema } from '#contract/responses/lists/ideas.ts'
import { dataPaths, type WidgetRoute } from '#contract/api/paths.ts'
import type { RouteResponse } from '#contract/api/routes.ts'
import { dataUrl, type RequestParameters } from './data-url.ts'
import { type RequestResult, type RequestOptions, codeOfStatus, isOk, request } from './request.ts'

/** Returns a thrown value as a problem: unchanged if it is one, otherwise `internal`. */
export const problemOf = (error: unknown): Problem =>
  error instanceof Problem
    ? error
    : new Problem('internal', { detail: error instanceof Error ? error.message : String(error) })

/** Credentials that every request sends. They are kept in memory only. */
export type Credentials = {
  /** The 128-bit instance id, which is also `window.name`. */
  instance: string
  /** Origin of the embedding page, which the session is bound to. */
  origin?: string | undefined
  /** Access token. Undefined once it is known that the browser keeps the cookie. */
  bearer?: string | undefined
  /**
   * Called with the result of the cookie check: the first data request omits the token, and succeeds only
   * if the browser keeps the cookie. Undefined after the check.
   */
  onCookieChecked?: ((isKept: boolean) => void) | undefined
  /** Renews the session after a 401. Resolves with false if that fails. */
  renew?: (() => Promise<boolean>) | undefined
}

/** The HTTP client of one app. */
export type Client = {
  /** Written by `session.ts` only. */
  credentials: Credentials
  /** Results of requests that the bootstrap script sent, by URL. The first `get` of a URL takes its result. */
  pending: Map<string, Promise<RequestResult>>
  /**
   * Sends one request and parses the response. Never renews the session.
   * @throws Problem
   */
  send: <S extends GenericSchema>(
    path: string,
    schema: S,
    options?: Omit<RequestOptions, 'instance'>,
  ) => Promise<InferOutput<S>>
  /**
   * Requests a data route. After a 401 it renews the session once and repeats the request.
   * @throws Problem
   */
  get: <R extends WidgetRoute>(route: R, parameters?: RequestParameters) => Promise<RouteResponse<R>>
  /**
   * Like `get`, with a path and a schema: the routes of lazy-queries.ts are not in the first bundle.
   * @throws Problem
   */
  getByPath: <S extends GenericSchema>(
    path: string,
    schema: S | Promise<S>,
    parameters?: RequestParameters,
  ) => Promise<InferOutput<S>>
}

/** Creates a client without a session. `openSession` sets its credentials. */
export function makeClient(): Client {
  const client: Client = {
    credentials: { instance: '' },
    pending: new Map(),
    async send(path, schema, options) {
      return parseResponse(path, await request(path, { ...client.credentials, ...options }), schema)
    },
    async get(route, parameters) {
      const schema = schemaOf(route)
      // If the request fails, nothing awaits the schema: this prevents an unhandled rejection.
      schema.catch(() => undefined)
      return (await client.getByPath(dataPaths[route], schema, parameters)) as RouteResponse<typeof route>
    },
    async getByPath(path, schema, parameters = {}) {
      const url = dataUrl(path, parameters)
      const parse = async (result: Promise<RequestResult>) => parseResponse(url, await result, await schema)
      try {
        const pending = client.pending.get(url)
        client.pending.delete(url)
        return await parse(pending ?? requestData(client, url, parameters.signal))
      } catch (error) {
        if (problemOf(error).status === 401 && (await client.credentials.renew?.()))
          return parse(requestData(client, url, parameters.signal))
        throw error
      }
    },
  }
  return client
}

/** Sends a data request. The first request omits the token, to check whether the browser keeps the cookie. */
async function requestData(
  client: Client,
  url: string,
  signal: AbortSignal | undefined,
): Promise<RequestResult> {
  const { credentials } = client
  const { bearer, onCookieChecked } = credentials
  const requestWithToken = () => request(url, { ...credentials, bearer, signal })
  if (!bearer || !onCookieChecked) return requestWithToken()
  credentials.onCookieChecked = undefined
  const result = await request(url, { ...credentials, bearer: '', signal }).catch((abortReason: unknown) => {
    credentials.onCookieChecked = onCookieChecked
    throw abortReason
  })
  // Any other failure does not show whether the cookie was sent: the next request repeats the check.
  if (isOk(result)) onCookieChecked(true)
  else if (result.status === 401) onCookieChecked(false)
  else credentials.onCookieChecked = onCookieChecked
  return result.status === 401 ? requestWithToken() : result
}

/**
 * Parses a response.
 *
 * @param path path of the request, for the error message
 * @throws Problem of the service; `codeOfStatus` if the body is no problem, `unavailable` without a response,
 *   `internal` if the body does not match the schema
 */
export function parseResponse<S extends GenericSchema>(
  path: string,
  result: RequestResult,
  schema: S,
): InferOutput<S> {
  const { status, body, failure, requestId } = result
  if (failure) throw new Problem('unavailable', { detail: failure })
  const extras = requestId ? { requestId } : {}
  if (!isOk(result)) {
    const parsed = safeParse(ProblemDetailsSchema, body)
    if (!parsed.success) throw new Problem(codeOfStatus(status), extras)
    const { code, title, detail = title, ...fields } = parsed.output
    throw new Problem(code, { ...extras, ...fields, detail })
  }
  const parsed = safeParse(schema, body)
  if (parsed.success) return parsed.output
  throw new Problem('internal', { ...extras, detail: `${path}: ${parsed.issues[0].message}` })
}

/**
 * Returns the schema of a route's response. The schema of the ideas, which are requested first, is in the
 * first bundle; the other schemas are loaded while the request is in progress.
 */
async function schemaOf(route: WidgetRoute): Promise<GenericSchema> {
  if (route === 'tradeIdeas') return TradeIdeasSchema
  return import('#contract/api/routes.ts').then((routes) => routes.dataRoutes[route].response)
}
