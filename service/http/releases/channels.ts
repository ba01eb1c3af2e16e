/** Which release a request gets: the channels `stable` and `next`, pinned versions, and withdrawn ones. */
import type { SiteFiles } from '#service/http/documents/site-files.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'
import { stableVersion, withdrawalOf } from '#service/shared/release-channels.ts'
import type { ReleaseState, Withdrawal } from '#service/shared/release-channels.ts'

export type ReleasesParts = {
  readonly releaseStates: () => MaybePromise<readonly ReleaseState[]>
}

/** Name of the channel of the newest build, in the addresses of its loader and its frame. */
export const nextChannel = 'next'

/** The app of a frame, or the reason why there is none. */
export type FrameChoice =
  | { readonly app: 'built' }
  | { readonly app: 'next' }
  | { readonly app: 'kept'; readonly version: string }
  | { readonly app: 'withdrawn'; readonly version: string; readonly withdrawal: Withdrawal }
  | { readonly app: 'unknown'; readonly version: string }

export type Channels = {
  /** Version that unpinned pages get; null if each candidate is withdrawn. */
  readonly stable: string | null
  readonly withdrawalOf: (version: string) => Withdrawal | null
  /** The app of `/widget/<name>`; without a name that of `/widget`, which is the stable one. */
  readonly frame: (name?: string) => FrameChoice
}

/**
 * Returns a function that reads the channels. If the states of releases cannot be read and none are cached, nothing is
 * promoted or withdrawn: the loader does not depend on the store. No session opens then.
 */
export function createChannels(
  { releaseStates }: ReleasesParts,
  files: SiteFiles,
): () => MaybePromise<Channels> {
  const channelsOf = (states: readonly ReleaseState[]) => chooseReleases(states, files)
  return () => {
    const states = releaseStates()
    return states instanceof Promise ? states.then(channelsOf, () => channelsOf([])) : channelsOf(states)
  }
}

function chooseReleases(
  states: readonly ReleaseState[],
  { builtVersion: built, keptApps, releases }: SiteFiles,
): Channels {
  const stable = stableVersion(states, { built, keptApps: new Set(keptApps.keys()) })
  const ofVersion = (version: string): FrameChoice => {
    const withdrawal = withdrawalOf(states, version)
    if (withdrawal) return { app: 'withdrawn', version, withdrawal }
    if (keptApps.has(version)) return { app: 'kept', version }
    if (version === built) return { app: 'built' }
    // A release of which only the loader is kept goes on with the stable app.
    return releases.has(`${version}.js`) ? stableFrame() : { app: 'unknown', version }
  }
  const stableFrame = (): FrameChoice => {
    // The build takes precedence over a kept app of its version, so that unpinned pages show it while it is developed.
    if (stable === built) return { app: 'built' }
    return ofVersion(stable ?? built)
  }
  return {
    stable,
    withdrawalOf: (version) => withdrawalOf(states, version),
    frame: (name) =>
      name === undefined ? stableFrame() : name === nextChannel ? { app: 'next' } : ofVersion(name),
  }
}
