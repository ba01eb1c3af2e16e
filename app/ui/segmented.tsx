import './segmented.css'
import type { KeyboardEvent, ReactNode } from 'react'

type Choice<T extends string> = {
  value: T
  label: ReactNode
  /** Where the label does not say it. */
  name?: string
  disabled?: boolean
}

/** One of a few: a radio group with one tab stop; arrow keys move and choose, Home and End jump. */
export function Segmented<T extends string>({
  label,
  value,
  choices,
  onChange,
  stretch = false,
}: {
  label: string
  value: T
  choices: readonly Choice<T>[]
  onChange: (value: T) => void
  stretch?: boolean
}) {
  function move(event: KeyboardEvent<HTMLElement>) {
    const usable = choices.filter((choice) => !choice.disabled)
    const at = usable.findIndex((choice) => choice.value === value)
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const backward = forward === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight'
    const last = usable.length - 1
    const to = {
      [forward]: at === last ? 0 : at + 1,
      ArrowDown: at === last ? 0 : at + 1,
      [backward]: at <= 0 ? last : at - 1,
      ArrowUp: at <= 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key]
    const next = to === undefined ? undefined : usable[to]
    if (!next) return
    event.preventDefault()
    onChange(next.value)
    event.currentTarget.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus()
  }
  return (
    <div
      className={stretch ? 'segmented segmented-stretch' : 'segmented'}
      role="radiogroup"
      aria-label={label}
      onKeyDown={move}
    >
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          role="radio"
          data-value={choice.value}
          aria-checked={choice.value === value}
          aria-label={choice.name}
          disabled={choice.disabled}
          tabIndex={choice.value === value ? 0 : -1}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  )
}
