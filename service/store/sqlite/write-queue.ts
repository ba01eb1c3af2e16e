/**
 * Queue that serialises writes, because SQLite allows one writer at a time. Each write has its own
 * deadline, which counts from its call. If the current write waits for the lock of another process,
 * the queued writes share its error when they time out.
 */
import { StoreError } from '#service/store/store-error.ts'
import { busyTimeoutMs } from './retry-while-busy.ts'
import type { LockWait } from './retry-while-busy.ts'

export type WriteSlot = Required<LockWait> & {
  /** Ends the slot and admits the next write. */
  readonly release: () => void
}

export type WriteQueueOptions = {
  /** Timeout for waiting in the queue and for locks, from the call. Milliseconds. */
  readonly timeoutMs: number
  /**
   * Whether the write goes to the head of the queue, even if the queue is full: for readiness
   * checks, which must not measure the load.
   */
  readonly isFirst: boolean
}

const defaults: WriteQueueOptions = { timeoutMs: busyTimeoutMs, isFirst: false }
/** Maximum queue length: as many writes as a slow disk completes within the timeout. */
const maxLength = 1000

export type WriteQueue = {
  /**
   * Resolves with the slot. Rejects after the timeout with the error that blocks the current write,
   * and at once with a StoreError if the queue is full.
   */
  readonly enqueue: (options?: WriteQueueOptions) => Promise<WriteSlot>
  /** Resolves with a slot after all queued writes, without a timeout. */
  readonly enqueueLast: () => Promise<WriteSlot>
}

/** Creates an empty queue. */
export function createWriteQueue(): WriteQueue {
  const queue: (() => void)[] = []
  let isTaken = false
  let busyError: unknown
  const grant = (deadline: number): WriteSlot => {
    isTaken = true
    return {
      deadline,
      onBusy: (error) => void (busyError = error),
      release() {
        isTaken = false
        busyError = undefined
        queue.shift()?.()
      },
    }
  }
  const wait = ({ timeoutMs, isFirst }: WriteQueueOptions, deadline: number) =>
    new Promise<WriteSlot>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve(grant(deadline))
      }
      const timeOut = () => {
        queue.splice(queue.indexOf(start), 1)
        reject(busyError ?? new StoreError('the writes before this one take too long'))
      }
      const timer = Number.isFinite(timeoutMs) ? setTimeout(timeOut, timeoutMs) : undefined
      if (isFirst) queue.unshift(start)
      else queue.push(start)
    })
  return {
    async enqueue(options = defaults) {
      const deadline = performance.now() + options.timeoutMs
      if (!isTaken) return grant(deadline)
      if (queue.length >= maxLength && !options.isFirst) throw new StoreError('too many writes are queued')
      return wait(options, deadline)
    },
    enqueueLast: async () =>
      isTaken ? wait({ timeoutMs: Infinity, isFirst: false }, Infinity) : grant(Infinity),
  }
}
