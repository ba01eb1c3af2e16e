/**
 * A store whose answers to what is asked with every request are remembered for as long as nothing has ended: a revocation,
 * by whichever process, counts on the next request all the same. Where the store cannot tell, it is asked every time.
 */
import { boundedMap } from '#service/market/bounded-map.ts'
import { credentialReads } from './credential-reads.ts'
import type { Store } from './store.ts'

/** Credentials remembered of each kind. */
const most = 20_000
/** However long nothing ends. */
const longestMs = 60_000

type Remembered<Value> = (key: string, read: () => Promise<Value>) => Promise<Value>

/** @param elapsed monotonic milliseconds */
export function rememberingStore(store: Store, elapsed: () => number): Store {
  const { batches } = store

  const remembered = <Value>(): Remembered<Value> => {
    const known = boundedMap<string, { version: number; until: number; value: Value }>(most)
    return async (key, read) => {
      // Asked before the store is: what changes while it answers is not missed.
      const version = store.accessVersion()
      const before = version === null ? undefined : known.get(key)
      if (before?.version === version && elapsed() < before.until) return before.value
      const value = await read()
      // What is not there is not remembered: anybody could fill the memory with it.
      if (version !== null && value !== undefined)
        known.set(key, { version, until: elapsed() + longestMs, value })
      return value
    }
  }
  const latest = remembered<Awaited<ReturnType<typeof batches.latest>>>()
  return {
    ...store,
    ...credentialReads(store, remembered),
    batches: { ...batches, latest: () => latest('', () => batches.latest()) },
  }
}
