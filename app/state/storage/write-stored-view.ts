/** Writes the entry of stored-view.ts. */
import { changeStored } from './change-stored.ts'
import { type StoredView, viewStorage } from './stored-view.ts'

/**
 * If the session storage has more entries, for example of removed widgets, all are cleared before
 * the next write.
 */
const maxEntries = 20

/** Replaces the stored view; null deletes it. */
export const writeStoredView = (instance: string, view: StoredView | null): void =>
  changeStored(viewStorage, (entries) => {
    if (entries.length > maxEntries) entries.clear()
    if (view) entries.setItem(instance, JSON.stringify(view))
    else entries.removeItem(instance)
  })
