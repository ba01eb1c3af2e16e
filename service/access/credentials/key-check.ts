/** Checks keys against their stored hashes. */
import { isUsable } from '#service/store/keys.ts'
import type { Key, KeyKind, KeyRepository } from '#service/store/keys.ts'
import { hashesEqual } from './hashing.ts'
import type { AccessParts } from '#service/access/access-parts.ts'

/** Minimum interval of writes of `last_used_at` per key. */
const minTouchIntervalMs = 60_000

/** Checks secrets and records when keys were last used. */
export type KeyCheck = {
  /** Records that a key was used. */
  readonly touch: (key: Key) => void
  /**
   * The key if it is of this kind and valid, and the secret matches. Also hashes the secret for an
   * unknown id.
   */
  readonly verify: (id: string | undefined, kind: KeyKind, secret: string) => Promise<Key | undefined>
  /**
   * Synchronous variant that uses cached data. Undefined if the store must be queried
   * (`store/cache-validity.ts`), the secret is not the current one, or hashing is asynchronous.
   */
  readonly verifyFromCache: (id: string, kind: KeyKind, secret: string) => Key | undefined
}

export type KeyCheckParts = Pick<AccessParts, 'hash' | 'clock' | 'elapsed' | 'cachedKey'> & {
  readonly keys: KeyRepository
}

export function createKeyCheck({ keys, cachedKey, hash, clock, elapsed }: KeyCheckParts): KeyCheck {
  /** Monotonic time of the last write of `last_used_at` by this process, by key id. */
  const lastTouchedAt = new Map<string, number>()
  const touch = (key: Key) => {
    const [now, previous] = [elapsed(), lastTouchedAt.get(key.id)]
    if (previous !== undefined && now - previous < minTouchIntervalMs) return
    const usedAt = clock()
    lastTouchedAt.set(key.id, now)
    // Another process may have written it recently. A time in the future was written before the clock was set back.
    const age = usedAt - (key.lastUsedAt ?? 0)
    if (previous === undefined && age >= 0 && age < minTouchIntervalMs) return
    // Best effort: not awaited, and a failure is logged but refuses no request.
    void keys.touch(key.id, usedAt).catch(() => {})
  }
  const verify = async (id: string | undefined, kind: KeyKind, secret: string): Promise<Key | undefined> => {
    const [key, presentedHash] = [id === undefined ? undefined : await keys.find(id), await hash(secret)]
    const isCurrent = hashesEqual(presentedHash, key?.secretHash ?? '0'.repeat(64))
    const isPrevious =
      hashesEqual(presentedHash, key?.previous?.secretHash ?? '0'.repeat(64)) &&
      (key?.previous?.until ?? 0) > clock()
    if (!key || key.kind !== kind || !isUsable(key, clock()) || !(isCurrent || isPrevious)) return undefined
    touch(key)
    return key
  }
  const verifyFromCache: KeyCheck['verifyFromCache'] = (id, kind, secret) => {
    const key = cachedKey(id)
    if (key?.kind !== kind || !isUsable(key, clock())) return undefined
    const presentedHash = hash(secret)
    if (typeof presentedHash !== 'string' || !hashesEqual(presentedHash, key.secretHash)) return undefined
    touch(key)
    return key
  }

  return { touch, verify, verifyFromCache }
}
