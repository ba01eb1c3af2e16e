/**
 * The limits of the service other than those of requests (rate-limits.ts) and of the log (bounded-log.ts), with their
 * numbers. limits.test.ts compares docs/operating.md with them.
 */

/** Number of callers and credentials that one process caches; the oldest are evicted first. */
export const cacheSizes = {
  /** Recently verified credentials, in each of two generations: about 5 MB. */
  verifiedCredentials: 50_000,
  /** Buckets of one limit, in each of two generations. */
  buckets: 100_000,
  /** Callers that are refused for failed credentials. */
  refusedCallers: 20_000,
  /** Callers with a recorded time of their last `rate-limited` line. */
  loggedCallers: 1000,
} as const

/** Size of one request. */
export const requestLimits = {
  /** Bytes of a path as sent. Checked before routing; the longest path of the API is under 200 bytes. */
  pathLength: 2048,
  /** Characters of a query. The longest query that a route needs has less than half as many. */
  queryLength: 2048,
  /** Bytes of a body. */
  bodyBytes: 8192,
  /** Bytes of all headers: the cookies of about 400 widgets on one site. The service removes old ones earlier. */
  headerBytes: 32 * 1024,
  headerCount: 200,
} as const

/** Requests that a connection of HTTP/1.1 sends before it has read the responses to those before them. */
export type PipelineLimits = {
  /** Such requests of one connection. A further one closes it. */
  readonly queuedRequests: number
  /** Connections of one address block that are closed for this in a minute, before it is refused for the rest of it. */
  readonly closedPerMinute: number
}

/** Browsers and proxies send the next request after the response. */
export const pipelineLimits: PipelineLimits = { queuedRequests: 4, closedPerMinute: 5 }

/** Bytes of responses that clients have not read. A response counts in full until its last byte is sent. */
export type UnreadLimits = {
  /** Of all responses of one connection, if there are several: one response may have any size. */
  readonly connectionBytes: number
  /** Of all connections of one address block. */
  readonly addressBytes: number
}

/**
 * A connection of HTTP/2 may have all files of the widget (1.1 MB without compression) or of a page of the documentation
 * with its search (5 MB) at once, an address 300 widgets that have read nothing of their 400 kB.
 */
export const unreadLimits: UnreadLimits = {
  connectionBytes: 8 * 1024 * 1024,
  addressBytes: 128 * 1024 * 1024,
}

/** The queue of analyses. */
export type SchedulerLimits = {
  /** Concurrent analyses. One computes at a time; the others wait for the market. */
  readonly concurrent: number
  /** Concurrent analyses of one caller, so that another one starts at once. */
  readonly concurrentPerCaller: number
  /** Queue length. */
  readonly queueLength: number
  /** Queue length of one caller. */
  readonly queueLengthPerCaller: number
}

/** At about 5 ms per analysis, the last of a full queue waits 5 s. One caller can request 500 symbols at once. */
export const schedulerLimits: SchedulerLimits = {
  concurrent: 16,
  concurrentPerCaller: 8,
  queueLength: 1000,
  queueLengthPerCaller: 500,
}

/** Recomputation of results that are old but still usable (docs/decisions/0030 and 0041). */
export const refreshLimits = {
  /** At 8 ms each, 4 a second take 3 % of a core: 500 constantly requested symbols are refreshed in 2 minutes. */
  perSecond: 4,
  /** A page of 30 symbols gets new results at once. */
  burst: 30,
  /**
   * Above this many requests a second, on average since the start of the last period, one result is
   * recomputed at a time, and no request waits for it.
   */
  lowLoadPerSecond: 100,
  periodMs: 10_000,
  /** Milliseconds that a result may be older than its lifetime while others are recomputed. */
  maxStaleMs: 120_000,
} as const

/** Files of the app that nodes publish to each other. Times are milliseconds. */
export const assetLimits = {
  /** A file is deleted this long after a node published it last: widgets that are open for weeks load it. */
  retentionMs: 30 * 24 * 3_600_000,
  publicationIntervalMs: 24 * 3_600_000,
  /** A file that any node has published within this time is not published again. */
  minPublicationAgeMs: 12 * 3_600_000,
  retryDelayMs: 30_000,
  /** A node listens after this time although its files are not published yet. */
  startDelayMs: 5000,
  /** Bytes of memory for files of other builds in all encodings: about four builds. */
  cachedBytes: 16 * 1024 * 1024,
  /** Minimum time between two reads of the names of all files, which unknown names cause. */
  listIntervalMs: 250,
} as const

/** Limits of one feed client. */
export const feedClientLimits = {
  /** A session's connections beyond this many close its oldest. */
  connectionsPerSession: 4,
  framesPerSecond: 50,
  /** Characters of a frame. */
  frameLength: 4096,
  /** Unknown symbols beyond the limit of the address after which a connection is closed. */
  rateLimitedKeys: 200,
} as const

/** Maximum numbers of open sessions. A further session ends the oldest. */
export const sessionLimits = {
  /**
   * Of one user at one key, and in the API-key flow at one address block: 50 test machines, four frames each, or ten
   * times 20 open tabs.
   */
  perUser: 200,
  /** Per key and flow: fits a store of 1 GB with room to spare. Enforced periodically, not at each opening. */
  perKey: 250_000,
} as const

/** Maximum numbers of feed connections of one process. */
export type FeedConnectionLimits = {
  /**
   * In total. A further connection takes the place of the largest holder's oldest one, or is closed at once as
   * overloaded; the widget reconnects later.
   */
  readonly open: number
  /** Of one address block. A further one closes its oldest. */
  readonly perAddress: number
  /** Of one account, if all places are taken: an account above it gives way to others. */
  readonly perAccount: number
  /**
   * Connections that are not authenticated yet: a widget without cookies sends its ticket within a second. A
   * further one closes the oldest.
   */
  readonly unauthenticated: number
}

/** Default number of feeds of one address block: an office or carrier with 500 visible widgets. */
export const defaultFeedsPerAddress = 500

/** Limits for a total number of connections. Default: 10,000, about 200 MB at 20 KB each. */
export const feedConnectionLimitsOf = (
  open = 10_000,
  perAddress = defaultFeedsPerAddress,
): FeedConnectionLimits => ({
  open,
  perAddress,
  perAccount: Math.ceil(open / 4),
  unauthenticated: Math.ceil(open / 10),
})

/**
 * Limits of exported spans, per process. A span costs 20 µs, about half of a request from the cache, so that all of them
 * cost 0.2 % of a core. Requests with a `traceparent` have a separate limit: callers can neither increase the cost, nor
 * displace the spans of others.
 */
export const spanLimits = {
  /** Spans a second of requests that the operator's sampler chooses. */
  ownPerSecond: 50,
  /** Spans a second of requests whose `traceparent` has the sampled flag. */
  callerPerSecond: 50,
  /** Spans that wait for their export; further ones are dropped. */
  queued: 2048,
} as const
