/** The audit log in memory. */
import type { AuditRepository } from '../audit.ts'
import type { Records } from './records.ts'

export function memoryAudit({ audit }: Pick<Records, 'audit'>): AuditRepository {
  return {
    async append(entry) {
      audit.set(audit.size, entry)
    },
    async lastTime(action) {
      return [...audit.values()].findLast((entry) => entry.action === action)?.at ?? null
    },
    async list({ partnerId, limit }) {
      return [...audit.values()]
        .filter((entry) => partnerId === undefined || entry.partnerId === partnerId)
        .toReversed()
        .slice(0, limit)
    },
  }
}
