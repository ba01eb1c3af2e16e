/** What a request presents of itself. Whoever speaks its protocol reads it; access control knows no more of it. */

/** The three surfaces of the data API, each with its own kind of credential. */
export type Door = 'gateway' | 'legacy' | 'widget'

/** Null is nothing of the kind. */
export type Presented = {
  readonly subscriptionKey: string | null
  /** Empty where something is presented as an authorization that is no bearer token. */
  readonly bearer: string | null
  /** Session cookies: widget instance → value. */
  readonly cookies: ReadonlyMap<string, string>
  /** The widget instance the request says it is made by. */
  readonly instance: string | null
  /** The origin that the browser says the request is made by. */
  readonly origin: string | null
  /** What the browser says of the page that makes it (Fetch Metadata): `same-origin`, `cross-site`, … */
  readonly site: string | null
  /** The caller's IP address, where known. */
  readonly address: string | undefined
  /** The host name (and port) it was sent to. */
  readonly host: string
  /** The doors that are open there. */
  readonly doors: ReadonlySet<Door>
}
