/** The other end of keeper.ts: does what takes long with a connection, and a thread, of its own. One task after the other. */
import { statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { Kysely } from 'kysely'
import { removeExpired } from '../sql/expired.ts'
import type { Tables } from '../sql/tables.ts'
import { openConnection } from './connection.ts'
import { loneEngine, sqliteDialect } from './dialect.ts'
import { isDamage } from './sqlite-errors.ts'
import type { Answer, Task } from './maintenance-thread.ts'

/** Rows that are removed at once; other writers wait that long at most. */
const rowsAtOnce = 1000
/** Between two of them, longer than who waits for the lock looks away. Milliseconds. */
const restMs = 40
/** A larger database is not read whole: a second of work, which the end of the process would wait for. Bytes. */
const readWholeUpTo = 256 * 1024 * 1024

const path = workerData as string
const connection = openConnection(path, () => {})
// 32 MB of pages; what it writes itself it moves out of the log as it goes.
connection.database.exec('pragma cache_size = -32000; pragma wal_autocheckpoint = 1000')
const db = new Kysely<Tables>({ dialect: sqliteDialect(loneEngine(connection), 'normal') })

/** Whether the database is whole; null where it could not be read to its end for another reason, or is too large. */
function isWhole(): boolean | null {
  if (statSync(path).size > readWholeUpTo) return null
  try {
    const found = connection.database.prepare('pragma quick_check(1)').get()
    return found?.['quick_check'] === 'ok'
  } catch (error) {
    return isDamage(error) ? false : null
  }
}

/** Puts what is in the log into the database, while others write; then empties it, which takes the lock for a moment. */
function checkpoint(): void {
  for (const mode of ['passive', 'truncate']) connection.database.exec(`pragma wal_checkpoint(${mode})`)
}

async function perform(task: Task): Promise<boolean | null> {
  if (task.name === 'look-through') return isWhole()
  if (task.name === 'checkpoint') checkpoint()
  if (task.name === 'remove-expired')
    await removeExpired(db, task.before, { rowsAtOnce, rest: () => pause(restMs) })
  return null
}

let work: Promise<void> = Promise.resolve()
parentPort!.on('message', (task: Task) => {
  work = work.then(async () => {
    const answer: Answer = await perform(task).then(
      (isWholeNow) => ({ task, isWhole: isWholeNow, failure: null }),
      (error: unknown) => ({
        task,
        isWhole: null,
        failure: error instanceof Error ? error.message : String(error),
      }),
    )
    parentPort!.postMessage(answer)
  })
})
