/** Text field for what the user has: shares, their cost, or cash. How and best income show the same numbers. */
import { type ComponentProps, useEffect, useState } from 'react'
import { useFormat } from '#app/i18n/format.ts'
import {
  type PositionFieldName,
  positionFieldText,
  readPositionField,
  type PositionProblem,
} from '#app/i18n/read-position.ts'

/** Delay between the last keystroke and the use of the input, milliseconds. */
const debounceMs = 300

export type PositionInputState = {
  name: PositionFieldName
  text: string
  /** Undefined if the field is empty or has a problem. */
  value: number | undefined
  problem: PositionProblem | undefined
  setText: (text: string) => void
}

/**
 * Returns the state of a field: what the user types, until the number is set elsewhere. Input is validated at once, and
 * saved with a debounce if it is valid.
 *
 * @param symbol symbol of the position; input for another symbol is discarded
 */
export function usePositionInput(
  name: PositionFieldName,
  saved: number | undefined,
  save: (value: number | undefined) => void,
  symbol = '',
): PositionInputState {
  const { locale } = useFormat()
  const [draft, setDraft] = useState<{ symbol: string; text: string; typedOver: number | undefined }>()
  const draftResult = draft && readPositionField(name, draft.text, locale)
  const isCurrent =
    draft?.symbol === symbol &&
    (draft.typedOver === saved || (!draftResult?.problem && draftResult?.value === saved))
  const text = isCurrent ? draft.text : positionFieldText(saved, locale)
  const { value, problem } = readPositionField(name, text, locale)
  useEffect(() => {
    if (problem !== undefined || value === saved) return
    const timer = setTimeout(() => save(value), debounceMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- `save` is another function with every render
  }, [value, problem, saved, symbol])
  return { name, text, value, problem, setText: (next) => setDraft({ symbol, text: next, typedOver: saved }) }
}

export const PositionInput = ({
  field: { name, text, problem, setText },
  ...rest
}: ComponentProps<'input'> & { field: PositionInputState }) => (
  <input
    type="text"
    inputMode={name === 'shares' ? 'numeric' : 'decimal'}
    autoComplete="off"
    dir="ltr"
    maxLength={14}
    value={text}
    aria-invalid={problem !== undefined}
    onChange={({ target }) => setText(target.value)}
    {...rest}
  />
)
