/**
 * Runs long maintenance tasks of a database on a worker thread, so that they do not block the event
 * loop. The thread starts with the first task.
 */
import { Worker } from 'node:worker_threads'

export type MaintenanceTask =
  | { readonly name: 'checkpoint' }
  | { readonly name: 'quick-check' }
  /** Deletes rows whose retention has ended at this time, milliseconds since the epoch. */
  | { readonly name: 'remove-expired'; readonly now: number }

/** The result of a task. Results are sent in the order of the tasks. */
export type MaintenanceResult = {
  readonly task: MaintenanceTask
  /** Result of `quick-check`; null if unknown. */
  readonly isIntact: boolean | null
  readonly failure: string | null
}

export type MaintenanceThread = {
  /** Runs a checkpoint unless one is running. */
  checkpoint(): void
  /** Runs an integrity check of the database if one is due; calls `onDamage` if it finds damage. */
  quickCheck(): void
  /** Deletes rows whose retention has ended at `now`; rejects on failure. */
  removeExpired(now: number): Promise<void>
  stop(): Promise<void>
}

/** Minimum time between two integrity checks. Milliseconds. */
const minCheckIntervalMs = 60_000
/**
 * The time to the next check is at least this multiple of the duration of the last one: checks use
 * 1 % of the time.
 */
const checkIntervalFactor = 100

const startWorker = (path: string) =>
  new Worker(new URL('./maintenance-worker.ts', import.meta.url), { workerData: path })

/**
 * Creates the thread's controller; starts no thread yet.
 *
 * @param start starts the thread; throws if the system cannot create one
 */
export function createMaintenanceThread(
  path: string,
  onDamage: () => void,
  start = startWorker,
): MaintenanceThread {
  let worker: Worker | undefined
  let isStopped = false
  let nextCheckAt = -Infinity
  const pendingTasks: {
    readonly name: MaintenanceTask['name']
    readonly settle: (result: MaintenanceResult | Error) => void
  }[] = []
  const failAll = (error: Error) => {
    worker = undefined
    for (const { settle } of pendingTasks.splice(0)) settle(error)
  }
  const ensureWorker = (): Worker => {
    if (worker) return worker
    const thread = start(path)
    thread.on('message', (result: MaintenanceResult) => {
      pendingTasks.shift()?.settle(result)
      if (pendingTasks.length === 0) thread.unref()
    })
    thread.on('error', failAll)
    thread.on('exit', () => failAll(new Error('the maintenance thread of the database has ended')))
    return (worker = thread)
  }
  /**
   * Sends a task to the thread. Never rejects: resolves to an Error if the thread cannot run it.
   */
  const run = (task: MaintenanceTask) =>
    new Promise<MaintenanceResult | Error>((resolve) => {
      if (isStopped) return resolve(new Error('the store is closed'))
      let thread: Worker
      try {
        thread = ensureWorker()
      } catch (error) {
        // The system cannot create another thread.
        return resolve(error instanceof Error ? error : new Error(String(error)))
      }
      pendingTasks.push({ name: task.name, settle: resolve })
      thread.ref()
      thread.postMessage(task)
    })
  const isPending = (name: MaintenanceTask['name']) => pendingTasks.some((task) => task.name === name)

  return {
    checkpoint() {
      if (!isPending('checkpoint')) void run({ name: 'checkpoint' })
    },
    quickCheck() {
      const startedAt = performance.now()
      if (isPending('quick-check') || startedAt < nextCheckAt) return
      void run({ name: 'quick-check' }).then((result) => {
        const now = performance.now()
        nextCheckAt = now + Math.max(minCheckIntervalMs, (now - startedAt) * checkIntervalFactor)
        if (!(result instanceof Error) && result.isIntact === false) onDamage()
      })
    },
    async removeExpired(now) {
      const result = await run({ name: 'remove-expired', now })
      if (result instanceof Error) throw result
      if (result.failure !== null) throw new Error(result.failure)
    },
    async stop() {
      isStopped = true
      await worker?.terminate()
    },
  }
}
