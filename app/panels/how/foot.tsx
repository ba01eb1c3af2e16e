import './foot.css'
import { createContext, type ReactNode, type RefObject, use, useLayoutEffect, useRef, useState } from 'react'
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
  const foot = useRef<HTMLDivElement>(null)
  useCoveredPanels(foot, hasChain)
  return (
    <FootRows value={{ tray, order }}>
      {children(
        <div ref={foot} className="how how-foot">
          <div ref={setTray} className="how-foot-tray" />
          <div ref={setOrder} className="how-foot-order" />
        </div>,
      )}
    </FootRows>
  )
}

/**
 * Marks the container of the panels while the chain covers them. A `:has()` rule on the container could do it, but then each
 * inserted element makes the browser restyle all panels.
 */
function useCoveredPanels(foot: RefObject<HTMLElement | null>, hasChain: boolean): void {
  useLayoutEffect(() => {
    const panels = foot.current?.closest<HTMLElement>('.panels')
    if (!panels || !hasChain) return
    panels.dataset['chainOpen'] = ''
    return () => void delete panels.dataset['chainOpen']
  }, [foot, hasChain])
}

/** Renders content in a row of the panel's foot. */
export function InFoot({ row, children }: { row: FootRow; children: ReactNode }) {
  const element = use(FootRows)[row]
  return element && createPortal(children, element)
}
