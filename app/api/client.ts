/**
 * REST over fetch. Responses are parsed once, here, with the contract's schemas. Every failure is a `Problem`: the
 * service's own, `unavailable` without a response, or `internal` if the response is invalid.
 */
import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import { Problem, ProblemDetailsSchema } from '#contract/api/problem.ts'
import { TradeIdeasSchema } from '#contract/responses/ideas.ts'
import { dataPaths, type WidgetRoute } from '#contract/api/paths.ts'
import type { Answer } from '#contract/api/routes.ts'
import {
  addressOf,
  type RequestResult,
  type Call,
  codeOfStatus,
  isOk,
  type RequestParameters,
  request,
} from './request.ts'

/** Converts anything that was thrown to a problem. */
export const problemOf = (error: unknown): Problem =>
  error instanceof Problem
    ? error
    : new Problem('internal', { detail: error instanceof Error ? error.message : String(error) })

/** Sent with every request. Kept in memory only. */
export type Credentials = {
  /** The 128-bit instance id, which is also `window.name`. */
  instance: string
  /** Origin of the embedding page, which the session is bound to. */
  origin?: string | undefined
  /** Access token: until it is known whether the browser keeps the cookie, and permanently if it does not. */
  bearer?: string | undefined
  /**
   * Called once it is known whether the browser keeps the cookie; the next data request omits the token to find
   * out. Undefined once known.
   */
  onCookieKnown?: ((isKept: boolean) => void) | undefined
  /** Renews the session after a 401; false if that is impossible. */
  renew?: (() => Promise<boolean>) | undefined
}

/** One app's HTTP client. */
export type Client = {
  /** Written by `session.ts` only. */
  credentials: Credentials
  /** Responses of requests in progress, by address: the first caller takes one. */
  pending: Map<string, Promise<RequestResult>>
  /**
   * Sends one request and parses the response. Never renews the session.
   * @throws Problem
   */
  send: <S extends GenericSchema>(
    path: string,
    schema: S,
    call?: Omit<Call, 'instance'>,
  ) => Promise<InferOutput<S>>
  /**
   * Requests a data route. After a 401 it renews the session once and repeats the request.
   * @throws Problem
   */
  get: <R extends WidgetRoute>(route: R, parameters?: RequestParameters) => Promise<Answer<R>>
  /**
   * The same by path and schema, for routes that are not in the first files (later-queries.ts).
   * @throws Problem
   */
  getByPath: <S extends GenericSchema>(
    path: string,
    schema: S | Promise<S>,
    parameters?: RequestParameters,
  ) => Promise<InferOutput<S>>
}

/** A client without a session: `openSession` gives it one. */
export function makeClient(): Client {
  const client: Client = {
    credentials: { instance: '' },
    pending: new Map(),
    async send(path, schema, call) {
      return parseResponse(path, await request(path, { ...client.credentials, ...call }), schema)
    },
    async get(route, parameters) {
      const schema = schemaOf(route)
      // If the request itself fails, nothing awaits this promise.
      schema.catch(() => undefined)
      return (await client.getByPath(dataPaths[route], schema, parameters)) as Answer<typeof route>
    },
    async getByPath(path, schema, parameters = {}) {
      const url = addressOf(path, parameters)
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

/** Sends a data request. The first one omits the token, to find out whether the browser keeps the cookie. */
async function requestData(
  client: Client,
  url: string,
  signal: AbortSignal | undefined,
): Promise<RequestResult> {
  const { credentials } = client
  const { bearer, onCookieKnown } = credentials
  const withToken = () => request(url, { ...credentials, bearer, signal })
  if (!bearer || !onCookieKnown) return withToken()
  credentials.onCookieKnown = undefined
  const result = await request(url, { ...credentials, bearer: '', signal }).catch((aborted: unknown) => {
    credentials.onCookieKnown = onCookieKnown
    throw aborted
  })
  // After any other failure the next request finds out.
  if (isOk(result)) onCookieKnown(true)
  else if (result.status === 401) onCookieKnown(false)
  else credentials.onCookieKnown = onCookieKnown
  return result.status === 401 ? withToken() : result
}

/**
 * Parses a response.
 *
 * @param path of the request, for the message
 * @throws Problem the service's own, or the closest one if the response is malformed or missing
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
 * The schema of a route's response: bundled for the ideas, which come first; the others are loaded during the
 * request.
 */
async function schemaOf(route: WidgetRoute): Promise<GenericSchema> {
  if (route === 'tradeIdeas') return TradeIdeasSchema
  return import('#contract/api/routes.ts').then(({ dataRoutes }) => dataRoutes[route].answer)
}
