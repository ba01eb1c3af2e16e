import './icon.css'

/** Decoration: whatever it stands on says its name. `path` is one of ui/icons.ts, drawn on a square of 16. */
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
