/**
 * Output of log lines. A full disk, or a reader that is gone or stuck, must not end the service, block it or fill its
 * memory: lines are then dropped and counted, until writing is possible again.
 */
import { write as writeToFile } from 'node:fs'

/** Bytes that may wait for a slow reader. */
const mostWaiting = 1_000_000
/** Milliseconds until a reader that took nothing is tried again. */
const againMs = 50
/** Milliseconds that the end of the service waits for its last lines. */
const timeoutMs = 500

export type LineSink = {
  write(line: string): void
  /** Lines that were not written, since the start. */
  dropped(): number
  /** Resolves when all lines are written or dropped, or after half a second. */
  flushed(): Promise<void>
}

type Write = (
  fd: number,
  bytes: Buffer,
  done: (error: NodeJS.ErrnoException | null, written: number) => void,
) => void

/**
 * @param fd a file, a pipe or a terminal. Written by a thread of the pool, one write at a time: `process.stdout` would have
 *   the whole service wait for a pipe's reader, and a file's error would leave it stuck
 */
export function lineSink(
  fd: number,
  write: Write = (to, bytes, done) => writeToFile(to, bytes, done),
): LineSink {
  let dropped = 0
  let waiting: string[] = []
  let waitingBytes = 0
  let isWriting = false
  let onIdle: (() => void)[] = []

  function writeNext(): void {
    const lines = waiting
    if (lines.length === 0) {
      isWriting = false
      for (const tell of onIdle) tell()
      onIdle = []
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

  function writeAll(bytes: Buffer, done: (isWritten: boolean) => void): void {
    write(fd, bytes, (error, written) => {
      if (error?.code === 'EAGAIN') setTimeout(writeAll, againMs, bytes, done).unref()
      else if (error) done(false)
      else if (written < bytes.length) writeAll(bytes.subarray(written), done)
      else done(true)
    })
  }

  return {
    dropped: () => dropped,
    write(line) {
      const size = Buffer.byteLength(line) + 1
      if (waitingBytes + size > mostWaiting) {
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
        const timeout = setTimeout(resolve, timeoutMs)
        onIdle.push(() => {
          clearTimeout(timeout)
          resolve()
        })
      }),
  }
}
