import './change.css'
import type { ReactNode } from 'react'
import { type Direction, directionOfChange } from './direction.ts'

const arrows = { up: '▲', down: '▼', flat: '▶' } as const

/**
 * ▲, ▼ or ▶: the same in every language, never mirrored. Decorative: the text beside it has the
 * sign.
 */
export const Arrow = ({ direction }: { direction: Direction }) => (
  <span className="arrow" aria-hidden="true">
    {arrows[direction]}
  </span>
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
