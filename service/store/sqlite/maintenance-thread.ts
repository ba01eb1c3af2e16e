/**
 * What a database needs done that takes long: a thread beside the event loop, which is never held by it. The thread begins
 * with its first task.
 */
import { Worker } from 'node:worker_threads'

export type Task =
  | { readonly name: 'checkpoint' }
  | { readonly name: 'look-through' }
  /** Milliseconds since the epoch. */
  | { readonly name: 'remove-expired'; readonly before: number }

/** Sent back for every task, in their order. */
export type Answer = {
  readonly task: Task
  /** Of the database that was looked through; null where that is not known. */
  readonly isWhole: boolean | null
  readonly failure: string | null
}

export type Keeper = {
  /** Moves what is in the log into the database, unless that is under way. */
  checkpoint(): void
  /** Reads the whole database where that is due; tells `onDamage` of what it finds. */
  lookThrough(): void
  /** Removes what was over by `before`; rejects where it could not. */
  removeExpired(before: number): Promise<void>
  stop(): Promise<void>
}

/** It is read once a minute at most, and for a hundredth of the time where that takes longer. Milliseconds. */
const lookEveryMs = 60_000
const lookShare = 100

const beginThread = (path: string) =>
  new Worker(new URL('./maintenance-worker.ts', import.meta.url), { workerData: path })

/** @param begin starts the thread; throws where the system has none left */
export function createKeeper(path: string, onDamage: () => void, begin = beginThread): Keeper {
  let worker: Worker | undefined
  let isStopped = false
  let lookDue = -Infinity
  const waiting: { readonly name: Task['name']; readonly done: (answer: Answer | Error) => void }[] = []
  const gone = (why: Error) => {
    worker = undefined
    for (const { done } of waiting.splice(0)) done(why)
  }
  const started = (): Worker => {
    if (worker) return worker
    const thread = begin(path)
    thread.on('message', (answer: Answer) => {
      waiting.shift()?.done(answer)
      if (waiting.length === 0) thread.unref()
    })
    thread.on('error', gone)
    thread.on('exit', () => gone(new Error('the thread that keeps the database has ended')))
    return (worker = thread)
  }
  /** Never rejects. */
  const give = (task: Task) =>
    new Promise<Answer | Error>((done) => {
      if (isStopped) return done(new Error('the store is closed'))
      let thread: Worker
      try {
        thread = started()
      } catch (error) {
        // The system has no thread left for it.
        return done(error instanceof Error ? error : new Error(String(error)))
      }
      waiting.push({ name: task.name, done })
      thread.ref()
      thread.postMessage(task)
    })
  const isUnderWay = (name: Task['name']) => waiting.some((one) => one.name === name)

  return {
    checkpoint() {
      if (!isUnderWay('checkpoint')) void give({ name: 'checkpoint' })
    },
    lookThrough() {
      const began = performance.now()
      if (isUnderWay('look-through') || began < lookDue) return
      void give({ name: 'look-through' }).then((answer) => {
        const now = performance.now()
        lookDue = now + Math.max(lookEveryMs, (now - began) * lookShare)
        if (!(answer instanceof Error) && answer.isWhole === false) onDamage()
      })
    },
    async removeExpired(before) {
      const answer = await give({ name: 'remove-expired', before })
      if (answer instanceof Error) throw answer
      if (answer.failure !== null) throw new Error(answer.failure)
    },
    async stop() {
      isStopped = true
      await worker?.terminate()
    },
  }
}
