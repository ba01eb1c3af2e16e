import './foot.css'
import { createContext, type ReactNode, use, useState } from 'react'
import { createPortal } from 'react-dom'

/** Rows of the panel's foot, from top to bottom. */
type FootRow = 'tray' | 'order'

const FootRows = createContext<Readonly<Record<FootRow, HTMLElement | null>>>({ tray: null, order: null })

/**
 * Provides the foot of the How panel: rows below the scrolling content, which cover none of it. `children` renders the
 * panel with the foot.
 */
export function WithFoot({
  hasChain,
  children,
}: {
  /** The panel shows the chain. */
  hasChain: boolean
  children: (foot: ReactNode) => ReactNode
}) {
  const [tray, setTray] = useState<HTMLElement | null>(null)
  const [order, setOrder] = useState<HTMLElement | null>(null)
  return (
    <FootRows value={{ tray, order }}>
      {children(
        <div className={hasChain ? 'how how-foot how-foot-of-chain' : 'how how-foot'}>
          <div ref={setTray} className="how-foot-tray" />
          <div ref={setOrder} className="how-foot-order" />
        </div>,
      )}
    </FootRows>
  )
}

/** Renders content in a row of the panel's foot. */
export function InFoot({ row, children }: { row: FootRow; children: ReactNode }) {
  const element = use(FootRows)[row]
  return element && createPortal(children, element)
}
