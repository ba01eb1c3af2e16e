/**
 * Stores which mistakes of the page were already reported, so that a reloaded frame does not report them again. The
 * entry is in the session storage, and its key contains the instance id. Only this module accesses it.
 */
import { changeStored, readStored } from './storage.ts'

// oxlint-disable-next-line no-restricted-globals -- the only module that accesses this entry
const storage = () => sessionStorage
const keyOf = (instance: string) => `${instance} mistakes`

// `told` is the field of stored entries that contains the reported sentences.

/** Returns the stored error sentences; empty if there are none or the browser denies storage. */
export function readMistakes(instance: string): readonly string[] {
  const { told: sentences } = readStored(storage, keyOf(instance))
  return Array.isArray(sentences) ? sentences.filter((item) => typeof item === 'string') : []
}

/** Replaces the stored sentences. */
export const rememberMistakes = (instance: string, sentences: readonly string[]): void =>
  changeStored(storage, (entries) => entries.setItem(keyOf(instance), JSON.stringify({ told: sentences })))

export const clearMistakes = (instance: string): void =>
  changeStored(storage, (entries) => entries.removeItem(keyOf(instance)))
