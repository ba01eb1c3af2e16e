import './change.css'
import type { ReactNode } from 'react'

type Direction = 'up' | 'down' | 'flat'
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
  minDisplayed = 0.005,
}: {
  value: number | null | undefined
  children: ReactNode
  /** Smaller amounts are displayed as zero and get no direction. */
  minDisplayed?: number
}) => {
  const amount = value ?? 0
  const direction = Math.abs(amount) < minDisplayed ? 'flat' : amount > 0 ? 'up' : 'down'
  return (
    <span className={`change change-${direction}`}>
      <Arrow direction={direction} />
      <bdi dir="ltr">{children}</bdi>
    </span>
  )
}
