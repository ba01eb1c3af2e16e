/** Ends in a restored store what had ended in the replaced store after the backup. */
import { randomBytes } from 'node:crypto'
import { endUnlistedSessions } from '#service/access/operator/operator-accounts.ts'
import type { AuditEntry } from '#service/store/audit.ts'
import type { SessionFilter } from '#service/store/sessions.ts'
import type { TransactionalRepositories } from '#service/store/store.ts'

export type ReappliedEnd = {
  readonly entry: AuditEntry
  /** The credential or session that was ended in the restored store, for the output of the command. */
  readonly effect: string
}

export type ReappliedEnds = {
  readonly reapplied: readonly ReappliedEnd[]
  /** Other changes after the backup. The restored store does not have them. */
  readonly remaining: readonly AuditEntry[]
}

type Repositories = Pick<TransactionalRepositories, 'accounts' | 'keys' | 'sessions' | 'releases'>

/** Ends what the entry ended. Returns the effect; undefined if there is nothing to end in the restored store. */
type Reapply = (repositories: Repositories, entry: AuditEntry, now: number) => Promise<string | undefined>

/** By the action that ended something. */
const reapplyByAction: Readonly<Record<string, Reapply>> = {
  async 'key-revoked'({ keys }, { subject, at }) {
    const isRevoked = subject !== null && (await keys.revoke(subject, at))
    return isRevoked ? `revoked ${subject}` : undefined
  },
  async 'key-rotated'({ keys }, { subject, at, details }, now) {
    const key = await keys.find(subject ?? '')
    if (!key) return undefined
    // A second rotation ends the secret of the backup at once, although the first one had a grace period.
    const until = at + Number(details['graceHours'] ?? 0) * 3_600_000
    const previous = until > now ? { secretHash: key.secretHash, until } : null
    // The audit log has no hash of the secret that replaced it. No secret has this one.
    const isReplaced = await keys.replaceSecret(key.id, randomBytes(32).toString('hex'), previous)
    if (!isReplaced) return undefined
    const end = previous ? `ends the old secret of ${key.id} ${new Date(until).toISOString()}` : undefined
    return `${end ?? `ended the old secret of ${key.id}`}; the new one is not in the backup: run key rotate ${key.id}`
  },
  async 'partner-disabled'({ accounts }, { partnerId, at }) {
    const isDisabled = partnerId !== null && (await accounts.setDisabled(partnerId, at))
    return isDisabled ? `disabled ${partnerId}` : undefined
  },
  async 'domain-removed'({ accounts, sessions }, { partnerId, subject }, now) {
    if (partnerId === null || subject === null) return undefined
    if (!(await accounts.removeDomain(partnerId, subject))) return undefined
    const ended = await endUnlistedSessions({ accounts, sessions }, partnerId, now)
    return `removed ${subject} from ${partnerId}, and ended ${ended} sessions on its pages`
  },
  async 'sessions-ended'({ keys, sessions }, { partnerId, subject, details }, now) {
    // The subject is an origin if a domain was removed: that entry ends these sessions.
    if (subject?.includes('://')) return undefined
    const isKey = subject !== null && (await keys.find(subject)) !== undefined
    const filter: SessionFilter = {
      ...(partnerId !== null && { partnerId }),
      ...(subject !== null && (isKey ? { keyId: subject } : { id: subject })),
    }
    const ended = (await sessions.endAll(filter, now)).length
    if (ended === 0) return undefined
    const scope = [partnerId, subject].filter((name) => name !== null).join(' ')
    return details['ofOneUser'] === true
      ? `ended ${ended} sessions${scope && ` of ${scope}`}: those of all users, because the audit log does not name the user`
      : `ended ${ended} sessions of ${scope}`
  },
  async 'release-withdrawn'({ releases }, { subject: version, at, details }) {
    if (version === null) return undefined
    const state = (await releases.list()).find((release) => release.version === version)
    const withdrawal = {
      at,
      reason: String(details['reason']),
      includesLoader: details['includesLoader'] === true,
    }
    await releases.put({ promotedAt: null, ...state, version, withdrawal })
    return `withdrew the release ${version}`
  },
}

/** Actions that give back what another action ended: the end is not re-applied if one of them follows. */
const undoneBy: Readonly<Record<string, string>> = {
  'partner-disabled': 'partner-enabled',
  'domain-removed': 'domain-added',
  'release-withdrawn': 'release-reinstated',
}

/**
 * Re-applies revocations and rotations of keys, disabled partners, removed domains, ended sessions and withdrawn releases.
 *
 * @param entries audit entries after the backup, oldest first
 * @param now wall-clock milliseconds since the epoch
 */
export async function reapplyEnds(
  repositories: Repositories,
  entries: readonly AuditEntry[],
  now: number,
): Promise<ReappliedEnds> {
  const reapplied: ReappliedEnd[] = []
  const remaining: AuditEntry[] = []
  for (const [index, entry] of entries.entries()) {
    const isUndone = entries
      .slice(index + 1)
      .some(
        ({ action, partnerId, subject }) =>
          action === undoneBy[entry.action] && partnerId === entry.partnerId && subject === entry.subject,
      )
    const reapply = isUndone ? undefined : reapplyByAction[entry.action]
    const effect = await reapply?.(repositories, entry, now)
    if (effect !== undefined) reapplied.push({ entry, effect })
    else if (!reapply) remaining.push(entry)
  }
  return { reapplied, remaining }
}
