/** A store whose changes are announced: who wrote resolves when everybody who serves from it goes by what is written. */
import { tellingEnds, tellingTogether } from './access-version.ts'
import type { Notice, Notices } from './invalidation-events.ts'
import type { Store } from './store.ts'

export function announcingStore(store: Store, notices: Notices): Store {
  const announce = (ended: Notice) => notices.announce(ended)
  return {
    ...tellingEnds(store, announce),
    together: tellingTogether((work) => store.together(work), announce),
    accessVersion: () => store.accessVersion() ?? notices.version(),
  }
}
