/** In-memory store for tests and for the mocks in the browser. */
import { assetLimits } from '#service/shared/limits.ts'
import { reportInvalidations } from '../report-invalidations.ts'
import { retentionAfterEndMs } from '../store.ts'
import type { Store } from '../store.ts'
import { memoryAccounts } from './accounts.ts'
import { memoryAssets } from './assets.ts'
import type { MemoryAssets } from './assets.ts'
import { memoryAudit } from './audit.ts'
import { memoryBatches } from './batches.ts'
import { memoryFonts } from './fonts.ts'
import { memoryKeys } from './keys.ts'
import { memoryPepperCheck } from './pepper-check.ts'
import { memoryRecord } from './record.ts'
import { emptyRecords, takeSnapshot } from './records.ts'
import { memoryReleases } from './releases.ts'
import { memoryScanOutcomes } from './scan-outcomes.ts'
import { memorySessions } from './sessions.ts'
import { memoryTokens } from './tokens.ts'
import { memoryUsage } from './usage.ts'

/**
 * Creates an empty store. Each method runs synchronously and is therefore atomic. A failed
 * transaction restores a snapshot of all records except batches, which also discards concurrent
 * writes: this store does not support concurrent transactions.
 */
export function memoryStore(): Store {
  const records = emptyRecords()
  const { accessTokens, authTokens, legacyTokens, sessions, tickets } = records
  const published: MemoryAssets = new Map()
  let version = 0
  const repositories = {
    accounts: memoryAccounts(records),
    batches: memoryBatches(),
    keys: memoryKeys(records),
    sessions: memorySessions(records),
    releases: memoryReleases(records),
    fonts: memoryFonts(records),
    audit: memoryAudit(records),
  }
  const engine: Omit<Store, 'onInvalidation'> = {
    ...repositories,
    async transaction(work) {
      const restore = takeSnapshot(records)
      try {
        return await work(repositories)
      } catch (error) {
        restore()
        throw error
      }
    },
    tokens: memoryTokens(records),
    assets: memoryAssets(published),
    pepperCheck: memoryPepperCheck(),
    accessVersion: () => version,
    scans: memoryScanOutcomes(),
    usage: memoryUsage(),
    record: memoryRecord(),
    async deleteExpired(now) {
      const cutoff = now - retentionAfterEndMs
      for (const rows of [authTokens, tickets, legacyTokens])
        for (const [id, { expiresAt }] of rows) if (expiresAt < cutoff) rows.delete(id)
      for (const rows of [accessTokens, sessions])
        for (const [id, { expiresAt, endedAt }] of rows)
          if (expiresAt < cutoff || (endedAt ?? now) < cutoff) rows.delete(id)
      for (const [name, { publishedAt }] of published)
        if (publishedAt < now - assetLimits.retentionMs) published.delete(name)
    },
    async check() {},
    async close() {},
  }
  return reportInvalidations(engine, () => void version++)
}
