/** Tracks the rows in the viewport. Quotes are requested for these rows only. */
import { type RefObject, useEffect, useState } from 'react'

/**
 * Returns the symbols of the rows in the viewport.
 *
 * @param count number of rows; a change restarts the observation
 */
export function useVisibleSymbols(list: RefObject<HTMLElement | null>, count: number): ReadonlySet<string> {
  const [visible, setVisible] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const element = list.current
    if (!element || !count) return
    const observer = new IntersectionObserver((entries) =>
      setVisible((previous) => {
        const next = new Set(previous)
        for (const { target, isIntersecting } of entries) {
          const symbol = (target as HTMLElement).dataset['holding']!
          if (isIntersecting) next.add(symbol)
          else next.delete(symbol)
        }
        return next
      }),
    )
    for (const row of element.querySelectorAll('[data-holding]')) observer.observe(row)
    return () => observer.disconnect()
  }, [list, count])
  return visible
}
