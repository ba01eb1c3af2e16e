/** States of releases in memory. */
import type { ReleaseRepository } from '../releases.ts'
import type { Records } from './records.ts'

export function memoryReleases({ releases }: Pick<Records, 'releases'>): ReleaseRepository {
  return {
    async list() {
      return [...releases.values()].toSorted((a, b) => (a.version < b.version ? -1 : 1))
    },
    async put(state) {
      releases.set(state.version, state)
    },
  }
}
