/**
 * Stores the fields of the page's SET_THEME commands for a reload of the frame: the loader repeats only the last command.
 * The entry is in `sessionStorage`; its key contains the instance id. Only this module accesses the entry.
 */
import { changeStored } from './change-stored.ts'
import { readStored } from './storage.ts'

// oxlint-disable-next-line no-restricted-globals -- the only module that accesses this entry
const storage = () => sessionStorage
const keyOf = (instance: string) => `${instance} looks`

/** Returns the stored fields without validation; empty if nothing is stored or the browser denies storage. */
export const readLooks = (instance: string): Readonly<Record<string, unknown>> =>
  readStored(storage, keyOf(instance))

/** Adds fields to the stored ones. */
export const rememberLooks = (instance: string, looks: Readonly<Record<string, unknown>>): void =>
  changeStored(storage, (entries) =>
    entries.setItem(keyOf(instance), JSON.stringify({ ...readLooks(instance), ...looks })),
  )

export const clearLooks = (instance: string): void =>
  changeStored(storage, (entries) => entries.removeItem(keyOf(instance)))
