/** Keys checked against their stored hashes. */
import { isUsable } from '#service/store/keys.ts'
import type { Key, KeyKind, KeyRepository } from '#service/store/keys.ts'
import { hashesEqual } from './hashing.ts'
import type { AccessParts } from '#service/access/access-parts.ts'

/** `last_used_at` is written at most this often per key. */
const touchEveryMs = 60_000

/** Checks secrets and records when keys were last used. */
export type KeyCheck = {
  readonly touch: (key: Key) => void
  /** The key if it is of this kind, not revoked, and the secret matches. Unknown ids cost the same hash. */
  readonly verify: (id: string | undefined, kind: KeyKind, secret: string) => Promise<Key | undefined>
  /**
   * Synchronous variant that uses cached data; undefined if the store must be queried
   * (`store/cache-validity.ts`), the secret is not the current one, or hashing is asynchronous here.
   */
  readonly verifyFromCache: (id: string, kind: KeyKind, secret: string) => Key | undefined
}

export type KeyCheckParts = Pick<AccessParts, 'hash' | 'clock' | 'elapsed' | 'knownKey'> & {
  readonly keys: KeyRepository
}

export function createKeyCheck({ keys, knownKey, hash, clock, elapsed }: KeyCheckParts): KeyCheck {
  /** Monotonic time at which this process last wrote it. */
  const lastTouchedAt = new Map<string, number>()
  const touch = (key: Key) => {
    const [now, previous] = [elapsed(), lastTouchedAt.get(key.id)]
    if (previous !== undefined && now - previous < touchEveryMs) return
    const usedAt = clock()
    lastTouchedAt.set(key.id, now)
    // Another process may have written it. A time in the future was written before the clock was set back.
    const age = usedAt - (key.lastUsedAt ?? 0)
    if (previous === undefined && age >= 0 && age < touchEveryMs) return
    // Best effort: not awaited, and a failure is logged but refuses no request.
    void keys.touch(key.id, usedAt).catch(() => {})
  }
  const verify = async (id: string | undefined, kind: KeyKind, secret: string): Promise<Key | undefined> => {
    const [key, presentedHash] = [id === undefined ? undefined : await keys.find(id), await hash(secret)]
    const isCurrent = hashesEqual(presentedHash, key?.secretHash ?? '0'.repeat(64))
    const isPrevious =
      hashesEqual(presentedHash, key?.previous?.secretHash ?? '0'.repeat(64)) &&
      (key?.previous?.until ?? 0) > clock()
    if (!key || key.kind !== kind || !isUsable(key) || !(isCurrent || isPrevious)) return undefined
    touch(key)
    return key
  }
  const verifyFromCache: KeyCheck['verifyFromCache'] = (id, kind, secret) => {
    const key = knownKey(id)
    if (key?.kind !== kind || !isUsable(key)) return undefined
    const presentedHash = hash(secret)
    if (typeof presentedHash !== 'string' || !hashesEqual(presentedHash, key.secretHash)) return undefined
    touch(key)
    return key
  }

  return { touch, verify, verifyFromCache }
}
