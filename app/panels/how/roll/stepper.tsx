import { type KeyboardEvent, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

const minusIcon = 'M3 8h10'
const plusIcon = 'M3 8h10M8 3v10'

/** A number that is typed or stepped: ↑ ↓ a step, Page keys ten. What is typed and makes no sense changes nothing. */
export function Stepper({
  label,
  less,
  more,
  value,
  text,
  step,
  read,
  accepts,
  onChange,
}: {
  label: string
  /** What the buttons are called. */
  less: string
  more: string
  value: number
  /** The value as it is written. */
  text: string
  step: number
  read: (typed: string) => number | undefined
  accepts: (value: number) => boolean
  onChange: (value: number) => void
}) {
  /** What is being typed, until the field is left. */
  const [typed, setTyped] = useState<string | null>(null)
  const stepped = (steps: number) => Math.round((value + steps * step) * 100) / 100
  const move = (steps: number) => {
    setTyped(null)
    if (accepts(stepped(steps))) onChange(stepped(steps))
  }
  const type = (next: string) => {
    setTyped(next)
    const number = read(next)
    if (number !== undefined && accepts(number)) onChange(number)
  }
  const now = typed === null ? value : read(typed)
  const press = (event: KeyboardEvent) => {
    const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key]
    if (steps) move(steps)
    else if (event.key === 'Enter') setTyped(null)
    else return
    event.preventDefault()
  }
  return (
    <div className="roll-stepper" dir="ltr">
      <Button kind="icon" aria-label={less} disabled={!accepts(stepped(-1))} onClick={() => move(-1)}>
        <Icon path={minusIcon} />
      </Button>
      <input
        type="text"
        inputMode="decimal"
        role="spinbutton"
        autoComplete="off"
        maxLength={12}
        aria-label={label}
        aria-valuenow={value}
        aria-valuetext={text}
        aria-invalid={typed !== null && typed !== '' && (now === undefined || !accepts(now))}
        value={typed ?? text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setTyped(null)}
        onKeyDown={press}
      />
      <Button kind="icon" aria-label={more} disabled={!accepts(stepped(1))} onClick={() => move(1)}>
        <Icon path={plusIcon} />
      </Button>
    </div>
  )
}
