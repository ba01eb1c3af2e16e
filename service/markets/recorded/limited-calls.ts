/** Deadlines for file system calls. */
import { UnreadableFile } from './read-text.ts'

/** Time for a file system call, below the timeout of a lookup. Milliseconds. */
export const fileTimeoutMs = 5000
/**
 * Calls at the same time. A call that hangs, for example on a network drive, occupies a thread of libuv until it returns.
 * Those threads, four by default, also compute hashes and compress responses, so some must stay free.
 */
const maxPendingCalls = 2

/**
 * Returns a function that makes at most two file system calls at a time. It rejects with an {@link UnreadableFile} if a call
 * waits or runs longer than the timeout.
 */
export function createLimitedCalls(timeoutMs: number) {
  let pendingCalls = 0
  const waiting = new Set<() => void>()
  const startNext = () => {
    const [next] = waiting
    if (next && pendingCalls < maxPendingCalls) next()
  }
  return <Result>(file: string, call: () => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      const start = () => {
        waiting.delete(start)
        pendingCalls++
        // The slot of a call that hangs stays taken until the call returns.
        const onEnd = () => {
          pendingCalls--
          clearTimeout(timer)
          startNext()
        }
        call().finally(onEnd).then(resolve, reject)
      }
      const timer = setTimeout(() => {
        waiting.delete(start)
        reject(new UnreadableFile(`${file}:1: the file system did not respond within ${timeoutMs / 1000} s`))
      }, timeoutMs)
      waiting.add(start)
      startNext()
    })
}
