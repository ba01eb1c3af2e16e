/** Keys checked against their stored hashes. */
import { boundedMap } from '#service/market/bounded-map.ts'
import { isUsable } from '#service/store/keys.ts'
import type { Key, KeyKind, KeyRepository } from '#service/store/keys.ts'
import { sameHash } from './hashing.ts'
import type { Store } from '#service/store/store.ts'
import type { AccessParts } from './parts.ts'

/** `last_used_at` is written at most this often per key. */
const touchEveryMs = 60_000

/** Checks secrets and records when keys were last used. */
export type KeyCheck = {
  readonly touch: (key: Key) => void
  /** The key, where it is of this kind, not revoked and the secret is right. Unknown ids cost the same hash. */
  readonly verified: (id: string | undefined, kind: KeyKind, secret: string) => Promise<Key | undefined>
  /**
   * What `verified` found lately, without asking the store; undefined where it has to be asked: something may have ended
   * since, the last time is a minute ago, or hashing takes its time here.
   */
  readonly remembered: (kind: KeyKind, secret: string) => Key | undefined
}

export type KeyCheckParts = Pick<AccessParts, 'hash' | 'clock' | 'elapsed'> & {
  readonly keys: KeyRepository
  readonly accessVersion: Store['accessVersion']
}

/** A key with what stood when it was read. `until`: on the clock of durations. */
type Remembered = { readonly key: Key; readonly version: number; readonly until: number }

const mostRemembered = 20_000
/** However long nothing ends. */
const rememberedMs = 60_000

export function createKeyCheck({ keys, hash, clock, elapsed, accessVersion }: KeyCheckParts): KeyCheck {
  /** By the keyed hash of the secret, never by the secret. */
  const known = boundedMap<string, Remembered>(mostRemembered)
  /** When this process last wrote it, on the clock of durations. */
  const touched = new Map<string, number>()
  const touch = (key: Key) => {
    const [now, before] = [elapsed(), touched.get(key.id)]
    if (before !== undefined && now - before < touchEveryMs) return
    const at = clock()
    touched.set(key.id, now)
    // Another process may have written it; one that lies ahead was written before the clock was put back.
    const age = at - (key.lastUsedAt ?? 0)
    if (before === undefined && age >= 0 && age < touchEveryMs) return
    // At best: nobody waits for it, and nobody is refused because of it. What fails stands in the log.
    void keys.touch(key.id, at).catch(() => {})
  }
  const verified = async (
    id: string | undefined,
    kind: KeyKind,
    secret: string,
  ): Promise<Key | undefined> => {
    // Asked before the store is: what changes while it answers is not missed.
    const version = accessVersion()
    const [key, given] = [id === undefined ? undefined : await keys.find(id), await hash(secret)]
    const current = sameHash(given, key?.secretHash ?? '0'.repeat(64))
    const before =
      sameHash(given, key?.previous?.secretHash ?? '0'.repeat(64)) && (key?.previous?.until ?? 0) > clock()
    if (!key || key.kind !== kind || !isUsable(key) || !(current || before)) return undefined
    touch(key)
    // The one before the last rotation is good for a time only, which no change of the store ends.
    if (current && version !== null) known.set(given, { key, version, until: elapsed() + rememberedMs })
    return key
  }
  const remembered = (kind: KeyKind, secret: string): Key | undefined => {
    const given = hash(secret)
    const one = typeof given === 'string' ? known.get(given) : undefined
    if (one?.key.kind !== kind || elapsed() >= one.until || accessVersion() !== one.version) return undefined
    touch(one.key)
    return one.key
  }

  return { touch, verified, remembered }
}
