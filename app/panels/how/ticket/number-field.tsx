import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '#app/ui/controls/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

const minusIcon = 'M3 8h10'
const plusIcon = 'M3 8h10M8 3v10'

export type NumberInput = {
  value: number
  /** What stands in the field: what is being typed, or the value. */
  text: string
  /** What is typed is no number that may be chosen: the value is still the one before. */
  isWrong: boolean
  type: (text: string) => void
  /** The field is left: what is right is written as the value is, what is wrong stays to be corrected. */
  leave: () => void
  choose: (value: number) => void
}

/**
 * A number that is typed or stepped. What is typed counts as soon as `read` knows a number in it; anything else stays in the field
 * until it is corrected, so that nobody orders by a number that he has typed over.
 *
 * @param of what the number is of: with another one nothing has been typed yet.
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

/** The field, between a button for less and one for more; under it what is wrong with what is typed. */
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
  /** The next number below (-1) or above (1); the same at the end. */
  step: (direction: 1 | -1) => number
  /** Names of the buttons for less and more. */
  names: readonly [less: string, more: string]
  valueText?: string
  inputMode: 'numeric' | 'decimal'
  /** What is wrong, in words. */
  wrong: string
  /** What else stands in the row. */
  children?: ReactNode
}) {
  const id = useId()
  const go = (direction: 1 | -1) => input.choose(step(direction))
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowUp') go(1)
    else if (event.key === 'ArrowDown') go(-1)
    else if (event.key === 'Enter') input.leave()
    else return
    event.preventDefault()
  }
  const stepper = (direction: 1 | -1) => (
    <Button
      kind="icon"
      aria-label={names[direction > 0 ? 1 : 0]}
      disabled={!input.isWrong && step(direction) === input.value}
      onClick={() => go(direction)}
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
