/** Log entries about partners who may not show any licensed market data. */
import { LRUCache } from 'lru-cache'
import type { AccessParts } from './access-parts.ts'

/** Minimum interval of the entries about one partner, milliseconds. */
const intervalMs = 3600_000
/** Maximum number of partners whose last entry is stored. */
const maxPartners = 1000

/**
 * Returns a function that logs what the operator has to do for a partner without licensed data, at most once
 * an hour.
 */
export function createUnlicensedReport({
  log,
  elapsed,
}: Pick<AccessParts, 'log' | 'elapsed'>): (partnerId: string) => void {
  const loggedAt = new LRUCache<string, number>({ max: maxPartners })
  return (partnerId) => {
    const [now, last] = [elapsed(), loggedAt.get(partnerId)]
    if (last !== undefined && now - last < intervalMs) return
    loggedAt.set(partnerId, now)
    log('warn', 'data-not-licensed', {
      account: partnerId,
      action: `If its agreement includes market data: admin partner set ${partnerId} --data <class>`,
    })
  }
}
