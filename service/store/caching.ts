/**
 * Caching of the store: the data that every request needs (keys, sessions, legacy tokens, accounts, the
 * batch) is cached by the rule of `cache-validity.ts`. A revocation by any process takes effect on
 * the next request. While the store is unavailable, callers that were verified within the last
 * minute get results from the last batch, and all other callers are refused.
 */
import { LRUCache } from 'lru-cache'
import { thenOrNow } from '#service/shared/maybe-promise.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'
import type { ReleaseState } from '#service/shared/release-channels.ts'
import type { Partner } from './accounts.ts'
import type { PublishedBatches } from './batches.ts'
import type { Key } from './keys.ts'
import type { InvalidationEvent } from './invalidation-events.ts'
import type { Session, SessionRepository } from './sessions.ts'
import type { Store } from './store.ts'
import { createCacheValidity, isUnavailable } from './cache-validity.ts'
import type { Stamp, CacheValidity } from './cache-validity.ts'

/** A session, and the monotonic time of the store query that returned it, milliseconds. */
export type VerifiedSession = Session & { readonly verifiedAt: number }

export interface VerifiedSessions extends SessionRepository {
  byCookie(cookieHash: string, now: number): Promise<VerifiedSession | undefined>
  byToken(tokenHash: string, now: number): Promise<VerifiedSession | undefined>
}

/** A store that returns cached data while the engine is unavailable. */
export interface StaleIfErrorStore extends Store {
  readonly sessions: VerifiedSessions
}

export type CachingStore = {
  /**
   * Fails if a query is needed and the engine is unavailable. For all calls that grant or revoke
   * access.
   */
  readonly store: Store
  /**
   * Returns cached data while the engine is unavailable. Only for callers that already have access.
   */
  readonly staleIfError: StaleIfErrorStore
  /** The batches for look-ups: `latest` is synchronous if no query is needed. */
  readonly publishedBatches: PublishedBatches
  /** The cached key of an id; undefined if the store must be queried. */
  readonly cachedKey: (id: string) => Key | undefined
  /** The cached session of a cookie's hash; undefined if the store must be queried. */
  readonly cachedSession: (cookieHash: string) => VerifiedSession | undefined
  /**
   * The account of a caller that already has access; undefined if there is none. Synchronous if no query is
   * needed; returns a cached account while the engine is unavailable.
   */
  readonly accountOf: (partnerId: string) => MaybePromise<Partner | undefined>
  /**
   * States of releases. Synchronous if no query is needed; the last ones, or none, while the engine is
   * unavailable.
   */
  readonly releaseStates: () => MaybePromise<readonly ReleaseState[]>
  /** Whether the store is unavailable and cached data is served. */
  readonly isStale: () => boolean
  /** Whether callers that were verified within the last minute get responses without the store. */
  readonly servesFromCache: () => boolean
  /**
   * Applies an invalidation of this or another process: data that it replaces is not served
   * afterwards.
   */
  readonly invalidate: (event: InvalidationEvent) => void
}

/** Maximum number of entries in each cache of credentials. */
const maxCredentials = 20_000

/**
 * Adds caches to a store.
 *
 * @param store a guarded store, whose failures are Problems (`guarded.ts`)
 * @param elapsed monotonic clock, milliseconds
 */
export function cachingStore(store: Store, elapsed: () => number): CachingStore {
  const validity = createCacheValidity(store, elapsed)
  const batchValidity = createReplaceableValidity(validity, elapsed)
  const releasesValidity = createReplaceableValidity(validity, elapsed)
  const releases = recordCache<readonly ReleaseState[]>(releasesValidity, 1)
  const hasEnded = ({ id }: VerifiedSession) => validity.hasEnded(id)
  const caches: Caches = {
    keys: recordCache(validity, maxCredentials),
    cookies: recordCache(validity, maxCredentials, hasEnded),
    bearers: recordCache(validity, maxCredentials, hasEnded),
    legacyTokens: recordCache(validity, maxCredentials),
    accounts: recordCache(validity, maxCredentials),
    batch: recordCache(batchValidity, 1),
  }
  const releaseStates = () => releases.staleIfError('', () => store.releases.list())
  return {
    store: withCaches(store, caches, elapsed, 'current'),
    staleIfError: withCaches(store, caches, elapsed, 'staleIfError'),
    publishedBatches: {
      ...store.batches,
      latest: () => caches.batch.staleIfError('', () => store.batches.latest()),
    },
    cachedKey: caches.keys.peek,
    cachedSession: caches.cookies.peek,
    accountOf: (partnerId) => caches.accounts.staleIfError(partnerId, () => store.accounts.find(partnerId)),
    releaseStates: () => thenOrNow(releaseStates(), (states) => states ?? []),
    isStale: validity.isDown,
    servesFromCache: validity.hasRecentQuery,
    invalidate(event) {
      validity.invalidate(event)
      if (event.kind === 'batch-published') batchValidity.onReplaced()
      if (event.kind === 'releases-changed') releasesValidity.onReplaced()
    },
  }
}

