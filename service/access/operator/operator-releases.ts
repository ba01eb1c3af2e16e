/** Operator actions on releases of the widget: promote to `stable`, withdraw and reinstate. */
import type { ReleaseRepository } from '#service/store/releases.ts'
import { withdrawalOf } from '#service/shared/release-channels.ts'
import type { AvailableReleases, ReleaseState } from '#service/shared/release-channels.ts'
import type { RunAudited } from './audit.ts'
import { OperatorError } from './operator-error.ts'

/** Maximum length of the reason of a withdrawal, in characters. */
const maxReasonLength = 300

/** Actions on releases. All reject with an OperatorError if the release is unknown or an argument is invalid. */
export type ReleaseOperations = {
  /** Makes a release the one that unpinned pages get. Its app must be kept, unless it is the build. */
  promoteRelease(version: string, available: AvailableReleases): Promise<void>
  /**
   * Withdraws a release. `reason`: one English sentence for the developers of pages, 1 to 300 characters;
   * `includesLoader`: whether the loader is withdrawn as well, and not only the app.
   */
  withdrawRelease(
    version: string,
    withdrawal: { readonly reason: string; readonly includesLoader: boolean },
    available: AvailableReleases,
  ): Promise<void>
  /** Ends the withdrawal of a release. */
  reinstateRelease(version: string): Promise<void>
}

export type ReleaseOperationParts = {
  readonly runAudited: RunAudited
  /** Wall-clock milliseconds since the epoch. */
  readonly clock: () => number
}

export function releaseOperations({ runAudited, clock }: ReleaseOperationParts): ReleaseOperations {
  const change = (
    version: string,
    audit: { readonly action: string; readonly details?: Readonly<Record<string, string | boolean>> },
    changed: (state: ReleaseState, states: readonly ReleaseState[]) => ReleaseState,
  ) =>
    runAudited(async ({ releases, record }) => {
      const states = await releases.list()
      await releases.put(changed(stateOf(states, version), states))
      await record({ ...audit, partnerId: null, subject: version })
    })
  return {
    promoteRelease(version, { built, keptApps }) {
      return change(version, { action: 'release-promoted' }, (state, states) => {
        if (version !== built && !keptApps.has(version))
          throw new OperatorError(
            `"${version}" has no app in this installation. These have one: ${[built, ...keptApps].join(', ')}.`,
          )
        const withdrawal = withdrawalOf(states, version)
        if (withdrawal)
          throw new OperatorError(
            `${version} is withdrawn: ${withdrawal.reason}. Run "release reinstate ${version}" first.`,
          )
        // Of two promotions within a millisecond, the second one wins.
        const last = Math.max(0, ...states.map(({ promotedAt }) => promotedAt ?? 0))
        return { ...state, promotedAt: Math.max(clock(), last + 1) }
      })
    },
    withdrawRelease(version, { reason, includesLoader }, { built, keptApps }) {
      const details = { reason, includesLoader }
      return change(version, { action: 'release-withdrawn', details }, (state) => {
        if (!/^\d+\.\d+\.\d+$/.test(version))
          throw new OperatorError(`"${version}" is not a version such as 1.3.0.`)
        if (!includesLoader && version !== built && !keptApps.has(version))
          throw new OperatorError(
            `${version} has no app in this installation: its pages get the stable one. To withdraw its loader, add --loader.`,
          )
        if (reason.length > maxReasonLength || reason.trim() === '' || /\p{Cc}/u.test(reason))
          throw new OperatorError(
            `The reason must be one line of 1 to ${maxReasonLength} characters: the developers of pages read it.`,
          )
        return { ...state, withdrawal: { at: clock(), reason: reason.trim(), includesLoader } }
      })
    },
    reinstateRelease(version) {
      return change(version, { action: 'release-reinstated' }, (state) => {
        if (!state.withdrawal) throw new OperatorError(`"${version}" is not withdrawn.`)
        return { ...state, withdrawal: null }
      })
    },
  }
}

const stateOf = (states: Awaited<ReturnType<ReleaseRepository['list']>>, version: string): ReleaseState =>
  states.find((state) => state.version === version) ?? { version, promotedAt: null, withdrawal: null }
