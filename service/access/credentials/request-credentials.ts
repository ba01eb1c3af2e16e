/** What a request presents of itself. Whoever speaks its protocol reads it; access control knows no more of it. */

/** The three surfaces of the data API, each with its own kind of credential. */
export type Door = 'gateway' | 'legacy' | 'widget'

/** Who makes a request, as far as a log may say it. */
export type Requester = {
  /** The caller's IP address, where known. */
  readonly address: string | undefined
  /** The origin that the browser says the request is made by; null where none is told. */
  readonly origin: string | null
  /** Names the request in the log; null where it has no id. */
  readonly requestId: string | null
  /** The trace that the caller says the request belongs to. */
  readonly traceId?: string | null
}

/** Of whom nothing is known. */
export const nobody: Requester = { address: undefined, origin: null, requestId: null }

/** Null is nothing of the kind. */
export type Presented = Requester & {
  readonly subscriptionKey: string | null
  /** Empty where something is presented as an authorization that is no bearer token. */
  readonly bearer: string | null
  /** Session cookies: widget instance → value. */
  readonly cookies: ReadonlyMap<string, string>
  /** The widget instance the request says it is made by. */
  readonly instance: string | null
  /** The origin of the page that the widget stands in, as the widget's frame knows it. */
  readonly embedder: string | null
  /** What the browser says of the page that makes it (Fetch Metadata): `same-origin`, `cross-site`, … */
  readonly site: string | null
  /** SHA-256 of the client's certificate, 64 hex digits; null where it showed none that can be believed. Absent where none are asked for. */
  readonly certificate?: (() => string | null) | undefined
  /** The host name (and port) it was sent to. */
  readonly host: string
  /** The doors that are open there. */
  readonly doors: ReadonlySet<Door>
}
