/**
 * Stores the integration mistakes of the page that were already reported, so that a reloaded frame
 * does not report them again. The entry is in `sessionStorage`; its key contains the instance id.
 * Only this module accesses the entry.
 */
import { changeStored } from './change-stored.ts'
import { readStored } from './storage.ts'

// oxlint-disable-next-line no-restricted-globals -- the only module that accesses this entry
const storage = () => sessionStorage
const keyOf = (instance: string) => `${instance} mistakes`

// The stored entry has one field, `told`: the reported sentences.

/** Returns the stored sentences; empty if nothing is stored or the browser denies storage. */
export function readMistakes(instance: string): readonly string[] {
  const { told: sentences } = readStored(storage, keyOf(instance))
  return Array.isArray(sentences) ? sentences.filter((item) => typeof item === 'string') : []
}

/** Replaces the stored sentences. */
export const rememberMistakes = (instance: string, sentences: readonly string[]): void =>
  changeStored(storage, (entries) => entries.setItem(keyOf(instance), JSON.stringify({ told: sentences })))

export const clearMistakes = (instance: string): void =>
  changeStored(storage, (entries) => entries.removeItem(keyOf(instance)))
