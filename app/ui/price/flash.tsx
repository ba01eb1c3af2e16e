import './flash.css'
import { type ReactNode, useEffect, useRef } from 'react'

/** WCAG 2.3.1 allows three flashes a second; a cell has two at most. */
const pauseMs = 500

/**
 * Marks a value that has just changed with a fading background, or a mark beside it for those who want no motion.
 * Nothing flashes at first sight, while hidden, or when the numbers are stale.
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
  const before = useRef(value)
  const last = useRef(0)
  useEffect(() => {
    const from = before.current
    before.current = value
    const element = ref.current
    if (quiet || !element || from === undefined || value === undefined || from === value) return
    const now = performance.now()
    if (now - last.current < pauseMs) return
    last.current = now
    // If it cannot be loaded the number changes without it.
    import('./flash-animation.ts').then(
      (later) => later.animateFlash(element, value > from),
      () => undefined,
    )
  }, [value, quiet])
  return (
    <span ref={ref} className="flash">
      {children}
    </span>
  )
}
