import './popover.css'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'

/**
 * A button that opens a small box beside it in the top layer. The box stays inside the frame and moves with the button.
 * It closes on Esc, on a click outside, when the focus leaves, and when the button is scrolled out of view.
 */
export function Popover({
  label,
  children,
  kind = 'quiet',
  name,
  action,
}: {
  /** Content of the button. */
  label: ReactNode
  /** Accessible name of the button if its content is not sufficient. */
  name?: string
  /** Language-independent name of the button's action. */
  action?: string
  kind?: 'quiet' | 'icon' | 'secondary' | 'link'
  children: ReactNode
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  useEffect(() => {
    const element = box.current
    const anchor = button.current
    if (!open || !element || !anchor) return
    const position = () => {
      const anchorBox = anchor.getBoundingClientRect()
      const { offsetWidth: width, offsetHeight: height } = element
      const opensBelow = anchorBox.bottom + 4 + height <= innerHeight || anchorBox.top - 4 - height < 0
      const start = getComputedStyle(anchor).direction === 'rtl' ? anchorBox.right - width : anchorBox.left
      element.style.top = `${Math.max(4, opensBelow ? Math.min(anchorBox.bottom + 4, innerHeight - height - 4) : anchorBox.top - 4 - height)}px`
      element.style.left = `${Math.max(4, Math.min(start, innerWidth - width - 4))}px`
    }
    // Runs once initially, and again when content of the box is loaded.
    const resizeObserver = new ResizeObserver(position)
    resizeObserver.observe(element)
    // The box follows its button while a panel scrolls, and closes when the button is out of view.
    const onScroll = ({ target }: Event) => {
      if (!(target instanceof Node && element.contains(target))) position()
    }
    const visibilityObserver = new IntersectionObserver(([entry]) => {
      if (entry && !entry.isIntersecting) element.hidePopover()
    })
    visibilityObserver.observe(anchor)
    addEventListener('resize', position)
    addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      resizeObserver.disconnect()
      visibilityObserver.disconnect()
      removeEventListener('resize', position)
      removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [open])

  return (
    <>
      <Button
        kind={kind}
        ref={button}
        popoverTarget={id}
        aria-expanded={open}
        aria-label={name}
        data-action={action}
      >
        {label}
      </Button>
      <div
        ref={box}
        id={id}
        popover="auto"
        className="popover"
        onToggle={(event) => setOpen(event.newState === 'open')}
        onBlur={(event) => {
          if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget))
            event.currentTarget.hidePopover()
        }}
      >
        {open && children}
      </div>
    </>
  )
}
