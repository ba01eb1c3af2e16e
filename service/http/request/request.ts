/** The request type of the service: one object from the transport to the route. */
import type { Problem, RateState } from '#contract/api/problem.ts'
import type { CallerIdentity } from '#service/access/caller-identity.ts'
import type { CallerListener, Door } from '#service/access/credentials/request-credentials.ts'
import type { TakeLimits } from '#service/access/limits/route-limits.ts'
import type { RouteLimit } from '#service/shared/rate-limits.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'
import type { Readings } from '#service/shared/metrics.ts'
import type { HeaderList } from '#service/http/response/response.ts'

/** Headers of a request by case-insensitive name. Repeated headers are joined (RFC 9110, 5.3). */
export type RequestHeaders = Pick<Headers, 'get'>

/** Returns headers without some of them. @param names in lower case */
export const withoutHeaders = (headers: RequestHeaders, names: readonly string[]): RequestHeaders => ({
  get: (name) => (names.includes(name.toLowerCase()) ? null : headers.get(name)),
})

/** The properties of a URL that the service uses. */
export type RequestUrl = Pick<
  URL,
  'protocol' | 'host' | 'hostname' | 'origin' | 'pathname' | 'search' | 'searchParams'
> & {
  /** Whether the target has another spelling of the path, for example with dot segments. Default false. */
  readonly isRewritten?: boolean
}

/**
 * Reads the body, at most `limit` bytes of it.
 *
 * @throws Problem `body-too-large`; `malformed-body` if the client disconnects before the end
 */
export type ReadBody = (limit: number) => Promise<Uint8Array>

/** State of a node within its cluster. */
export type ClusterState = {
  /**
   * Whether the node receives invalidations of other nodes. If not, it queries the store for every
   * request.
   */
  readonly isJoined: boolean
  /** Whether all nodes share rate limits. If not, each node counts on its own. */
  readonly limitsShared: boolean
  /**
   * Whether this node watches the market: for all nodes, or only for itself while it is
   * disconnected.
   */
  readonly isMarketSource: boolean
}

/** State of the process. */
export type ProcessState = {
  /** Values for `/metrics`, read on request. */
  readonly metrics: () => Readings
  /** Whether the process is shutting down, so that load balancers should send no new requests. */
  readonly isStopping: boolean
  /** State of the node within the cluster; absent without a cluster. */
  readonly cluster?: ClusterState
}

/** The part of a request that every transport event has, for the metrics and the logs. */
export type RequestHead = {
  readonly method: string
  readonly headers: RequestHeaders
  /** The caller's IP address; undefined if unknown. */
  readonly address: string | undefined
}

/** A request as a transport reads it. */
export type RequestInput = RequestHead & {
  readonly url: RequestUrl
  readonly body: ReadBody
  /**
   * Returns the SHA-256 of the client certificate, or null if there is no trusted one. Called only
   * if a key is bound to a certificate.
   */
  readonly certificate?: (() => string | null) | undefined
  /** State of the process. */
  readonly processState?: (() => ProcessState) | undefined
}

const noParameters: Readonly<Record<string, string>> = {}
const noDoors: ReadonlySet<Door> = new Set()
const noLimits: readonly RouteLimit[] = []
const noHeaders: HeaderList = []
const countNothing: TakeLimits = () => undefined

/** Request. A class, so that requests of all transports have the same hidden class. */
export class HttpRequest implements RequestHead, CallerListener {
  readonly method: string
  readonly headers: RequestHeaders
  readonly address: string | undefined
  readonly url: RequestUrl
  readonly body: ReadBody
  readonly certificate: (() => string | null) | undefined
  readonly processState: (() => ProcessState) | undefined

  // Set by the request handler before the route is called.
  /** Id in the response and in the log. */
  requestId = ''
  /** Monotonic milliseconds. */
  startedAt = 0
  /** Name of the route in the metrics and the log. */
  routeName = 'none'
  /** Decoded path parameters by name, for example `symbol`. */
  parameters = noParameters
  /** The doors that are open at the requested host name. */
  doors = noDoors
  /** Names of the route's limits. */
  limits: readonly RouteLimit[] = noLimits
  /** Counts the request of a caller against limits. */
  takeLimits: TakeLimits = countNothing
  /** The caller; undefined until `onIdentified` is called. */
  caller: CallerIdentity | undefined
  /** The problem of the response. */
  problem: Problem | undefined
  /** Headers that the response has even if it is a problem. Set by the route. */
  warnings = noHeaders

  constructor({ method, headers, address, url, body, certificate, processState }: RequestInput) {
    this.method = method
    this.headers = headers
    this.address = address
    this.url = url
    this.body = body
    this.certificate = certificate
    this.processState = processState
  }

  /** Stores the caller for the log, and counts the request against the limits of the route. */
  onIdentified(caller: CallerIdentity): MaybePromise<RateState | undefined> {
    this.caller = caller
    return this.takeLimits(this.limits, caller)
  }
}
