/**
 * Mistakes already reported to the page, kept through a reload of the frame: in the session storage, under
 * the instance's id. Read and written here only.
 */
import { changeStored, readStored } from './storage.ts'

// oxlint-disable-next-line no-restricted-globals -- stored here only
const storage = () => sessionStorage
const keyOf = (instance: string) => `${instance} mistakes`

/** Returns the stored sentences; none if the browser denies storage. */
export function readMistakes(instance: string): readonly string[] {
  const { told: sentences } = readStored(storage, keyOf(instance))
  return Array.isArray(sentences) ? sentences.filter((item) => typeof item === 'string') : []
}

/** Replaces the stored sentences. */
export const rememberMistakes = (instance: string, sentences: readonly string[]): void =>
  changeStored(storage, (entries) => entries.setItem(keyOf(instance), JSON.stringify({ told: sentences })))

export const clearMistakes = (instance: string): void =>
  changeStored(storage, (entries) => entries.removeItem(keyOf(instance)))
