/** A store whose changes are announced: who wrote resolves when everybody who serves from it goes by what is written. */
import { tellingEnds } from './access-version.ts'
import type { Notices } from './notices.ts'
import type { Store } from './store.ts'

export function announcingStore(store: Store, notices: Notices): Store {
  return {
    ...tellingEnds(store, (ended) => notices.announce(ended)),
    accessVersion: () => store.accessVersion() ?? notices.version(),
  }
}
