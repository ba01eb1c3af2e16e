/** Credentials in a request. Each protocol extracts them; access control knows no protocol. */
import type { RateState } from '#contract/api/problem.ts'
import type { CallerIdentity } from '#service/access/caller-identity.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'

/** The three surfaces of the data API, each with its own kind of credential. */
export type Door = 'gateway' | 'legacy' | 'widget'

/** The sender of a request, as far as it may be logged. */
export type Requester = {
  /** The caller's IP address, if known. */
  readonly address: string | undefined
  /** The `Origin` header; null if absent. */
  readonly origin: string | null
  /** Id of the request in the log; null without one. */
  readonly requestId: string | null
  /** Trace id of the request (`traceparent`). */
  readonly traceId?: string | null
  /**
   * Access control calls this as soon as it knows the caller: the request is named in the log, and counted
   * against the limits of its route. Absent if neither is done.
   *
   * @returns what remains of the route's first limit
   * @throws Problem `rate-limited` (or rejects with it)
   */
  readonly identified?: ((caller: CallerIdentity) => MaybePromise<RateState | undefined>) | undefined
}

/** The sender of a request without any information. */
export const anonymous: Requester = { address: undefined, origin: null, requestId: null }

/** Null means that the request has no credential of that kind. */
export type RequestCredentials = Requester & {
  readonly subscriptionKey: string | null
  /** Empty if the `Authorization` header is not a bearer token. */
  readonly bearer: string | null
  /** Session cookies: widget instance → value. */
  readonly cookies: ReadonlyMap<string, string>
  /** The widget instance that the request names. */
  readonly instance: string | null
  /** The origin of the embedding page, as reported by the widget's frame. */
  readonly embedder: string | null
  /** `Sec-Fetch-Site` of the request (Fetch Metadata): `same-origin`, `cross-site`, … */
  readonly site: string | null
  /**
   * SHA-256 of the client certificate, 64 hex digits; null if there is no trusted one. Absent if the server
   * requests none.
   */
  readonly certificate?: (() => string | null) | undefined
  /** The host name (and port) it was sent to. */
  readonly host: string
  /** The doors that are open there. */
  readonly doors: ReadonlySet<Door>
}
