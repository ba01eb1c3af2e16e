/**
 * Queue that serialises writes. SQLite allows one writer at a time; each write has its own deadline, counted
 * from its call. If the head of the queue waits for another process's lock, the others wait too instead of
 * timing out one by one.
 */
import { StoreError } from '#service/store/store-error.ts'
import { busyTimeoutMs } from './retry-while-busy.ts'
import type { LockWait } from './retry-while-busy.ts'

export type WriteSlot = Required<LockWait> & {
  /** Admits the next write. */
  readonly release: () => void
}

export type WriteQueueOptions = {
  /** From the call to the end of all waiting, in the queue and for locks. Milliseconds. */
  readonly timeoutMs: number
  /**
   * Goes to the head of the queue, whatever its length: for checks of the database that must not measure the
   * load.
   */
  readonly isFirst: boolean
}

const defaults: WriteQueueOptions = { timeoutMs: busyTimeoutMs, isFirst: false }
/** Maximum queue length: as many writes as a slow disk completes within the deadline. Later ones would time out. */
const maxLength = 1000

export type WriteQueue = {
  /**
   * Resolves with the slot. Rejects after the timeout with what blocks the current write, and with a
   * StoreError if the queue is full.
   */
  readonly enqueue: (options?: WriteQueueOptions) => Promise<WriteSlot>
  /** Resolves when the queue is empty. */
  readonly enqueueLast: () => Promise<WriteSlot>
}

/** Grants write slots in the order of the calls. */
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
