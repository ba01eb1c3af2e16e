import './foot.css'
import {
  createContext,
  type ReactNode,
  type RefCallback,
  type RefObject,
  use,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'

/** Rows of the panel's foot, from top to bottom. */
type FootRow = 'tray' | 'order'

const FootRows = createContext<Readonly<Record<FootRow, HTMLElement | null>>>({ tray: null, order: null })

/** Receive the elements of the rows. */
const FootRowRefs = createContext<Readonly<Record<FootRow, RefCallback<HTMLElement>>>>({
  tray: () => undefined,
  order: () => undefined,
})

/** Provides the rows of the foot. The panel itself does not render again when they are in the document. */
export function FootProvider({ children }: { children: ReactNode }) {
  const [tray, setTray] = useState<HTMLElement | null>(null)
  const [order, setOrder] = useState<HTMLElement | null>(null)
  const refs = useMemo(() => ({ tray: setTray, order: setOrder }), [])
  const rows = useMemo(() => ({ tray, order }), [tray, order])
  return (
    <FootRowRefs value={refs}>
      <FootRows value={rows}>{children}</FootRows>
    </FootRowRefs>
  )
}

/**
 * The foot of the How panel: rows below the scrolling content, which cover none of it.
 *
 * @param props.hasChain whether the panel shows the chain
 */
export function Foot({ hasChain }: { hasChain: boolean }) {
  const foot = useRef<HTMLDivElement>(null)
  const { tray, order } = use(FootRowRefs)
  useCoveredPanels(foot, hasChain)
  return (
    <div ref={foot} className="how how-foot">
      <div ref={tray} className="how-foot-tray" />
      <div ref={order} className="how-foot-order" />
    </div>
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
