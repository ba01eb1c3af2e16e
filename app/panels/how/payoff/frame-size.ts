/** Size of the payoff diagram, which follows its container and the user's text size. */
import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * Pixels; `font` is the CSS font of the labels, `lane` the height of one line of labels. `width` is 0 until measured.
 */
export type FrameSize = { width: number; font: string; lane: number }

/** Measures an element and follows its changes. */
export function useFrameSize(frame: RefObject<HTMLElement | null>): FrameSize {
  const [size, setSize] = useState<FrameSize>({ width: 0, font: '11px sans-serif', lane: 18 })
  // Layout effect: measured before the first paint, so that a replaced diagram leaves no gap.
  useLayoutEffect(() => {
    const element = frame.current!
    const measure = () => {
      const style = getComputedStyle(element)
      setSize({
        width: Math.floor(element.clientWidth),
        font: `${style.fontSize} ${style.fontFamily}`,
        lane: Math.ceil(Number.parseFloat(style.fontSize) * 1.55),
      })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return size
}
