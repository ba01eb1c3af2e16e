import './dialog.css'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { Button } from './button.tsx'
import { Icon } from '#app/ui/icon.tsx'

const closeIcon = 'M4 4l8 8M12 4l-8 8'

/**
 * In a frame as high as its content most of it may be out of sight, its middle too: there a dialog stands at the height of
 * what opened it.
 */
function placeBeside(dialog: HTMLElement, opener: Element): void {
  if (!document.documentElement.hasAttribute('data-auto-height')) return
  const { top } = opener.getBoundingClientRect()
  const { offsetHeight: height } = dialog
  dialog.style.marginBlock = `${Math.max(16, Math.min(top - height / 2, innerHeight - height - 16))}px auto`
}

/** A modal native dialog: traps focus, closes on Esc and on a click outside, and gives focus back to where it came from. */
export function Dialog({
  title,
  onClose,
  children,
  actions,
  wide = false,
}: {
  title: ReactNode
  onClose: () => void
  children: ReactNode
  /** Buttons of the bottom row. */
  actions?: ReactNode
  wide?: boolean
}) {
  const { t } = useTranslation()
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = ref.current
    const from = document.activeElement
    dialog?.showModal()
    if (dialog && from) placeBeside(dialog, from)
    return () => {
      dialog?.close()
      if (from instanceof HTMLElement) from.focus({ preventScroll: true })
    }
  }, [])
  return (
    <dialog
      ref={ref}
      className={wide ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className="dialog-box">
        <div className="dialog-head">
          <h2 id={id}>{title}</h2>
          <Button kind="icon" aria-label={t('close')} data-action="close" onClick={onClose}>
            <Icon path={closeIcon} />
          </Button>
        </div>
        {/* What scrolls must be reachable by keyboard; a wide content scrolls by itself. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <section
          className="dialog-body"
          tabIndex={wide ? undefined : 0}
          aria-labelledby={wide ? undefined : id}
        >
          {children}
        </section>
        {actions && <div className="dialog-foot">{actions}</div>}
      </div>
    </dialog>
  )
}
