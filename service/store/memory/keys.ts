/** Keys in memory. */
import type { Key, KeyRepository } from '../keys.ts'
import { disabledAt } from './records.ts'
import type { Records } from './records.ts'

export function memoryKeys(records: Records): KeyRepository {
  const { keys } = records
  const withDisabledAt = (key: Omit<Key, 'disabledAt'>): Key => ({
    ...key,
    disabledAt: disabledAt(records, key.partnerId),
  })
  /** Changes a key. False if it does not exist or is revoked. */
  const change = (id: string, changes: Partial<Key>): boolean => {
    const key = keys.get(id)
    if (!key || key.revokedAt !== null) return false
    keys.set(id, { ...key, ...changes })
    return true
  }
  return {
    async add(key) {
      if (keys.has(key.id)) throw new Error(`key ${key.id} already exists`)
      const { disabledAt: _ofAccount, ...stored } = key as Key
      keys.set(key.id, stored)
    },
    async find(id) {
      const key = keys.get(id)
      return key && withDisabledAt(key)
    },
    async list(partnerId) {
      return [...keys.values()]
        .filter((key) => partnerId === undefined || key.partnerId === partnerId)
        .map(withDisabledAt)
    },
    async replaceSecret(id, secretHash, previous) {
      return change(id, { secretHash, previous })
    },
    async revoke(id, revokedAt) {
      return change(id, { revokedAt })
    },
    async touch(id, usedAt) {
      const key = keys.get(id)
      if (key) keys.set(id, { ...key, lastUsedAt: usedAt })
    },
  }
}
