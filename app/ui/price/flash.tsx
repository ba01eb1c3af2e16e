import './flash.css'
import { type ReactNode, useEffect, useRef } from 'react'

/**
 * Marks a changed value with a fading background, or with a bar beside it if the user prefers reduced motion. The
 * first value and stale values do not flash, and others only as often as flash-limit.ts allows.
 */
export function Flash({
  value,
  quiet = false,
  children,
}: {
  value: number | undefined
  quiet?: boolean
  children: ReactNode
}) {
  const ref = useRef<HTMLSpanElement>(null)
  const previous = useRef(value)
  useEffect(() => {
    const previousValue = previous.current
    previous.current = value
    const element = ref.current
    if (quiet || !element || previousValue === undefined || value === undefined || previousValue === value)
      return
    // If the animation cannot be loaded, the value changes without it.
    import('./flash-animation.ts').then(
      (animation) => animation.animateFlash(element, value > previousValue),
      () => undefined,
    )
  }, [value, quiet])
  return (
    <span ref={ref} className="flash">
      {children}
    </span>
  )
}
