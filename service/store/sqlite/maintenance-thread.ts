/**
 * Long-running maintenance of a database on a worker thread, so that the event loop is never blocked. The
 * thread starts with its first task.
 */
import { Worker } from 'node:worker_threads'

export type MaintenanceTask =
  | { readonly name: 'checkpoint' }
  | { readonly name: 'quick-check' }
  /** Milliseconds since the epoch. */
  | { readonly name: 'remove-expired'; readonly before: number }

/** Sent for every task, in the order of the tasks. */
export type MaintenanceResult = {
  readonly task: MaintenanceTask
  /** Result of `quick-check`; null if unknown. */
  readonly isIntact: boolean | null
  readonly failure: string | null
}

export type MaintenanceThread = {
  /** Runs a checkpoint unless one is running. */
  checkpoint(): void
  /** Runs an integrity check of the whole database if one is due; calls `onDamage` with its findings. */
  quickCheck(): void
  /** Deletes rows that expired by `before`; rejects on failure. */
  removeExpired(before: number): Promise<void>
  stop(): Promise<void>
}

/** A check runs at most once a minute, and uses at most 1 % of the time. Milliseconds. */
const checkEveryMs = 60_000
const checkPauseFactor = 100

const startWorker = (path: string) =>
  new Worker(new URL('./maintenance-worker.ts', import.meta.url), { workerData: path })

/** @param start starts the thread; throws if the system has no thread left */
export function createMaintenanceThread(
  path: string,
  onDamage: () => void,
  start = startWorker,
): MaintenanceThread {
  let worker: Worker | undefined
  let isStopped = false
  let checkDue = -Infinity
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
  /** Never rejects. */
  const run = (task: MaintenanceTask) =>
    new Promise<MaintenanceResult | Error>((resolve) => {
      if (isStopped) return resolve(new Error('the store is closed'))
      let thread: Worker
      try {
        thread = ensureWorker()
      } catch (error) {
        // The system has no thread left.
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
      if (isPending('quick-check') || startedAt < checkDue) return
      void run({ name: 'quick-check' }).then((result) => {
        const now = performance.now()
        checkDue = now + Math.max(checkEveryMs, (now - startedAt) * checkPauseFactor)
        if (!(result instanceof Error) && result.isIntact === false) onDamage()
      })
    },
    async removeExpired(before) {
      const result = await run({ name: 'remove-expired', before })
      if (result instanceof Error) throw result
      if (result.failure !== null) throw new Error(result.failure)
    },
    async stop() {
      isStopped = true
      await worker?.terminate()
    },
  }
}
