import type { ReactNode } from 'react'
import { moveChoice } from './roving-focus.ts'

/** Tabs for panels elsewhere in the document. `controls` is the id of a tab's panel. */
export const Tabs = <T extends string>({
  label,
  value,
  choices,
  onChange,
  className,
}: {
  label: string
  value: T
  choices: readonly { value: T; label: ReactNode; controls: string; id?: string }[]
  onChange: (value: T) => void
  className: string
}) => (
  <div
    className={className}
    role="tablist"
    aria-label={label}
    onKeyDown={(event) =>
      moveChoice(
        event,
        choices.map((choice) => choice.value),
        value,
        onChange,
      )
    }
  >
    {choices.map((choice) => (
      <button
        key={choice.value}
        id={choice.id}
        type="button"
        role="tab"
        data-value={choice.value}
        aria-selected={choice.value === value}
        aria-controls={choice.controls}
        tabIndex={choice.value === value ? 0 : -1}
        onClick={() => onChange(choice.value)}
      >
        {choice.label}
      </button>
    ))}
  </div>
)
