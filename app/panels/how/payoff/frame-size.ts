/** Size of the payoff diagram, which follows its container and the user's text size. */
import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * `width` of the diagram (0 until it is measured) and `lane`, the height of one line of labels, in
 * pixels; `font` is the CSS font of the labels.
 */
export type FrameSize = { width: number; font: string; lane: number }

/** Returns the current size of an element. */
export function useFrameSize(frame: RefObject<HTMLElement | null>): FrameSize {
  const [size, setSize] = useState<FrameSize>({ width: 0, font: '11px sans-serif', lane: 18 })
  // A layout effect measures before the first paint: an effect would show an empty frame for one paint.
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
