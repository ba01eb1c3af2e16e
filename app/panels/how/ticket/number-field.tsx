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
  isInvalid: boolean
  setText: (text: string) => void
  /** Called on blur: formats valid input; invalid input stays for correction. */
  commit: () => void
  setValue: (value: number) => void
}

/**
 * State of a number field. Input applies as soon as `parse` accepts it; invalid input stays in the field until it is
 * corrected, so that no order uses a number that the user has typed over.
 *
 * @param subject identifies what the number belongs to: for another subject the input in progress is discarded
 */
export function useNumberInput({
  subject,
  value,
  parse,
  format,
  onChoose,
}: {
  subject: string
  value: number
  parse: (text: string) => number | undefined
  format: (value: number) => string
  onChoose: (value: number) => void
}): NumberInput {
  const [draft, setDraft] = useState<{ subject: string; text: string } | null>(null)
  const text = draft?.subject === subject ? draft.text : null
  const isInvalid = text !== null && parse(text) === undefined
  return {
    value,
    text: text ?? format(value),
    isInvalid,
    setText: (newText) => {
      setDraft({ subject, text: newText })
      const number = parse(newText)
      if (number !== undefined) onChoose(number)
    },
    commit: () => {
      if (!isInvalid) setDraft(null)
    },
    setValue: (newValue) => {
      setDraft(null)
      onChoose(newValue)
    },
  }
}

type Direction = 1 | -1

/** Number field between buttons for less and more, with an error below it. */
export function NumberField({
  input,
  label,
  bounds: [min, max],
  step,
  names: [lessName, moreName],
  valueText,
  inputMode,
  errorText,
  children,
}: {
  input: NumberInput
  label: string
  bounds: readonly [min: number, max: number]
  /** Returns the next number below (-1) or above (1); the same number at the bounds. */
  step: (direction: Direction) => number
  /** Accessible names of the buttons for less and more. */
  names: readonly [less: string, more: string]
  valueText?: string
  inputMode: 'numeric' | 'decimal'
  /** Error text for invalid input. */
  errorText: string
  /** Further content of the row. */
  children?: ReactNode
}) {
  const id = useId()
  return (
    <div className="how-order-row">
      <span id={`${id}-label`}>{label}</span>
      <div className="how-stepper" dir="ltr">
        <StepButton name={lessName} input={input} step={step} direction={-1} />
        <input
          type="text"
          role="spinbutton"
          autoComplete="off"
          maxLength={9}
          inputMode={inputMode}
          aria-labelledby={`${id}-label`}
          aria-valuenow={input.value}
          aria-valuemin={min}
          aria-valuemax={max}
          aria-valuetext={valueText}
          aria-invalid={input.isInvalid}
          aria-describedby={input.isInvalid ? `${id}-wrong` : undefined}
          value={input.text}
          onFocus={(event) => event.target.select()}
          onChange={(event) => input.setText(event.target.value)}
          onBlur={input.commit}
          onKeyDown={(event) => handleKey(event, input, step)}
        />
        <StepButton name={moreName} input={input} step={step} direction={1} />
      </div>
      {children}
      <p className="how-hint how-hint-wrong" id={`${id}-wrong`} role="status">
        {input.isInvalid && errorText}
      </p>
    </div>
  )
}

function handleKey(event: KeyboardEvent, input: NumberInput, step: (direction: Direction) => number): void {
  if (event.key === 'ArrowUp') input.setValue(step(1))
  else if (event.key === 'ArrowDown') input.setValue(step(-1))
  else if (event.key === 'Enter') input.commit()
  else return
  event.preventDefault()
}

const StepButton = ({
  name,
  input,
  step,
  direction,
}: {
  name: string
  input: NumberInput
  step: (direction: Direction) => number
  direction: Direction
}) => (
  <Button
    kind="icon"
    aria-label={name}
    disabled={!input.isInvalid && step(direction) === input.value}
    onClick={() => input.setValue(step(direction))}
  >
    <Icon path={direction > 0 ? plusIcon : minusIcon} />
  </Button>
)
