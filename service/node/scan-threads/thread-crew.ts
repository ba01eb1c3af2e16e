/**
 * A crew of threads for the nightly scan: each opens the market for itself and looks through one part at a time. They live
 * as long as the scan; a thread that dies takes its part with it, and the next part gets a new one.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Crew, Found, Night } from '#service/scan/night.ts'
import type { SweepAnswer, SweepRequest } from './serve-sweeps.ts'

export type ThreadsInput = {
  /** The module that calls `serveSweeps`. */
  readonly entry: URL
  /** Its `workerData`. */
  readonly data: unknown
  readonly threads: number
}

type Thread = {
  readonly isAlive: () => boolean
  sweep(night: Night, symbols: readonly string[]): Promise<Found>
  stop(): Promise<void>
}

/** Chains come and go by the hundred thousand objects: with more room for the young, fewer of them are carried along. */
const resourceLimits = { maxYoungGenerationSizeMb: 192 }

/** Resolves once the thread is ready; rejects where it ends before. */
async function openThread({ entry, data }: ThreadsInput): Promise<Thread> {
  const worker = new Worker(entry, { workerData: data, name: 'scan', resourceLimits })
  let ended: Error | undefined
  worker.on('error', (error) => (ended = error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', (code) => (ended ??= new Error(`the scan's thread ended with code ${code}`)))
  /** The next message; rejects where the thread ends first. */
  const next = async (): Promise<unknown> => {
    const waiting = new AbortController()
    const { signal } = waiting
    try {
      const over = once(worker, 'exit', { signal }).then(() => Promise.reject(ended))
      const [message] = (await Promise.race([once(worker, 'message', { signal }), over])) as [unknown]
      return message
    } finally {
      waiting.abort()
    }
  }
  await next()
  return {
    isAlive: () => ended === undefined,
    async sweep(night, symbols) {
      const answer = next()
      worker.postMessage({ night, symbols } satisfies SweepRequest)
      return ((await answer) as SweepAnswer).found
    },
    stop: async () => void (await worker.terminate()),
  }
}

/** Rejects where not even one thread can be had. */
export async function threadCrew(input: ThreadsInput): Promise<Crew> {
  const opened = await Promise.allSettled(Array.from({ length: input.threads }, () => openThread(input)))
  const idle = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const all = new Set(idle)
  if (idle.length === 0) throw (opened[0] as PromiseRejectedResult).reason
  return {
    width: idle.length,
    async sweep(night, symbols) {
      let thread = idle.pop()
      if (!thread?.isAlive()) {
        if (thread) all.delete(thread)
        all.add((thread = await openThread(input)))
      }
      try {
        return await thread.sweep(night, symbols)
      } finally {
        idle.push(thread)
      }
    },
    close: async () => void (await Promise.all([...all].map((thread) => thread.stop()))),
  }
}
