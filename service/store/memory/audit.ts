/** The audit log in memory. */
import type { AuditEntry, AuditRepository } from '../audit.ts'

export function memoryAudit(): AuditRepository {
  const entries: AuditEntry[] = []
  return {
    async append(entry) {
      entries.push(entry)
    },
    async list({ partnerId, most }) {
      return entries
        .filter((entry) => partnerId === undefined || entry.partnerId === partnerId)
        .toReversed()
        .slice(0, most)
    },
  }
}
