import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '#app/ui/controls/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

const minusIcon = 'M3 8h10'
const plusIcon = 'M3 8h10M8 3v10'

export type NumberInput = {
  value: number
  /** Text in the field: the input in progress, or the formatted value. */
  text: string
  /** The input is not a valid number, so `value` is the previous one. */
  isWrong: boolean
  type: (text: string) => void
  /** Called on blur: formats valid input; invalid input stays for correction. */
  leave: () => void
  choose: (value: number) => void
}

/**
 * State of a number field. Input applies as soon as `read` parses it; invalid input stays in the field until it is
 * corrected, so that no order uses a number that the user has typed over.
 *
 * @param of identifies the subject of the number: for another subject the input in progress is discarded
 */
export function useNumberInput({
  of,
  value,
  read,
  write,
  onChoose,
}: {
  of: string
  value: number
  read: (text: string) => number | undefined
  write: (value: number) => string
  onChoose: (value: number) => void
}): NumberInput {
  const [typed, setTyped] = useState<{ of: string; text: string } | null>(null)
  const text = typed?.of === of ? typed.text : null
  const isWrong = text !== null && read(text) === undefined
  return {
    value,
    text: text ?? write(value),
    isWrong,
    type: (next) => {
      setTyped({ of, text: next })
      const number = read(next)
      if (number !== undefined) onChoose(number)
    },
    leave: () => {
      if (!isWrong) setTyped(null)
    },
    choose: (next) => {
      setTyped(null)
      onChoose(next)
    },
  }
}

/** Number field between buttons for less and more, with an error below it. */
export function NumberField({
  input,
  label,
  bounds: [least, most],
  step,
  names,
  valueText,
  wrong,
  children,
  ...keys
}: {
  input: NumberInput
  label: string
  bounds: readonly [least: number, most: number]
  /** Returns the next number below (-1) or above (1); the same number at the bounds. */
  step: (direction: 1 | -1) => number
  /** Accessible names of the buttons for less and more. */
  names: readonly [less: string, more: string]
  valueText?: string
  inputMode: 'numeric' | 'decimal'
  /** Error text for invalid input. */
  wrong: string
  /** Further content of the row. */
  children?: ReactNode
}) {
  const id = useId()
  const stepBy = (direction: 1 | -1) => input.choose(step(direction))
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowUp') stepBy(1)
    else if (event.key === 'ArrowDown') stepBy(-1)
    else if (event.key === 'Enter') input.leave()
    else return
    event.preventDefault()
  }
  const stepper = (direction: 1 | -1) => (
    <Button
      kind="icon"
      aria-label={names[direction > 0 ? 1 : 0]}
      disabled={!input.isWrong && step(direction) === input.value}
      onClick={() => stepBy(direction)}
    >
      <Icon path={direction > 0 ? plusIcon : minusIcon} />
    </Button>
  )
  return (
    <div className="how-order-row">
      <span id={`${id}-label`}>{label}</span>
      <div className="how-stepper" dir="ltr">
        {stepper(-1)}
        <input
          type="text"
          role="spinbutton"
          autoComplete="off"
          maxLength={9}
          aria-labelledby={`${id}-label`}
          aria-valuenow={input.value}
          aria-valuemin={least}
          aria-valuemax={most}
          aria-valuetext={valueText}
          aria-invalid={input.isWrong}
          aria-describedby={input.isWrong ? `${id}-wrong` : undefined}
          value={input.text}
          onFocus={(event) => event.target.select()}
          onChange={(event) => input.type(event.target.value)}
          onBlur={input.leave}
          onKeyDown={press}
          {...keys}
        />
        {stepper(1)}
      </div>
      {children}
      <p className="how-hint how-hint-wrong" id={`${id}-wrong`} role="status">
        {input.isWrong && wrong}
      </p>
    </div>
  )
}
