/** The audit log: actions, actors and times. */
import type { AuditEntry } from '#service/store/audit.ts'
import { partnerOf } from '#service/access/operator/operator-accounts.ts'
import { fail } from './command.ts'
import type { CommandGroup } from './command.ts'

/** Default number of entries. */
const usual = 100
const most = 100_000

export const auditCommands: CommandGroup = {
  help: `  audit list [--partner <id>]             changes of credentials, domains, settings and sessions, newest first
      --most <number>                     ${usual} unless told otherwise`,
  commands: {
    'audit list': {
      most: 0,
      async run({ store, flags }) {
        const wanted = Number(flags['most'] ?? usual)
        if (!(Number.isInteger(wanted) && wanted >= 1 && wanted <= most))
          fail(`--most must be a whole number from 1 to ${most}`)
        const { partner } = flags
        const partnerId = typeof partner === 'string' ? partner : undefined
        if (partnerId !== undefined) await partnerOf(store.accounts, partnerId)
        const entries = await store.audit.list({ partnerId, most: wanted })
        const data = entries.map(({ at, ...entry }) => ({ at: new Date(at).toISOString(), ...entry }))
        return { data, text: entries.map(lineOf).join('\n') || 'Nothing has been changed yet.' }
      },
    },
  },
}

function lineOf({ at, actor, action, partnerId, subject, details }: AuditEntry): string {
  const more = Object.entries(details).map(([name, value]) => `${name}=${String(value)}`)
  return [new Date(at).toISOString(), actor, action, partnerId ?? '-', subject ?? '-', ...more].join('  ')
}
