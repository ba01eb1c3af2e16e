/** The room of the payoff diagram, which follows its container and the reader's text size. */
import { type RefObject, useLayoutEffect, useState } from 'react'

/** Pixels; `font` is that of the labels, in CSS; `lane` is the height of a line of them. `width` is 0 until it is known. */
export type FrameSize = { width: number; font: string; lane: number }

/** The size of an element, kept up to date. */
export function useFrameSize(frame: RefObject<HTMLElement | null>): FrameSize {
  const [size, setSize] = useState<FrameSize>({ width: 0, font: '11px sans-serif', lane: 18 })
  // Before it is painted: what takes another's place shows no gap.
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
