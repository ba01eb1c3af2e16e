/** The store in memory: for tests and for the mock in the browser. The same suite as every other store. */
import { keptAfterEndMs } from '../store.ts'
import type { Store } from '../store.ts'
import { memoryAccounts } from './accounts.ts'
import { memoryBatches } from './batches.ts'
import { memoryKeys } from './keys.ts'
import { emptyRecords } from './records.ts'
import { memorySessions } from './sessions.ts'
import { memoryTokens } from './tokens.ts'

/** Makes an empty store. Each method runs to its end without waiting, which is what makes it atomic here. */
export function memoryStore(): Store {
  const records = emptyRecords()
  const { accessTokens, authTokens, legacyTokens, sessions, tickets } = records
  return {
    accounts: memoryAccounts(),
    keys: memoryKeys(records),
    tokens: memoryTokens(records),
    sessions: memorySessions(records),
    batches: memoryBatches(),
    async forget(now) {
      const before = now - keptAfterEndMs
      for (const rows of [authTokens, tickets, legacyTokens])
        for (const [id, { expiresAt }] of rows) if (expiresAt < before) rows.delete(id)
      for (const rows of [accessTokens, sessions])
        for (const [id, { expiresAt, endedAt }] of rows)
          if (expiresAt < before || (endedAt ?? now) < before) rows.delete(id)
    },
    async check() {},
    async close() {},
  }
}
