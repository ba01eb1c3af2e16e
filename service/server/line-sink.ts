/**
 * Output of log lines. A full disk, or a reader that has exited or hangs, must not end the service, block it
 * or fill its memory. Lines are then dropped and counted until writing is possible again.
 */
import { write as writeToFile } from 'node:fs'

/** Maximum number of bytes that wait for a slow reader. */
const maxWaitingBytes = 1_000_000
/** Delay before a retry if the reader accepts nothing, milliseconds. */
const retryMs = 50
/** Maximum time that the shutdown waits for the last lines, milliseconds. */
const flushTimeoutMs = 500

export type LineSink = {
  write(line: string): void
  /** Number of dropped lines since the start. */
  dropped(): number
  /** Resolves when all lines are written or dropped, or after half a second. */
  flushed(): Promise<void>
}

type Write = (
  fd: number,
  bytes: Buffer,
  callback: (error: NodeJS.ErrnoException | null, bytesWritten: number) => void,
) => void

/**
 * Creates a sink that writes on the thread pool, one write at a time. `process.stdout` would block the service until a
 * pipe is read, and could not continue after an error of a file.
 *
 * @param fd File descriptor of a file, a pipe or a terminal.
 */
export function lineSink(
  fd: number,
  write: Write = (target, bytes, callback) => writeToFile(target, bytes, callback),
): LineSink {
  let dropped = 0
  let waiting: string[] = []
  let waitingBytes = 0
  let isWriting = false
  let idleCallbacks: (() => void)[] = []

  function writeNext(): void {
    const lines = waiting
    if (lines.length === 0) {
      isWriting = false
      for (const notify of idleCallbacks) notify()
      idleCallbacks = []
      return
    }
    isWriting = true
    waiting = []
    waitingBytes = 0
    writeAll(Buffer.from(lines.join('')), (isWritten) => {
      if (!isWritten) dropped += lines.length
      writeNext()
    })
  }

  function writeAll(bytes: Buffer, callback: (isWritten: boolean) => void): void {
    write(fd, bytes, (error, bytesWritten) => {
      if (error?.code === 'EAGAIN') setTimeout(writeAll, retryMs, bytes, callback).unref()
      else if (error) callback(false)
      else if (bytesWritten < bytes.length) writeAll(bytes.subarray(bytesWritten), callback)
      else callback(true)
    })
  }

  return {
    dropped: () => dropped,
    write(line) {
      const size = Buffer.byteLength(line) + 1
      if (waitingBytes + size > maxWaitingBytes) {
        dropped += 1
        return
      }
      waiting.push(`${line}\n`)
      waitingBytes += size
      if (!isWriting) writeNext()
    },
    flushed: () =>
      new Promise((resolve) => {
        if (!isWriting) return resolve()
        const timeout = setTimeout(resolve, flushTimeoutMs)
        idleCallbacks.push(() => {
          clearTimeout(timeout)
          resolve()
        })
      }),
  }
}
