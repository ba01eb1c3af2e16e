/**
 * How much of the service one caller may have: the one table of limits. Each is a bucket that holds `burst` and is filled
 * again by `perMinute`. docs/operating.md and docs/data-api.md repeat the numbers for their readers.
 *
 * They are sized so that an office or a carrier behind one address, whose 200 widgets open at once, and a farm of 50
 * machines that run a partner's tests all day never meet them; access/limits.test.ts holds them to that.
 */

/** One limit: how often, and by whom it is counted, which its name tells. */
export type Limit = {
  /** In the log and the metrics. */
  readonly name: string
  /** How many are given back in a minute. */
  readonly perMinute: number
  /** How many at once; as many as in a minute where it is left out. */
  readonly burst?: number
  /** What is counted, for the caller; requests where it is left out. */
  readonly counted?: string
}

/** How many at once. */
export const burstOf = ({ perMinute, burst = perMinute }: Limit): number => burst

/** A widget's opening asks for about 12 answers, and a widget that is looked at for about 10 a minute. */
export const defaultLimits = {
  /** Requests of one subscription key; `key issue --rate` gives a key a number of its own. */
  subscriptionKey: { name: 'subscription-key', perMinute: 1200 },
  /** Requests of one legacy client, over all its tokens. */
  legacyClient: { name: 'legacy-client', perMinute: 1200 },
  /** Requests of one widget: two orders of magnitude above what one does that is looked at. */
  widgetSession: { name: 'widget-session', perMinute: 1200 },
  /** Requests of one user of a partner in all widgets: 50 test machines with one user at 120 a minute each. */
  widgetUser: { name: 'widget-user', perMinute: 6000 },
  /** Requests of all widgets behind one address: 2,000 that are looked at, or 200 that open at once, ten times over. */
  widgetAddress: { name: 'widget-address', perMinute: 24_000 },
  /**
   * `/Token` and `/setCookie` from one address, two for a widget that opens: 400 widgets at once, and 15 a second for as long
   * as one likes (50 test machines that each open one every 3.4 s).
   */
  openingAddress: { name: 'opening-address', perMinute: 1800, burst: 800 },
  /** Sessions that one public key opens on pages of one origin: a partner's 6,000 readers in one minute. */
  openingKeyOrigin: { name: 'opening-key-origin', perMinute: 6000, counted: 'sessions opened' },
  /** One-time tokens and sessions of one partner, over all its keys and origins. */
  partner: { name: 'partner', perMinute: 12_000, counted: 'tokens and sessions' },
  /** Tokens of one legacy client: each lives for an hour, and a client that asks for one with every call may. */
  clientTokens: { name: 'client-tokens', perMinute: 1200, counted: 'tokens' },
  /**
   * Credentials of one address that are not good: 200 widgets whose session has ended ask six times each. Who guesses has
   * 300 tries a minute at 256 bits.
   */
  failedAddress: { name: 'failed-address', perMinute: 300, burst: 1200, counted: 'failed credentials' },
  /** Wrong secrets for one client_id from one address: who guesses at a client shuts out himself, and not its holder elsewhere. */
  failedClient: { name: 'failed-client', perMinute: 60, counted: 'failed credentials' },
  /** The same from all addresses: a hundred a second at 256 bits. */
  failedClientAnywhere: {
    name: 'failed-client-anywhere',
    perMinute: 6000,
    burst: 1200,
    counted: 'failed credentials',
  },
  /**
   * Behind an address that has used up `failed-address`, at each node: what fails under one public id, or is shown again and
   * again and has none. A neighbour with a revoked key, whatever his number of machines, uses up his own.
   */
  throttledCredential: { name: 'throttled-credential', perMinute: 60, counted: 'failed credentials' },
  /**
   * All of them together, at each node: a hundred looks a second, of some 50 µs each with the embedded store. Who makes up more
   * well-formed ones is in the way of those behind his address whom this node has not seen before.
   */
  throttledAddress: {
    name: 'throttled-address',
    perMinute: 6000,
    burst: 1200,
    counted: 'failed credentials',
  },
} as const satisfies Record<string, Limit>

export type Limits = Readonly<Record<keyof typeof defaultLimits, Limit>>

/** How many sessions may be open; one more ends the oldest. */
export const sessionCaps = {
  /** Of one user at one key: 50 test machines, four frames each, or ten times 20 open tabs. */
  perUser: 200,
  /** Of one key: what a store of 1 GB holds with room to spare. It is looked after now and then, not at each opening. */
  perKey: 250_000,
} as const

/** How many feed connections one process may have. */
export type FeedCaps = {
  /** In all. One more is closed at once, as overloaded, and the widget comes back later. */
  readonly open: number
  /** Of those, whose session is not known yet: a widget without cookies says its ticket within a second. One more closes the oldest. */
  readonly unknown: number
}

/** A tenth may be unknown. By itself 10,000 in all, at 20 KB each: 200 MB. */
export const feedCapsOf = (open = 10_000): FeedCaps => ({ open, unknown: Math.ceil(open / 10) })
