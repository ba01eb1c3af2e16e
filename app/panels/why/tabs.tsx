import type { KeyboardEvent } from 'react'

/** Tabs over one panel (APG, automatic activation): ← → Home End. */
export function Tabs<T extends string>({
  label,
  value,
  choices,
  onChange,
  controls,
}: {
  label: string
  value: T
  choices: readonly { value: T; label: string }[]
  onChange: (value: T) => void
  /** Id of the tab panel. */
  controls: string
}) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
    const now = choices.findIndex((choice) => choice.value === value)
    const to = { ArrowRight: now + forward, ArrowLeft: now - forward, Home: 0, End: -1 }[event.key]
    const next = to === undefined ? undefined : choices.at(to % choices.length)
    if (!next) return
    event.preventDefault()
    onChange(next.value)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[choices.indexOf(next)]?.focus()
  }
  return (
    <div className="why-tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          role="tab"
          aria-selected={choice.value === value}
          aria-controls={controls}
          tabIndex={choice.value === value ? 0 : -1}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  )
}
