/** A page may say the same thing ten thousand times a second; the widget follows at its own pace. */

/**
 * Acts at once, and then not more often than every `ms`: of what was asked for meanwhile, the last of each name is
 * done. For states, of which only the latest counts.
 */
export function makeThrottle(ms: number): (name: string, act: () => void) => void {
  const waiting = new Map<string, () => void>()
  let resting = false

  function rest(): void {
    resting = true
    setTimeout(() => {
      resting = false
      if (waiting.size === 0) return
      const acts = [...waiting.values()]
      waiting.clear()
      rest()
      for (const act of acts) act()
    }, ms)
  }

  return (name, act) => {
    if (resting) return void waiting.set(name, act)
    rest()
    act()
  }
}
