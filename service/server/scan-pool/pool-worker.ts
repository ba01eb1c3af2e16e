/** One thread of a crew: opened, given parts to look through, and ended where it keeps silent. */
import { Worker } from 'node:worker_threads'
import type { Found, Night } from '#service/scan/scan-context.ts'
import type { ThreadMessage, SweepRequest } from './serve-parts.ts'

export type ThreadInput = {
  /** The module that calls `serveSweeps`. */
  readonly entry: URL
  /** Its `workerData`. */
  readonly data: unknown
  /** A thread of which nothing is heard for so long hangs, milliseconds. */
  readonly silentMs?: number
}

export type Thread = {
  readonly isAlive: () => boolean
  /** Rejects where the thread ends first, or hangs: it is ended then. */
  sweep(night: Night, symbols: readonly string[]): Promise<Found>
  stop(): Promise<void>
}

/** Chains come and go by the hundred thousand objects: with more room for the young, fewer of them are carried along. */
const resourceLimits = { maxYoungGenerationSizeMb: 192 }
/** Longer than the market may take for all that is asked of one symbol; opening a large market takes as long. */
const longestSilenceMs = 3 * 60_000

/** Resolves once the thread is ready; rejects where it ends before, or hangs. */
export async function openThread({ entry, data, silentMs = longestSilenceMs }: ThreadInput): Promise<Thread> {
  const worker = new Worker(entry, { workerData: data, name: 'scan', resourceLimits })
  let ended: Error | undefined
  let hear: (message: ThreadMessage) => void = () => {}
  let lose: (error: Error) => void = () => {}
  const over = (error: Error) => lose((ended ??= error))
  worker.on('message', (message: ThreadMessage) => hear(message))
  worker.on('error', (error) => over(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', (code) => over(new Error(`the scan's thread ended with code ${code}`)))

  /** What `read` makes of a message, the first time that is something. */
  const wait = <Answer>(read: (message: ThreadMessage) => Answer | undefined): Promise<Answer> =>
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
      worker.postMessage({ night, symbols } satisfies SweepRequest)
      return answer
    },
    stop: async () => void (await worker.terminate()),
  }
}
