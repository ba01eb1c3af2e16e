import './change.css'
import type { ReactNode } from 'react'
import { type Direction, directionOfChange } from './direction.ts'

/**
 * ▲, ▼ or ▶: the same in every language, never mirrored. Decorative: the text beside it has the
 * sign. Drawn, because Inter has none of the three, and the triangles of other fonts differ.
 */
export const Arrow = ({ direction }: { direction: Direction }) => (
  <span className={`arrow arrow-${direction}`} aria-hidden="true" />
)

/** A signed figure with arrow and colour, never broken over lines. `children` is the formatted, signed text. */
export const Change = ({
  value,
  children,
  minDisplayed,
}: {
  value: number | null | undefined
  children: ReactNode
  /** Smaller amounts are displayed as zero and get no direction. */
  minDisplayed?: number | undefined
}) => {
  const direction = directionOfChange(value, minDisplayed)
  return (
    <span className={`change change-${direction}`}>
      <Arrow direction={direction} />
      <bdi dir="ltr">{children}</bdi>
    </span>
  )
}
