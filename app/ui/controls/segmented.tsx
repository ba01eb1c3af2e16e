import './segmented.css'
import type { ReactNode } from 'react'
import { moveChoice } from './roving-focus.ts'

type Choice<T extends string> = {
  value: T
  label: ReactNode
  /** Accessible name, if the label is not sufficient. */
  name?: string
}

/** A choice of a few options: a radio group with one tab stop and arrow keys. */
export function Segmented<T extends string>({
  label,
  value,
  choices,
  onChange,
  stretch = false,
  unchecked = false,
  disabledBy,
}: {
  label: string
  value: T
  choices: readonly Choice<T>[]
  onChange: (value: T) => void
  stretch?: boolean
  /** Whether `value` no longer applies: no option is checked, and it only has the tab stop. */
  unchecked?: boolean
  /** Id of the element that says why nothing can be chosen. */
  disabledBy?: string | undefined
}) {
  return (
    <div
      className={stretch ? 'segmented segmented-stretch' : 'segmented'}
      role="radiogroup"
      aria-label={label}
      aria-disabled={disabledBy !== undefined || undefined}
      aria-describedby={disabledBy}
      onKeyDown={(event) =>
        moveChoice(
          event,
          choices.map((choice) => choice.value),
          value,
          onChange,
          true,
        )
      }
    >
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          role="radio"
          data-value={choice.value}
          aria-checked={choice.value === value && !unchecked}
          aria-label={choice.name}
          tabIndex={choice.value === value ? 0 : -1}
          disabled={disabledBy !== undefined}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  )
}
