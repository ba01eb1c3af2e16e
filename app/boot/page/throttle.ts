/** Throttles commands and reports: a page may send the same command thousands of times a second. */

/**
 * Executes the first call immediately. At the end of each interval of `intervalMs`, executes the
 * last call of each name and drops the earlier ones, so use it for actions that set a state. After
 * `stop` nothing is executed.
 */
export function makeThrottle(intervalMs: number): {
  throttle: (name: string, action: () => void) => void
  stop: () => void
} {
  const pending = new Map<string, () => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  function startInterval(): void {
    timer = setTimeout(() => {
      timer = undefined
      if (pending.size === 0) return
      const actions = [...pending.values()]
      pending.clear()
      startInterval()
      for (const action of actions) action()
    }, intervalMs)
  }

  return {
    throttle(name, action) {
      if (isStopped) return
      if (timer) return void pending.set(name, action)
      startInterval()
      action()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
      pending.clear()
    },
  }
}
