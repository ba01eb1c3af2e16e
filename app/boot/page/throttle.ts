/** A page may say the same thing ten thousand times a second; the widget follows at its own pace. */

/**
 * Throttle: acts at once, then at most every `ms`; of the calls in between, the last of each name is
 * executed. For state, of which only the latest counts. After `stop` nothing is executed.
 */
export function makeThrottle(ms: number): {
  throttle: (name: string, act: () => void) => void
  stop: () => void
} {
  const waiting = new Map<string, () => void>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function rest(): void {
    timer = setTimeout(() => {
      timer = undefined
      if (waiting.size === 0) return
      const acts = [...waiting.values()]
      waiting.clear()
      rest()
      for (const act of acts) act()
    }, ms)
  }

  return {
    throttle(name, act) {
      if (timer) return void waiting.set(name, act)
      rest()
      act()
    },
    stop() {
      clearTimeout(timer)
      waiting.clear()
    },
  }
}
