/**
 * What the store said last, for as long as it says nothing: who was found good less than a minute ago goes on being served
 * from the last good batch. Nobody else is, and nothing is written.
 */
import { Problem } from '#contract/problem.ts'
import { boundedMap } from '#service/market/bounded-map.ts'
import type { Batch } from './batches.ts'
import { credentialReads } from './credential-reads.ts'
import type { Store } from './store.ts'

export type Outlasting = {
  /** Only for whoever serves what is there already. What lets somebody in, or ends something, asks the store itself. */
  readonly store: Store
  /** Whether the last that was asked of the store stays unanswered: what is served now may be old. */
  isDown(): boolean
  /** Something may have ended, here or elsewhere: nothing that was read before is believed. */
  ended(): void
}

/** How long a credential that was found good is believed without the store. Milliseconds. */
export const believedMs = 60_000
/** Credentials of each kind. */
const most = 20_000

type Kept<Value> = {
  readonly value: Value
  /** Of the store, when it was first read; null where it could not tell. */
  readonly version: number | null
  /** How often something had ended by then. */
  readonly ends: number
  at: number
}

/** @param elapsed monotonic milliseconds */
export function outlastingStore(store: Store, elapsed: () => number): Outlasting {
  let isDown = false
  let ends = 0
  const { batches } = store

  /** What `ask` gives, or what it gave lately, where the store does not answer and nothing has ended since as far as it knows. */
  const lasting = <Value>() => {
    const entries = boundedMap<string, Kept<Value>>(most)
    return async (key: string, ask: () => Promise<Value>): Promise<Value> => {
      try {
        const value = await ask()
        isDown = false
        const before = entries.get(key)
        if (before && before.value === value && before.ends === ends) before.at = elapsed()
        // What is not there is no more than an end of what was: anybody could fill the memory with it.
        else if (before || value !== undefined)
          entries.set(key, { value, version: store.accessVersion(), ends, at: elapsed() })
        return value
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'unavailable') throw error
        isDown = true
        const kept = entries.get(key)
        if (kept?.value === undefined || elapsed() - kept.at >= believedMs || kept.ends !== ends) throw error
        const version = store.accessVersion()
        if (version !== null && kept.version !== null && version !== kept.version) throw error
        return kept.value
      }
    }
  }
  let batch: Batch | undefined
  /** It is no credential: who may see it is for the others to say. */
  const latest = async () => {
    try {
      batch = await batches.latest()
      isDown = false
    } catch (error) {
      if (!batch) throw error
      isDown = true
    }
    return batch
  }
  return {
    isDown: () => isDown,
    ended: () => void ends++,
    store: {
      ...store,
      ...credentialReads(store, lasting),
      batches: { ...batches, latest },
    },
  }
}
