/** The audit log: actions, actors and times. */
import { partnerOf } from '#service/access/operator/operator-accounts.ts'
import type { AuditEntry } from '#service/store/audit.ts'
import { defineCommand, linesOr } from './command.ts'
import type { CommandGroup } from './command.ts'
import { isoTime } from './iso-time.ts'

const list = defineCommand({
  summary: 'Lists the latest entries of the audit log, newest first.',
  options: {
    partner: { type: 'text', value: 'id', meaning: 'changes of this partner', otherwise: 'any' },
    most: {
      type: 'number',
      value: 'number',
      meaning: 'maximum number of entries',
      from: 1,
      to: 100_000,
      isWhole: true,
      default: 100,
    },
  },
  needs: 'store',
  example: 'audit list --partner p_5mJ2kQ9xTz1a --most 20',
  async run({ store }, _, { partner: partnerId, most }) {
    if (partnerId !== undefined) await partnerOf(store.accounts, partnerId)
    const entries = await store.audit.list({ partnerId, limit: most })
    const data = entries.map(({ at, ...entry }) => ({ at: isoTime(at), ...entry }))
    return { data, text: linesOr(entries.map(lineOf), 'Nothing has been changed yet.') }
  },
})

export const auditCommands: CommandGroup = { summary: 'Audit log', commands: { list } }

function lineOf({ at, actor, action, partnerId, subject, details }: AuditEntry): string {
  const detailTexts = Object.entries(details).map(([name, value]) => `${name}=${String(value)}`)
  return [isoTime(at), actor, action, partnerId ?? '-', subject ?? '-', ...detailTexts].join('  ')
}
