/** Which rows are in sight: only their quotes and their open options are asked for. */
import { type RefObject, useEffect, useState } from 'react'

/** @param count of rows; another number of them is looked at anew */
export function useSeen(list: RefObject<HTMLElement | null>, count: number): ReadonlySet<string> {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const element = list.current
    if (!element || !count) return
    const observer = new IntersectionObserver((entries) =>
      setSeen((before) => {
        const now = new Set(before)
        for (const { target, isIntersecting } of entries) {
          const symbol = (target as HTMLElement).dataset['holding']!
          if (isIntersecting) now.add(symbol)
          else now.delete(symbol)
        }
        return now
      }),
    )
    for (const row of element.querySelectorAll('[data-holding]')) observer.observe(row)
    return () => observer.disconnect()
  }, [list, count])
  return seen
}
