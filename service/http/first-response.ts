/**
 * The response to the first data request of a widget, which it receives with its session. That saves a round trip. The
 * request is handled like any other: by its route, with its limits, its metrics and its line in the log.
 */
import { LRUCache } from 'lru-cache'
import type { Session, SessionWithData } from '#contract/api/access.ts'
import { apiBase } from '#contract/api/first-paths.ts'
import { Problem } from '#contract/api/problem.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'
import { HttpRequest, withoutHeaders } from './request/request.ts'
import type { BodyBytes, HttpResponse } from './response/response.ts'

/** Maximum delay of a session by its first response, milliseconds. An analysis of a symbol may take longer. */
const maxDelayMs = 150

/** Number of different sessions' fields with which a shared response is kept: those of about one account each. */
const maxVariants = 50

/** Headers that concern the connection, the body or another representation. */
const omittedHeaders = ['accept-encoding', 'if-none-match', 'content-length', 'content-type']

const decoder = new TextDecoder()

/** Adds the response to the first data request to a session's response, unless it is refused, fails or takes too long. */
export type AddFirstResponse = (session: Session, opening: HttpRequest, url: URL) => Promise<SessionWithData>

/** @param respond handles a request */
export function createFirstResponses(
  respond: (request: HttpRequest) => MaybePromise<HttpResponse>,
): AddFirstResponse {
  /**
   * Most sessions have a response that all callers share, and the same fields as others of their account. They get one
   * object, which is serialized and compressed once.
   */
  const shared = new WeakMap<BodyBytes, LRUCache<string, SessionWithData>>()
  const merge = (session: Session, body: BodyBytes): SessionWithData => {
    let variants = shared.get(body)
    if (!variants) shared.set(body, (variants = new LRUCache({ max: maxVariants })))
    const key = JSON.stringify(session)
    let merged = variants.get(key)
    if (!merged) {
      merged = { ...session, firstResponse: JSON.parse(decoder.decode(body)) as unknown }
      variants.set(key, merged)
    }
    return merged
  }
  return async (session, opening, url) => {
    const { headers, address, certificate, processState } = opening
    const request = new HttpRequest({
      method: 'GET',
      url,
      headers: withoutHeaders(headers, omittedHeaders),
      body: async () => new Uint8Array(),
      address,
      certificate,
      processState,
    })
    const response = await withinDelay(respond(request))
    return response?.status === 200 && response.body ? merge(session, response.body) : session
  }
}

/** Waits for the response at most `maxDelayMs`. */
async function withinDelay(response: MaybePromise<HttpResponse>): Promise<HttpResponse | undefined> {
  const { promise: delay, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), maxDelayMs)
  return Promise.race([response, delay]).finally(() => clearTimeout(timer))
}

/**
 * Returns the address of a first request.
 *
 * @throws Problem `malformed-body` if it is not of the data API
 */
export function firstRequestUrl(path: string, { origin }: Pick<URL, 'origin'>): URL {
  const url = URL.parse(path, origin)
  if (url?.origin === origin && url.pathname.startsWith(`${apiBase}/`)) return url
  throw new Problem('malformed-body', {
    parameter: 'firstRequest',
    detail: `Send the path of a request to the data API, which starts with ${apiBase}/.`,
  })
}
