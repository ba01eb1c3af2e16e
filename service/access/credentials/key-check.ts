/** Keys checked against their stored hashes. */
import { isUsable } from '#service/store/keys.ts'
import type { Key, KeyKind, KeyRepository } from '#service/store/keys.ts'
import { sameHash } from './hashing.ts'
import type { AccessParts } from '#service/access/access-parts.ts'

/** `last_used_at` is written at most this often per key. */
const touchEveryMs = 60_000

/** Checks secrets and records when keys were last used. */
export type KeyCheck = {
  readonly touch: (key: Key) => void
  /** The key if it is of this kind, not revoked, and the secret matches. Unknown ids cost the same hash. */
  readonly verified: (id: string | undefined, kind: KeyKind, secret: string) => Promise<Key | undefined>
  /**
   * Synchronous variant that uses cached data; undefined if the store must be queried
   * (`store/cache-validity.ts`), the secret is not the current one, or hashing is asynchronous here.
   */
  readonly remembered: (id: string, kind: KeyKind, secret: string) => Key | undefined
}

export type KeyCheckParts = Pick<AccessParts, 'hash' | 'clock' | 'elapsed' | 'knownKey'> & {
  readonly keys: KeyRepository
}

export function createKeyCheck({ keys, knownKey, hash, clock, elapsed }: KeyCheckParts): KeyCheck {
  /** Monotonic time at which this process last wrote it. */
  const touched = new Map<string, number>()
  const touch = (key: Key) => {
    const [now, before] = [elapsed(), touched.get(key.id)]
    if (before !== undefined && now - before < touchEveryMs) return
    const at = clock()
    touched.set(key.id, now)
    // Another process may have written it. A time in the future was written before the clock was set back.
    const age = at - (key.lastUsedAt ?? 0)
    if (before === undefined && age >= 0 && age < touchEveryMs) return
    // Best effort: not awaited, and a failure is logged but refuses no request.
    void keys.touch(key.id, at).catch(() => {})
  }
  const verified = async (
    id: string | undefined,
    kind: KeyKind,
    secret: string,
  ): Promise<Key | undefined> => {
    const [key, given] = [id === undefined ? undefined : await keys.find(id), await hash(secret)]
    const current = sameHash(given, key?.secretHash ?? '0'.repeat(64))
    const before =
      sameHash(given, key?.previous?.secretHash ?? '0'.repeat(64)) && (key?.previous?.until ?? 0) > clock()
    if (!key || key.kind !== kind || !isUsable(key) || !(current || before)) return undefined
    touch(key)
    return key
  }
  const remembered: KeyCheck['remembered'] = (id, kind, secret) => {
    const key = knownKey(id)
    if (key?.kind !== kind || !isUsable(key)) return undefined
    const given = hash(secret)
    if (typeof given !== 'string' || !sameHash(given, key.secretHash)) return undefined
    touch(key)
    return key
  }

  return { touch, verified, remembered }
}
