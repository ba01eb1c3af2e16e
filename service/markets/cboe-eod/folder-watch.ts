/** Calls a function when a folder changes. Node only. */
import { watch, type FSWatcher } from 'node:fs'
import type { Stop } from '#service/shared/stop.ts'

export type FolderWatchOptions = {
  /** Interval of calls without a notification, milliseconds: network drives send no notifications. */
  readonly pollMs: number
  /** Delay of the next call after one that returned true, milliseconds. */
  readonly settleMs: number
}

/**
 * Calls `check` after each change of the folder, and periodically. One call runs at a time. The folder
 * may be missing.
 *
 * @param check returns whether it must be called again soon, because a file may still be growing; must
 *   not reject
 */
export function watchFolder(
  folder: string,
  check: () => Promise<boolean>,
  { pollMs, settleMs }: FolderWatchOptions,
): Stop {
  let timer: ReturnType<typeof setTimeout> | undefined
  let notifier: FSWatcher | undefined
  let isChecking = false
  let isChanged = false
  let isStopped = false

  const schedule = (delayMs: number) => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void run(), delayMs)
  }
  const closeNotifier = () => {
    notifier?.close()
    notifier = undefined
  }
  const openNotifier = () => {
    try {
      notifier = watch(folder, { persistent: false }, (event) => {
        // The folder itself was moved or deleted: a new one of this name is another folder.
        if (event === 'rename') closeNotifier()
        isChanged = true
        if (!isChecking) schedule(0)
      })
      notifier.on('error', closeNotifier)
    } catch {
      // The folder is missing, or the file system does not notify: the poll remains.
    }
  }
  const run = async () => {
    isChecking = true
    isChanged = false
    if (!notifier) openNotifier()
    const isSettling = await check()
    isChecking = false
    schedule(isChanged || isSettling ? settleMs : pollMs)
  }
  schedule(0)
  return () => {
    isStopped = true
    clearTimeout(timer)
    closeNotifier()
  }
}