/**
 * Validity of a cached record that is no credential, the batch or the states of releases: the last one is served
 * as long as the store is unavailable. A replacement revokes no access: cached credentials stay valid,
 * and only this record is queried again.
 */
function createReplaceableValidity(validity: CacheValidity, elapsed: () => number) {
  let replacedAt = -Infinity
  return {
    ...validity,
    isCurrent: (stamp: Stamp) => stamp.queriedAt > replacedAt && validity.isCurrent(stamp),
    mayServeStale: () => true,
    onReplaced: () => void (replacedAt = elapsed()),
  }
}

type Read<Value> = (name: string, find: () => Promise<Value | undefined>) => MaybePromise<Value | undefined>

/**
 * Cache of one kind of record. Missing records are not cached, because callers could fill the cache
 * with them.
 */
type RecordCache<Value> = {
  /** Synchronous; undefined if the store must be queried. */
  readonly peek: (name: string) => Value | undefined
  /** Returns the cached record if it is current, otherwise queries the store. */
  readonly current: Read<Value>
  /** Like `current`, but returns the last cached record if the store is unavailable. */
  readonly staleIfError: Read<Value>
}

/** The caches, by kind of record: sessions by cookie hash and by bearer hash. */
type Caches = {
  readonly keys: RecordCache<Key>
  readonly cookies: RecordCache<VerifiedSession>
  readonly bearers: RecordCache<VerifiedSession>
  readonly legacyTokens: RecordCache<ResultOf<Store['tokens']['legacyToken']>>
  readonly accounts: RecordCache<Partner>
  readonly batch: RecordCache<ResultOf<Store['batches']['latest']>>
}
type ResultOf<Call extends (...args: never[]) => Promise<unknown>> = NonNullable<Awaited<ReturnType<Call>>>

function recordCache<Value>(
  validity: CacheValidity,
  capacity: number,
  hasEnded: (value: Value) => boolean = () => false,
): RecordCache<Value> {
  const entries = new LRUCache<string, { readonly value: Value | undefined; readonly stamp: Stamp }>({
    max: capacity,
  })
  const read = (name: string, isValid: (stamp: Stamp) => boolean) => {
    const entry = entries.get(name)
    return entry?.value !== undefined && isValid(entry.stamp) && !hasEnded(entry.value)
      ? entry.value
      : undefined
  }
  const peek = (name: string) => read(name, validity.isCurrent)
  const query = async (name: string, find: () => Promise<Value | undefined>) => {
    const { value, stamp } = await validity.query(find)
    const previous = entries.get(name)
    // Of two concurrent queries, the one that was started later wins.
    if (previous ? previous.stamp.queriedAt <= stamp.queriedAt : value !== undefined)
      entries.set(name, { value, stamp })
    return value
  }
  return {
    peek,
    current: (name, find) => peek(name) ?? query(name, find),
    staleIfError: (name, find) =>
      peek(name) ??
      query(name, find).catch((error: unknown) => {
        const value = isUnavailable(error) ? read(name, validity.mayServeStale) : undefined
        if (value === undefined) throw error
        return value
      }),
  }
}

/** The record; undefined if it has expired since it was cached. */
const unlessExpired = <Value extends { readonly expiresAt: number }>(value: Value | undefined, now: number) =>
  value && value.expiresAt > now ? value : undefined

/** Adds caches for the data that every request needs. */
function withCaches(
  store: Store,
  { keys, cookies, bearers, legacyTokens, batch }: Caches,
  elapsed: () => number,
  mode: 'current' | 'staleIfError',
): StaleIfErrorStore {
  const { sessions, tokens, batches } = store
  const verified = (find: () => Promise<Session | undefined>) => async () => {
    const verifiedAt = elapsed()
    const session = await find()
    return session && { ...session, verifiedAt }
  }
  return {
    ...store,
    keys: { ...store.keys, find: async (id) => keys[mode](id, () => store.keys.find(id)) },
    sessions: {
      ...sessions,
      async byCookie(hash, now) {
        const find = verified(() => sessions.byCookie(hash, now))
        return unlessExpired(await cookies[mode](hash, find), now)
      },
      async byToken(hash, now) {
        const find = verified(() => sessions.byToken(hash, now))
        return unlessExpired(await bearers[mode](hash, find), now)
      },
    },
    tokens: {
      ...tokens,
      legacyToken: async (hash, now) =>
        unlessExpired(await legacyTokens[mode](hash, () => tokens.legacyToken(hash, now)), now),
    },
    batches: { ...batches, latest: async () => batch.current('', () => batches.latest()) },
  }
}
