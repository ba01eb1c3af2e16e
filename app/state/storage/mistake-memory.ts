/**
 * Mistakes already reported to the page, kept through a reload of the frame: in the session storage, under
 * the instance's id. Read and written here only.
 */
import { changeStored, readStored } from './storage.ts'

// oxlint-disable-next-line no-restricted-globals -- only where it is allowed
const storage = () => sessionStorage
const keyOf = (instance: string) => `${instance} mistakes`

/** None where the browser keeps nothing. */
export function readMistakes(instance: string): readonly string[] {
  const { told } = readStored(storage, keyOf(instance))
  return Array.isArray(told) ? told.filter((one) => typeof one === 'string') : []
}

/** Keeps them in place of those that were kept before. */
export const rememberMistakes = (instance: string, told: readonly string[]): void =>
  changeStored(storage, (entries) => entries.setItem(keyOf(instance), JSON.stringify({ told })))

export const forgetMistakes = (instance: string): void =>
  changeStored(storage, (entries) => entries.removeItem(keyOf(instance)))
