import './popover.css'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'

/**
 * A button that opens a small box beside it, in the top layer, placed so that it stays inside the frame and moves with the
 * button. Esc, a click outside, focus leaving and scrolling the button out of sight close it.
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
    const place = () => {
      const at = anchor.getBoundingClientRect()
      const { offsetWidth: width, offsetHeight: height } = element
      const below = at.bottom + 4 + height <= innerHeight || at.top - 4 - height < 0
      const start = getComputedStyle(anchor).direction === 'rtl' ? at.right - width : at.left
      element.style.top = `${Math.max(4, below ? Math.min(at.bottom + 4, innerHeight - height - 4) : at.top - 4 - height)}px`
      element.style.left = `${Math.max(4, Math.min(start, innerWidth - width - 4))}px`
    }
    // Calls at once, and again when what is in the box arrives later than the box.
    const sized = new ResizeObserver(place)
    sized.observe(element)
    // It goes with its button when a panel scrolls, and when the button has been scrolled away.
    const scrolled = ({ target }: Event) => {
      if (!(target instanceof Node && element.contains(target))) place()
    }
    const seen = new IntersectionObserver(([entry]) => {
      if (entry && !entry.isIntersecting) element.hidePopover()
    })
    seen.observe(anchor)
    addEventListener('resize', place)
    addEventListener('scroll', scrolled, { capture: true, passive: true })
    return () => {
      sized.disconnect()
      seen.disconnect()
      removeEventListener('resize', place)
      removeEventListener('scroll', scrolled, { capture: true })
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
