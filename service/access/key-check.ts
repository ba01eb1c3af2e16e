/** Keys checked against their stored hashes. */
import type { Key, KeyKind, KeyRepository } from '#service/store/keys.ts'
import { sameHash } from './hashing.ts'
import type { Hash } from './hashing.ts'

/** `last_used_at` is written at most this often per key. */
const touchEveryMs = 60_000

/** Checks secrets and records when keys were last used. */
export type KeyCheck = {
  readonly touch: (key: Key) => Promise<void>
  /** The key, where it is of this kind, not revoked and the secret is right. Unknown ids cost the same hash. */
  readonly verified: (id: string | undefined, kind: KeyKind, secret: string) => Promise<Key | undefined>
}

export function createKeyCheck(keys: KeyRepository, hash: Hash, clock: () => number): KeyCheck {
  const touched = new Map<string, number>()
  const touch = async (key: Key) => {
    const now = clock()
    if (now - (touched.get(key.id) ?? key.lastUsedAt ?? 0) < touchEveryMs) return
    touched.set(key.id, now)
    await keys.touch(key.id, now)
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
    if (!key || key.kind !== kind || key.revokedAt !== null || !(current || before)) return undefined
    await touch(key)
    return key
  }

  return { touch, verified }
}
