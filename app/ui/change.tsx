import './change.css'
import type { ReactNode } from 'react'

type Direction = 'up' | 'down' | 'flat'
export const directionOfChange = (value: number | null | undefined): Direction =>
  value == null || value === 0 ? 'flat' : value > 0 ? 'up' : 'down'

const arrows = { up: '▲', down: '▼', flat: '▶' } as const

/** ▲, ▼ or ▶: the same in every language and never mirrored. Decoration: what it says is beside it in words or signs. */
export const Arrow = ({ direction }: { direction: Direction }) => (
  <span className="arrow" aria-hidden="true">
    {arrows[direction]}
  </span>
)

/** A signed figure with arrow and colour, never broken over lines. `children` is the formatted, signed text. */
export const Change = ({
  value,
  children,
  arrow = true,
}: {
  value: number | null | undefined
  children: ReactNode
  arrow?: boolean
}) => {
  const direction = directionOfChange(value)
  return (
    <span className={`change change-${direction}`}>
      {arrow && <Arrow direction={direction} />}
      <bdi dir="ltr">{children}</bdi>
    </span>
  )
}
