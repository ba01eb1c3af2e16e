import './icon.css'

/** Marks links that leave the widget. */
export const externalIcon = 'M9 2.5h4.5V7M13.5 2.5L7.5 8.5M11.5 9.5v4h-9v-9h4'

/** A decorative icon: its button or link has the accessible name. `path` is in a 16 × 16 view box. */
export const Icon = ({ path, mirrored = false }: { path: string; mirrored?: boolean }) => (
  <svg
    className={mirrored ? 'icon icon-mirrored' : 'icon'}
    viewBox="0 0 16 16"
    aria-hidden="true"
    focusable="false"
  >
    <path d={path} />
  </svg>
)
