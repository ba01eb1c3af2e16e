/**
 * The store as the service has it: what is asked with every request (keys, sessions, legacy tokens, the batch) is remembered, by
 * the one rule of `trust.ts`. A revocation counts on the next request, by whichever process; where the store does not answer,
 * who was found good less than a minute ago goes on being served from the last good batch, and nobody else is.
 */
import { boundedMap } from '#service/markets/bounded-map.ts'
import type { Soon } from '#service/shared/maybe-promise.ts'
import type { PublishedBatches } from './batches.ts'
import type { Key } from './keys.ts'
import type { Notice } from './invalidation-events.ts'
import type { Session, SessionRepository } from './sessions.ts'
import type { Store } from './store.ts'
import { createTrust, isUnanswered } from './cache-validity.ts'
import type { Stamp, Trust } from './cache-validity.ts'

/** A session, and when the store itself last vouched for it: monotonic milliseconds. */
export type VerifiedSession = Session & { readonly verifiedAt: number }

export interface VerifiedSessions extends SessionRepository {
  byCookie(cookieHash: string, now: number): Promise<VerifiedSession | undefined>
  byToken(tokenHash: string, now: number): Promise<VerifiedSession | undefined>
}

/** A store that goes by what it said lately where it does not answer. */
export interface LastingStore extends Store {
  readonly sessions: VerifiedSessions
}

export type Remembering = {
  /** Fails where the store does not answer and has to. For what lets somebody in, or ends something. */
  readonly store: Store
  /** Only for whoever serves what is there already. */
  readonly lasting: LastingStore
  /** The batches, to answer from: the latest at once where the store need not be asked. */
  readonly published: PublishedBatches
  /** The key of an id, at once; undefined where the store has to be asked. */
  readonly knownKey: (id: string) => Key | undefined
  /** Whether the store does not answer, and what is served comes from what it said last. */
  readonly isStale: () => boolean
  /** What has ended or been published, here or elsewhere: from then on nothing is served that it has replaced. */
  readonly noticed: (notice: Notice) => void
}

/** Credentials remembered of each kind. */
const most = 20_000
/** @param elapsed monotonic milliseconds */
export function rememberingStore(store: Store, elapsed: () => number): Remembering {
  const trust = createTrust(store, elapsed)
  const batches = createBatchTrust(trust, elapsed)
  const memories: Memories = {
    keys: memory(trust),
    cookies: memory(trust, ({ id }) => trust.hasEnded(id)),
    bearers: memory(trust, ({ id }) => trust.hasEnded(id)),
    legacyTokens: memory(trust),
    batch: memory(batches),
  }
  return {
    store: through(store, memories, elapsed, 'current'),
    lasting: through(store, memories, elapsed, 'lasting'),
    published: {
      ...store.batches,
      latest: () => memories.batch.lasting('', () => store.batches.latest()),
    },
    knownKey: memories.keys.known,
    isStale: trust.isDown,
    noticed(notice) {
      trust.ended(notice)
      if (notice.kind === 'batch-published') batches.published()
    },
  }
}

/**
 * A batch is no credential: the last one stands in for as long as the store does not answer. Another one ends nobody's
 * access: what is remembered of him stands, and the batch alone is asked for again.
 */
function createBatchTrust(trust: Trust, elapsed: () => number) {
  let publishedAt = -Infinity
  return {
    ...trust,
    isCurrent: (stamp: Stamp) => stamp.at > publishedAt && trust.isCurrent(stamp),
    isBelieved: () => true,
    published: () => void (publishedAt = elapsed()),
  }
}

type Read<Value> = (name: string, ask: () => Promise<Value | undefined>) => Soon<Value | undefined>

/** What the store said of one kind of thing. What is not there is not remembered: anybody could fill the memory with it. */
type Memory<Value> = {
  /** At once; undefined where the store has to be asked. */
  readonly known: (name: string) => Value | undefined
  /** What is known, or else what the store says. */
  readonly current: Read<Value>
  /** The same, or else what it said before, where it does not answer. */
  readonly lasting: Read<Value>
}

type Memories = {
  readonly keys: Memory<Key>
  readonly cookies: Memory<VerifiedSession>
  readonly bearers: Memory<VerifiedSession>
  readonly legacyTokens: Memory<Found<Store['tokens']['legacyToken']>>
  readonly batch: Memory<Found<Store['batches']['latest']>>
}
type Found<Call extends (...given: never[]) => Promise<unknown>> = NonNullable<Awaited<ReturnType<Call>>>

function memory<Value>(trust: Trust, hasEnded: (value: Value) => boolean = () => false): Memory<Value> {
  const kept = boundedMap<string, { readonly value: Value | undefined; readonly stamp: Stamp }>(most)
  const keptWhere = (name: string, goes: (stamp: Stamp) => boolean) => {
    const one = kept.get(name)
    return one?.value !== undefined && goes(one.stamp) && !hasEnded(one.value) ? one.value : undefined
  }
  const known = (name: string) => keptWhere(name, trust.isCurrent)
  const asked = async (name: string, ask: () => Promise<Value | undefined>) => {
    const { value, stamp } = await trust.ask(ask)
    const before = kept.get(name)
    // Of two that ask at once, what the later one heard stays.
    if (before ? before.stamp.at <= stamp.at : value !== undefined) kept.set(name, { value, stamp })
    return value
  }
  return {
    known,
    current: (name, ask) => known(name) ?? asked(name, ask),
    lasting: (name, ask) =>
      known(name) ??
      asked(name, ask).catch((error: unknown) => {
        const value = isUnanswered(error) ? keptWhere(name, trust.isBelieved) : undefined
        if (value === undefined) throw error
        return value
      }),
  }
}

/** What was good when it was read and has expired since is nothing any more. */
const unlessOver = <Over extends { readonly expiresAt: number }>(one: Over | undefined, now: number) =>
  one && one.expiresAt > now ? one : undefined

/** The store, with `memories` before what is asked with every request. */
function through(
  store: Store,
  { keys, cookies, bearers, legacyTokens, batch }: Memories,
  elapsed: () => number,
  how: 'current' | 'lasting',
): LastingStore {
  const { sessions, tokens, batches } = store
  const verified = (find: () => Promise<Session | undefined>) => async () => {
    const verifiedAt = elapsed()
    const session = await find()
    return session && { ...session, verifiedAt }
  }
  return {
    ...store,
    keys: { ...store.keys, find: async (id) => keys[how](id, () => store.keys.find(id)) },
    sessions: {
      ...sessions,
      byCookie: async (hash, now) =>
        unlessOver(
          await cookies[how](
            hash,
            verified(() => sessions.byCookie(hash, now)),
          ),
          now,
        ),
      byToken: async (hash, now) =>
        unlessOver(
          await bearers[how](
            hash,
            verified(() => sessions.byToken(hash, now)),
          ),
          now,
        ),
    },
    tokens: {
      ...tokens,
      legacyToken: async (hash, now) =>
        unlessOver(await legacyTokens[how](hash, () => tokens.legacyToken(hash, now)), now),
    },
    batches: { ...batches, latest: async () => batch[how]('', () => batches.latest()) },
  }
}
