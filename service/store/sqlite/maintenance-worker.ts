/** The worker of maintenance-thread.ts: runs long tasks one after the other, with a separate connection. */
import { statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { Kysely } from 'kysely'
import { deleteExpiredRows } from '#service/store/sql/expired.ts'
import type { Tables } from '#service/store/sql/tables.ts'
import { errorMessage } from '#service/shared/error-message.ts'
import { openConnection } from './connection.ts'
import { singleConnectionEngine, sqliteDialect } from './dialect.ts'
import { isDamage } from './sqlite-errors.ts'
import type { MaintenanceResult, MaintenanceTask } from './maintenance-thread.ts'

/**
 * Maximum number of rows that a statement deletes: concurrent writers wait for one statement at
 * most.
 */
const rowsPerStatement = 1000
/** Pause between two statements, longer than the retry interval of a waiting writer. Milliseconds. */
const pauseMs = 40
/**
 * Larger databases are not checked, because a check of more than a second would delay shutdown.
 * Bytes.
 */
const maxCheckedBytes = 256 * 1024 * 1024

const path = workerData as string
const connection = openConnection(path, () => {})
// 32 MB of page cache; checkpoints after every 1000 pages that this connection writes.
connection.database.exec('pragma cache_size = -32000; pragma wal_autocheckpoint = 1000')
const db = new Kysely<Tables>({ dialect: sqliteDialect(singleConnectionEngine(connection), 'normal') })

/** Whether the database is intact; null if it is too large, or could not be read for another reason. */
function isIntact(): boolean | null {
  if (statSync(path).size > maxCheckedBytes) return null
  try {
    const row = connection.database.prepare('pragma quick_check(1)').get()
    return row?.['quick_check'] === 'ok'
  } catch (error) {
    return isDamage(error) ? false : null
  }
}

/** Checkpoints the WAL while others write; then truncates it, which holds the lock briefly. */
function checkpoint(): void {
  for (const mode of ['passive', 'truncate']) connection.database.exec(`pragma wal_checkpoint(${mode})`)
}

async function perform(task: MaintenanceTask): Promise<boolean | null> {
  if (task.name === 'quick-check') return isIntact()
  if (task.name === 'checkpoint') checkpoint()
  if (task.name === 'remove-expired')
    await deleteExpiredRows(db, task.now, { rowsPerStatement, pause: () => pause(pauseMs) })
  return null
}

let lastTask: Promise<void> = Promise.resolve()
parentPort!.on('message', (task: MaintenanceTask) => {
  lastTask = lastTask.then(async () => {
    const result: MaintenanceResult = await perform(task).then(
      (isIntactNow) => ({ task, isIntact: isIntactNow, failure: null }),
      (error: unknown) => ({
        task,
        isIntact: null,
        failure: errorMessage(error),
      }),
    )
    parentPort!.postMessage(result)
  })
})
