import { type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from 'react'
import { Button } from '#app/ui/controls/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

const minusIcon = 'M3 8h10'
const plusIcon = 'M3 8h10M8 3v10'

export type NumberInput = {
  /** The last valid number. */
  value: number
  /** Text in the field: the text that the user is typing, or the formatted value. */
  text: string
  /** The text is not a valid number, so `value` is an earlier one. */
  isInvalid: boolean
  setText: (text: string) => void
  /**
   * Called on blur: replaces valid text by the formatted value; invalid text stays for correction.
   */
  commit: () => void
  setValue: (value: number) => void
}

/**
 * Returns the state of a number field. A text applies as soon as `parse` accepts it. Invalid text
 * stays in the field, which marks the order as invalid, so that no order uses a number that the
 * user has replaced.
 *
 * @param subject key of the contract or symbol that the number belongs to; if it changes, the typed
 *   text is discarded
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

/** Number field between two buttons that decrease and increase it, with an error text below. */
export function NumberField({
  input,
  field,
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
  /** Receives the element of the field. */
  field?: RefObject<HTMLInputElement | null>
  label: string
  bounds: readonly [min: number, max: number]
  /** Returns the next lower (-1) or higher (1) number; at a bound, the same number. */
  step: (direction: Direction) => number
  /** Accessible names of the buttons that decrease and increase the number. */
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
          ref={field}
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

/**
 * Line below a limit: a note about it, announced politely, and a button that takes a current price of the market as the
 * limit. The button is gone once it is pressed, so after a key press the focus moves to the field, which reads the limit.
 */
export function LimitNote({
  field,
  note,
  offer,
}: {
  field: RefObject<HTMLInputElement | null>
  /** False without a note. */
  note: string | false
  /** The price to take; undefined without a button. */
  offer: { label: string; onTake: () => void } | undefined
}) {
  const id = useId()
  return (
    <div className="how-limit-note">
      <p className="how-hint" role="status" id={id}>
        {note}
      </p>
      {offer && (
        <Button
          kind="link"
          data-action="re-peg"
          aria-describedby={note ? id : undefined}
          onClick={({ detail }) => {
            offer.onTake()
            if (detail === 0) field.current?.focus()
          }}
        >
          {offer.label}
        </Button>
      )}
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
