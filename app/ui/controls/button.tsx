import './button.css'
import type { ComponentProps } from 'react'

type Kind = 'primary' | 'secondary' | 'quiet' | 'icon' | 'link'

/** A button. `pressed` makes it a toggle. */
export const Button = ({
  kind = 'secondary',
  pressed,
  className,
  ...rest
}: ComponentProps<'button'> & { kind?: Kind; pressed?: boolean }) => (
  <button
    type="button"
    aria-pressed={pressed}
    className={`button button-${kind}${className ? ` ${className}` : ''}`}
    {...rest}
  />
)
