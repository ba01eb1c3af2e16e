/** Throttle for commands and reports: a page may send the same command thousands of times a second. */

/**
 * Executes the first call immediately, then at most once every `ms`; of the calls in between, the last call of
 * each name is executed. For state, of which only the latest value counts. After `stop` nothing is executed.
 */
export function makeThrottle(ms: number): {
  throttle: (name: string, act: () => void) => void
  stop: () => void
} {
  const waiting = new Map<string, () => void>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function startPause(): void {
    timer = setTimeout(() => {
      timer = undefined
      if (waiting.size === 0) return
      const acts = [...waiting.values()]
      waiting.clear()
      startPause()
      for (const act of acts) act()
    }, ms)
  }

  return {
    throttle(name, act) {
      if (timer) return void waiting.set(name, act)
      startPause()
      act()
    },
    stop() {
      clearTimeout(timer)
      waiting.clear()
    },
  }
}
