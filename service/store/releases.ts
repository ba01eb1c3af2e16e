/** What the operator has decided about releases of the widget, for all nodes. */
import type { ReleaseState } from '#service/shared/release-channels.ts'

export interface ReleaseRepository {
  /** All stored states, by version; a release without one was never promoted or withdrawn. */
  list(): Promise<readonly ReleaseState[]>
  /** Stores the state of a release, replacing an earlier one. */
  put(state: ReleaseState): Promise<void>
}
