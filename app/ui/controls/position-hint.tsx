import { useDebouncedValue } from '#app/ui/use-debounced-value.ts'
import { LiveRegion } from '#app/ui/visually-hidden.tsx'

/** Delay between the last change of the text and its announcement, milliseconds. */
const announceMs = 700

/**
 * Text about the input of position fields. It is visible at once, and announced to screen readers when the user pauses:
 * otherwise each typed digit would be announced.
 */
export function PositionHint({
  id,
  className,
  text,
}: {
  /** For fields that the text describes. */
  id?: string
  className: string
  text: string
}) {
  const announced = useDebouncedValue(text, announceMs)
  return (
    <>
      <p id={id} className={className} aria-hidden="true">
        {text}
      </p>
      <LiveRegion>{announced}</LiveRegion>
    </>
  )
}
