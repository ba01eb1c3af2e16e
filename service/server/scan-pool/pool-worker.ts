/** One thread of the pool: started, given parts to process, and terminated when it stops responding. */
import { Worker } from 'node:worker_threads'
import type { PartResult, ScanContext } from '#service/scan/scan-context.ts'
import type { WorkerMessage, PartRequest } from './serve-parts.ts'

export type PoolWorkerInput = {
  /** The module that calls `serveSweeps`. */
  readonly entry: URL
  /** Its `workerData`. */
  readonly data: unknown
  /** A thread without a message for this long counts as hung, milliseconds. */
  readonly silentMs?: number
}

export type PoolWorker = {
  readonly isAlive: () => boolean
  /** Rejects where the thread ends first, or hangs: it is ended then. */
  sweep(night: ScanContext, symbols: readonly string[]): Promise<PartResult>
  stop(): Promise<void>
}

/** Chains come and go by the hundred thousand objects: with more room for the young, fewer of them are carried along. */
const resourceLimits = { maxYoungGenerationSizeMb: 192 }
/** Longer than the timeouts of one symbol together; opening a large market takes as long. */
const longestSilenceMs = 3 * 60_000

/** Resolves once the thread is ready; rejects where it ends before, or hangs. */
export async function openPoolWorker({
  entry,
  data,
  silentMs = longestSilenceMs,
}: PoolWorkerInput): Promise<PoolWorker> {
  const worker = new Worker(entry, { workerData: data, name: 'scan', resourceLimits })
  let ended: Error | undefined
  let hear: (message: WorkerMessage) => void = () => {}
  let lose: (error: Error) => void = () => {}
  const over = (error: Error) => lose((ended ??= error))
  worker.on('message', (message: WorkerMessage) => hear(message))
  worker.on('error', (error) => over(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', (code) => over(new Error(`the scan's thread ended with code ${code}`)))

  /** What `read` makes of a message, the first time that is something. */
  const wait = <Answer>(read: (message: WorkerMessage) => Answer | undefined): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const hangs = () => {
        over(new Error(`a thread of the scan did nothing for ${silentMs / 1000} s and was ended`))
        void worker.terminate()
      }
      let patience = setTimeout(hangs, silentMs)
      lose = (error) => {
        clearTimeout(patience)
        reject(error)
      }
      hear = (message) => {
        clearTimeout(patience)
        const answer = read(message)
        if (answer === undefined) patience = setTimeout(hangs, silentMs)
        else resolve(answer)
      }
      if (ended) lose(ended)
    })

  await wait((message) => (message === 'ready' ? true : undefined))
  return {
    isAlive: () => ended === undefined,
    sweep(night, symbols) {
      const answer = wait((message) => (typeof message === 'object' ? message.found : undefined))
      worker.postMessage({ night, symbols } satisfies PartRequest)
      return answer
    },
    stop: async () => void (await worker.terminate()),
  }
}
