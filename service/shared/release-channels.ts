/**
 * Channels of the widget: which release `/widgetLoader` and its frame serve (`stable`), and which releases the operator
 * has withdrawn. docs/decisions/0064 and 0065.
 */

/** Withdrawal of a release, for security. */
export type Withdrawal = {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** For the developers of pages that pin the release: one English sentence. */
  readonly reason: string
  /** Whether the loader is withdrawn as well, and not only the app. */
  readonly includesLoader: boolean
}

/** What the operator has decided about one release. */
export type ReleaseState = {
  readonly version: string
  /** Time of the last promotion to `stable`, milliseconds since the epoch; null = never promoted. */
  readonly promotedAt: number | null
  /** Null = not withdrawn. */
  readonly withdrawal: Withdrawal | null
}

/** The releases that a node has: the version of its build, and the versions whose app is kept. */
export type AvailableReleases = { readonly built: string; readonly keptApps: ReadonlySet<string> }

export const withdrawalOf = (states: readonly ReleaseState[], version: string): Withdrawal | null =>
  states.find((state) => state.version === version)?.withdrawal ?? null

/**
 * Returns the version that unpinned pages get: of the promoted releases that are available and not withdrawn, the one
 * promoted last; without one, the build. Null if that is withdrawn, too.
 */
export function stableVersion(
  states: readonly ReleaseState[],
  { built, keptApps }: AvailableReleases,
): string | null {
  const promoted = states
    .filter(({ version, promotedAt, withdrawal }) => {
      const isAvailable = version === built || keptApps.has(version)
      return promotedAt !== null && withdrawal === null && isAvailable
    })
    .toSorted((a, b) => b.promotedAt! - a.promotedAt!)
  if (promoted[0]) return promoted[0].version
  return withdrawalOf(states, built) ? null : built
}
