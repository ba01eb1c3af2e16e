/** A Map that forgets what was used longest ago once it is full. */
export type BoundedMap<K, V> = {
  get(key: K): V | undefined
  set(key: K, value: V): void
  clear(): void
  readonly size: number
}

export function boundedMap<K, V>(limit: number): BoundedMap<K, V> {
  const entries = new Map<K, V>()
  // Asked for again it stays where it is: moving an entry costs more than finding it.
  let newest: K | undefined
  return {
    get(key) {
      const value = entries.get(key)
      if (value !== undefined && key !== newest) {
        entries.delete(key)
        entries.set(key, value)
        newest = key
      }
      return value
    },
    set(key, value) {
      entries.delete(key)
      entries.set(key, value)
      newest = key
      const oldest = entries.keys().next()
      if (entries.size > limit && !oldest.done) entries.delete(oldest.value)
    },
    clear: () => entries.clear(),
    get size() {
      return entries.size
    },
  }
}
