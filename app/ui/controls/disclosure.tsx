import './disclosure.css'
import { type ComponentProps, type ReactNode, useState } from 'react'

/** Shows its content when it is unfolded. */
export function Disclosure({
  label,
  action,
  isOpenInitially = false,
  isLazy = false,
  className,
  children,
}: {
  label: ReactNode
  /** Value of `data-action`; absent for disclosures that are not hooks of tests. */
  action?: string
  isOpenInitially?: boolean
  /** Renders the content only while it is shown. */
  isLazy?: boolean
  className?: string
  children: ReactNode
}) {
  const [isOpen, setIsOpen] = useState(isOpenInitially)
  return (
    <details className={className} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="disclosure" data-action={action}>
        {label}
      </summary>
      {(isOpen || !isLazy) && children}
    </details>
  )
}

/** The toggle of a disclosure whose content is elsewhere in the document. */
export const DisclosureButton = ({
  isOpen,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-expanded'> & { isOpen: boolean }) => (
  <button
    type="button"
    aria-expanded={isOpen}
    className={className ? `disclosure ${className}` : 'disclosure'}
    {...rest}
  />
)
