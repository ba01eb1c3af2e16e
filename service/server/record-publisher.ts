/** The sealed record on Node: publishes a night as the last step of a scan, and reports a night without an entry. */
import type { Market } from '#service/markets/market.ts'
import { scanTimeoutMs, withTimeouts } from '#service/markets/kit/with-timeouts.ts'
import { nightWithoutEntry } from '#service/record/missed-nights.ts'
import { createRecordPublisher } from '#service/record/publish.ts'
import type { ScanInput } from '#service/scan/scan.ts'
import { errorMessage } from '#service/shared/error-message.ts'
import type { Log } from '#service/shared/log.ts'
import type { Store } from '#service/store/store.ts'
import type { Environment } from './config/environment.ts'
import { readRecordKey } from './config/record-key-file.ts'

type RecordParts = {
  readonly market: Market
  readonly store: Pick<Store, 'record'>
  readonly environment: Pick<Environment, 'recordKeyFile' | 'recordData'>
  readonly log: Log
}

/** Reads the key for each night, so that a new key needs no restart. Logs a failure, and never rejects. */
export function nodeRecordPublisher(parts: RecordParts): NonNullable<ScanInput['publishRecord']> {
  const { store, environment, log } = parts
  const publish = createRecordPublisher({
    market: withTimeouts(parts.market, scanTimeoutMs),
    record: store.record,
    readKey: () => readRecordKey(environment.recordKeyFile),
    shown: environment.recordData,
    clock: () => Date.now(),
    log: (line) => log('info', 'record-progressed', { line }),
  })
  return (night) =>
    publish(night).catch((error: unknown) => {
      log('error', 'record-failed', { night: night.batch.tradingDay, reason: errorMessage(error) })
    })
}

/**
 * Logs the night of the newest batch if it has no entry, because a process ended between the two. The night stays a
 * gap. Never rejects: the store logs its failures.
 */
export async function reportNightWithoutEntry({
  market,
  store: { record, batches },
  log,
}: Pick<RecordParts, 'market' | 'log'> & {
  readonly store: Pick<Store, 'record' | 'batches'>
}): Promise<void> {
  const missing = await nightWithoutEntry({ market, record, batches }).catch(() => undefined)
  if (missing) log('warn', 'record-night-missed', missing)
}
