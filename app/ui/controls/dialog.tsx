import './dialog.css'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { Button } from './button.tsx'
import { Icon } from '#app/ui/icon.tsx'

export const closeIcon = 'M4 4l8 8M12 4l-8 8'

/**
 * Aligns a dialog vertically with its opener if the frame is as high as its content (option
 * `height: 'auto'`): the centre of such a frame may be scrolled out of view.
 */
function alignWithOpener(dialog: HTMLElement, opener: Element): void {
  if (!document.documentElement.hasAttribute('data-auto-height')) return
  const { top } = opener.getBoundingClientRect()
  const { offsetHeight: height } = dialog
  dialog.style.marginBlock = `${Math.max(16, Math.min(top - height / 2, innerHeight - height - 16))}px auto`
}

/** A modal native dialog: traps the focus, closes on Esc and on a click outside, and restores the focus. */
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
    const opener = document.activeElement
    dialog?.showModal()
    if (dialog && opener) alignWithOpener(dialog, opener)
    return () => {
      dialog?.close()
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
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
        {/* A scrolling area must be reachable by keyboard; wide content has its own scrolling area. */}
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
