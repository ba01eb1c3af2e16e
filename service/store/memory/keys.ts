/** Keys in memory. */
import type { Key, KeyRepository } from '../keys.ts'
import { disabledAt } from './records.ts'
import type { Records } from './records.ts'

export function memoryKeys(records: Records): KeyRepository {
  const { keys } = records
  const known = (key: Omit<Key, 'disabledAt'>): Key => ({
    ...key,
    disabledAt: disabledAt(records, key.partnerId),
  })
  /** Changes a key that is not revoked; false if it does not exist. */
  const change = (id: string, changed: Partial<Key>): boolean => {
    const key = keys.get(id)
    if (!key || key.revokedAt !== null) return false
    keys.set(id, { ...key, ...changed })
    return true
  }
  return {
    async add(key) {
      if (keys.has(key.id)) throw new Error(`there is a key ${key.id} already`)
      const { disabledAt: _ofAccount, ...kept } = key as Key
      keys.set(key.id, kept)
    },
    async find(id) {
      const key = keys.get(id)
      return key && known(key)
    },
    async list(partnerId) {
      return [...keys.values()]
        .filter((key) => partnerId === undefined || key.partnerId === partnerId)
        .map(known)
    },
    async replaceSecret(id, secretHash, previous) {
      return change(id, { secretHash, previous })
    },
    async revoke(id, at) {
      return change(id, { revokedAt: at })
    },
    async touch(id, at) {
      const key = keys.get(id)
      if (key) keys.set(id, { ...key, lastUsedAt: at })
    },
  }
}
