import type { ReactNode } from 'react'

/**
 * A part of a line of details, after a dot. The parts wrap as a whole. At the beginning of a line the dot is in the
 * clipped margin of the line (card.css), so that no line begins or ends with a dot.
 */
export const MetaPart = ({ children }: { children: ReactNode }) => (
  <span className="how-part">
    <span className="separator"> · </span>
    {children}
  </span>
)
