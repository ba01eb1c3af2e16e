/** Credentials in a request, independent of the protocol, which extracts them. */
import type { RateState } from '#contract/api/problem.ts'
import type { CallerIdentity } from '#service/access/caller-identity.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'

/** The three surfaces of the data API, each with its own kind of credential. */
export type Door = 'gateway' | 'legacy' | 'widget'

/**
 * Receives the caller of a request. An object instead of a function, because V8 moves the objects that
 * a closure per request captures to its old generation, where only a full collection frees them.
 */
export type CallerListener = {
  /**
   * Access control calls this as soon as it has identified the caller, so that the request is
   * logged with the caller and counted against the limits of its route.
   *
   * @returns what remains of the route's first limit
   * @throws Problem `rate-limited` (or rejects with it)
   */
  onIdentified(caller: CallerIdentity): MaybePromise<RateState | undefined>
}

/** Data about the sender of a request that may be logged. */
export type RequestSender = {
  /** The caller's IP address, if known. */
  readonly address: string | undefined
  /** The `Origin` header; null if absent. */
  readonly origin: string | null
  /** Id of the request in the log; null if it has none. */
  readonly requestId: string | null
  /** Trace id of the request (`traceparent`). */
  readonly traceId?: string | null
  /** Receives the caller. Absent if the request is neither logged with its caller nor counted. */
  readonly callerListener?: CallerListener | undefined
}

/** A sender about which nothing is known. */
export const anonymous: RequestSender = { address: undefined, origin: null, requestId: null }

/** The credentials of a request; null for a kind that the request does not have. */
export type RequestCredentials = RequestSender & {
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
  /** Host name, with port if it has one, to which the request was sent. */
  readonly host: string
  /** Whether the service itself received the request over TLS. False behind a proxy, whatever the caller used. */
  readonly isSecure: boolean
  /** The doors that are open at this host. */
  readonly doors: ReadonlySet<Door>
}
