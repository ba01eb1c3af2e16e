/**
 * The rate limits of callers, with their numbers. Each limit is a token bucket that holds `burst` tokens and is refilled
 * with `perMinute`. The rows of the route table name the limits that count their requests. OpenAPI and the problem pages
 * print the numbers from here; limits.test.ts compares docs/operating.md and docs/data-api.md with them.
 *
 * Sizing: no limit is reached by an office or carrier whose 200 widgets behind one address open at once, nor
 * by 50 machines that run a partner's tests all day. http/limits.test.ts verifies this.
 */

/** A rate limit. Its name says which requests or credentials share one bucket. */
export type Limit = {
  /** Name in the log and the metrics. */
  readonly name: string
  /** Tokens refilled per minute. */
  readonly perMinute: number
  /** Bucket size; defaults to `perMinute`. */
  readonly burst?: number
  /** The counted unit in messages to the caller; defaults to requests. */
  readonly counted?: string
}

/** Bucket size of a limit. */
export const burstOf = ({ perMinute, burst = perMinute }: Limit): number => burst

/**
 * A limit by address counts an IPv6 caller by its /64 network, and its /48 network with a limit that is
 * this many times as large.
 */
export const outerBlockFactor = 16

/** The limit of a /48 network, from that of an address. */
export const outerBlockLimit = (limit: Limit): Limit => ({
  ...limit,
  name: `${limit.name}-48`,
  perMinute: outerBlockFactor * limit.perMinute,
  burst: outerBlockFactor * burstOf(limit),
})

/** A widget sends about 12 requests when it opens, and about 10 a minute while visible. */
export const defaultLimits = {
  /** Requests of one subscription key; `key issue --rate` sets another number for a key. */
  subscriptionKey: { name: 'subscription-key', perMinute: 1200 },
  /** Requests of one legacy client, over all its tokens. */
  legacyClient: { name: 'legacy-client', perMinute: 1200 },
  /** Requests of one widget: two orders of magnitude above those of a visible widget. */
  widgetSession: { name: 'widget-session', perMinute: 1200 },
  /**
   * Requests of one user of a partner in all widgets: 50 test machines with one user at 120 a minute each. In the
   * API-key flow by address block, too.
   */
  widgetUser: { name: 'widget-user', perMinute: 6000 },
  /**
   * Requests of all widgets behind one address: enough for 2,000 visible widgets, or ten times what 200
   * widgets send that open at once.
   */
  widgetAddress: { name: 'widget-address', perMinute: 24_000 },
  /**
   * Requests of widgets with a position or a contract, from one address. Each value needs an analysis of about 5 ms,
   * so all of them take 5 % of a core. 200 widgets that open at once with a position send one each.
   */
  positionAddress: { name: 'position-address', perMinute: 600, counted: 'requests with a position' },
  /**
   * `/Token` and `/setCookie` from one address, two per opening widget: 400 widgets at once, and a steady 15
   * a second (50 test machines that each open one every 3.4 s).
   */
  openingAddress: { name: 'opening-address', perMinute: 1800, burst: 800 },
  /**
   * Style sheets and files of partners' fonts from one address, without a credential: 200 widgets with a font of 8 faces
   * that open at once, and a steady 60 a second (50 test machines that open a widget every 3.4 s, with three faces).
   */
  fontAddress: { name: 'font-address', perMinute: 3600 },
  /** Lists and files of the sealed record from one address, without a credential: ten years of nights at once. */
  recordAddress: { name: 'record-address', perMinute: 3600 },
  /**
   * Pages and files of the documentation, and the description of the API, from one address, without a credential. They
   * are the largest responses. 50 readers that open a page with its files at once, and a steady 30 requests a second.
   */
  documentAddress: { name: 'document-address', perMinute: 1800, burst: 900 },
  /** Sessions that one public key opens on pages of one origin: a partner's 6,000 readers in one minute. */
  openingKeyOrigin: { name: 'opening-key-origin', perMinute: 6000, counted: 'sessions opened' },
  /** One-time tokens and sessions of one partner, over all its keys and origins. */
  partner: { name: 'partner', perMinute: 12_000, counted: 'tokens and sessions' },
  /** Tokens of one legacy client. A token lives for an hour, but a client may request one for every call. */
  clientTokens: { name: 'client-tokens', perMinute: 1200, counted: 'tokens' },
  /**
   * Bad credentials from one address: 200 widgets whose session has ended send six requests each. An
   * attacker gets 300 attempts a minute to guess 256 bits.
   */
  failedAddress: { name: 'failed-address', perMinute: 300, burst: 1200, counted: 'failed credentials' },
  /**
   * Wrong secrets for one client_id from one address: an attacker locks out its own address, not the client
   * at other addresses.
   */
  failedClient: { name: 'failed-client', perMinute: 60, counted: 'failed credentials' },
  /** Wrong secrets for one client_id from all addresses: a hundred attempts a second to guess 256 bits. */
  failedClientAnywhere: {
    name: 'failed-client-anywhere',
    perMinute: 6000,
    burst: 1200,
    counted: 'failed credentials',
  },
  /**
   * Failures per public id, or per credential if it has no public id. Applied per node once an address has
   * used up `failed-address`. A client with a revoked key uses up only its own bucket, regardless of its
   * number of machines.
   */
  throttledCredential: { name: 'throttled-credential', perMinute: 60, counted: 'failed credentials' },
  /**
   * Failures of all throttled credentials of an address, per node: a hundred checks a second, of about 50 µs
   * each with the embedded store. A higher rate of well-formed but invalid credentials delays only
   * callers behind the same address that this node has not verified before.
   */
  throttledAddress: {
    name: 'throttled-address',
    perMinute: 6000,
    burst: 1200,
    counted: 'failed credentials',
  },
  /**
   * Feed subscriptions to symbols outside the market's universe, from one address: four widgets with a list of unknown
   * symbols that open at once. Each node counts alone.
   */
  unknownSymbols: { name: 'unknown-symbols', perMinute: 300, burst: 400, counted: 'unknown symbols' },
  /**
   * Frames of all feeds of one address: 500 widgets that reconnect at once send 3 each, and 500 readers 24 a minute each
   * while they change symbols and scroll lists. A frame with 42 symbols costs 0.07 to 0.2 ms. Each node counts alone.
   */
  feedFrames: { name: 'feed-frames', perMinute: 12_000, burst: 6000, counted: 'feed frames' },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof defaultLimits
export type Limits = Readonly<Record<LimitName, Limit>>

/**
 * Limits that a route may name: they count requests. The others count failed credentials, at every route, and
 * frames and subscriptions of the feed.
 */
export type RouteLimit = Exclude<
  LimitName,
  | 'failedAddress'
  | 'failedClient'
  | 'failedClientAnywhere'
  | 'throttledCredential'
  | 'throttledAddress'
  | 'unknownSymbols'
  | 'feedFrames'
>
