/** Editor of a holding: symbol, shares, cost basis, and sold options. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { Holding } from '#contract/bridge/holdings.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { removeHolding, saveHolding, useHoldings } from '#app/state/holdings.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Dialog } from '#app/ui/controls/dialog.tsx'
import {
  type HoldingFieldValues,
  newOption,
  type OptionFieldValues,
  readFieldValues,
  fieldValuesOf,
} from './edited-holding.ts'
import { lookUpSymbol } from './look-up-symbol.ts'
import { LineField } from './line-field.tsx'
import { OptionFields } from './option-fields.tsx'
import { addPosition, readPositionLine } from './position-line.ts'

export function HoldingDialog({
  holding,
  isTaken,
  onClose,
}: {
  /** Undefined to add a holding. */
  holding: Holding | undefined
  isTaken: (symbol: string) => boolean
  onClose: () => void
}) {
  const { t } = useTranslation('holdings')
  const id = useId()
  const { values, line, message, change, changeLine, save } = useHoldingForm(holding, isTaken, onClose)
  const field = (name: FieldName, label: string) => (
    <HoldingField
      name={name}
      label={label}
      value={values[name]}
      describedBy={message ? `${id}-problem` : undefined}
      onChange={(value) => change({ [name]: value })}
    />
  )
  return (
    <Dialog
      title={holding ? t('list.edit', { symbol: holding.symbol }) : t('list.add')}
      onClose={onClose}
      actions={<Actions holding={holding} formId={`${id}-form`} onClose={onClose} />}
    >
      <form
        id={`${id}-form`}
        className="holding-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {!holding && (
          <LineField line={line} describedBy={message ? `${id}-problem` : undefined} onChange={changeLine} />
        )}
        {!holding && field('symbol', t('edit.symbol'))}
        {field('shares', t('edit.shares'))}
        {field('costBasis', t('edit.basis'))}
        <OpenOptionsFields options={values.options} onChange={(options) => change({ options })} />
        <p id={`${id}-problem`} className="holding-problem" role="alert">
          {message}
        </p>
      </form>
    </Dialog>
  )
}

/**
 * State of the form. `save` stores a valid holding of a symbol that exists, and closes the editor; otherwise it sets
 * `message`, a displayed text. If a symbol cannot be looked up, a second `save` stores it.
 */
function useHoldingForm(
  holding: Holding | undefined,
  isTaken: (symbol: string) => boolean,
  onClose: () => void,
) {
  const app = useAppState()
  const { t } = useTranslation('holdings')
  const { locale } = useFormat()
  const [values, setValues] = useState<HoldingFieldValues>(() => fieldValuesOf(holding, locale))
  const [line, setLine] = useState('')
  /** Symbol of a holding on the list to which the line adds its position. */
  const [extended, setExtended] = useState<string>()
  const { holdings } = useHoldings()
  const [message, setMessage] = useState('')
  const client = useQueryClient()
  /** The symbol that could not be looked up. */
  const uncheckedSymbol = useRef<string>(undefined)
  /** Number of changes and saves, also counted when the editor closes; a look-up result of an earlier one is ignored. */
  const revision = useRef(0)
  useEffect(() => () => void revision.current++, [])
  const change = (next: Partial<HoldingFieldValues>) => {
    revision.current++
    setMessage('')
    setValues({ ...values, ...next })
  }
  const changeLine = (text: string) => {
    const position = readPositionLine(text)
    change({})
    setLine(text)
    if ('problem' in position) return
    const held = holdings.find(({ symbol }) => symbol === position.symbol)
    setExtended(held?.symbol)
    setValues(fieldValuesOf(addPosition(held, position), locale))
  }
  const save = async () => {
    const position = line.trim() === '' ? undefined : readPositionLine(line)
    if (position && 'problem' in position)
      return setMessage(t(`edit.lineProblem.${position.problem}`, { part: position.part }))
    const isKept = (symbol: string) => symbol === holding?.symbol || symbol === extended
    const result = readFieldValues(values, locale, (symbol) => !isKept(symbol) && isTaken(symbol))
    if ('problem' in result) return setMessage(t(`edit.${result.problem}`, { symbol: result.symbol }))
    const { symbol } = result.holding
    if (!isKept(symbol) && uncheckedSymbol.current !== symbol) {
      const current = ++revision.current
      setMessage(t('edit.checking', { symbol }))
      const found = await lookUpSymbol(client, symbol)
      if (current !== revision.current) return
      if (found === 'unchecked') uncheckedSymbol.current = symbol
      if (found !== 'known')
        return setMessage(t(found === 'unknown' ? 'edit.symbolUnknown' : 'edit.symbolUnchecked', { symbol }))
    }
    saveHolding(app, result.holding)
    onClose()
  }
  return { values, line, message, change, changeLine, save }
}

type FieldName = 'symbol' | 'shares' | 'costBasis'
const inputModes = { symbol: 'text', shares: 'numeric', costBasis: 'decimal' } as const

const HoldingField = ({
  name,
  label,
  value,
  describedBy,
  onChange,
}: {
  name: FieldName
  label: string
  value: string
  describedBy: string | undefined
  onChange: (value: string) => void
}) => (
  <label className="holding-field">
    <span>{label}</span>
    <input
      type="text"
      name={name}
      inputMode={inputModes[name]}
      autoComplete="off"
      autoCapitalize={name === 'symbol' ? 'characters' : 'off'}
      dir="ltr"
      maxLength={15}
      value={value}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.value)}
    />
  </label>
)

function OpenOptionsFields({
  options,
  onChange,
}: {
  options: OptionFieldValues[]
  onChange: (options: OptionFieldValues[]) => void
}) {
  const { t } = useTranslation('holdings')
  return (
    <fieldset>
      <legend>{t('edit.options')}</legend>
      {options.map((option) => (
        <OptionFields
          key={option.key}
          option={option}
          onChange={(next) =>
            onChange(options.map((other) => (other.key === option.key ? { ...other, ...next } : other)))
          }
          onRemove={() => onChange(options.filter((other) => other.key !== option.key))}
        />
      ))}
      <Button data-action="add-option" onClick={() => onChange([...options, newOption()])}>
        {t('edit.addOption')}
      </Button>
    </fieldset>
  )
}

/** The Remove button (existing holdings only) and the Save button. */
function Actions({
  holding,
  formId,
  onClose,
}: {
  holding: Holding | undefined
  formId: string
  onClose: () => void
}) {
  const app = useAppState()
  const { t } = useTranslation('holdings')
  return (
    <>
      {holding && (
        <Button
          kind="quiet"
          data-action="remove-holding"
          onClick={() => {
            removeHolding(app, holding.symbol)
            onClose()
          }}
        >
          {t('edit.remove')}
        </Button>
      )}
      <Button kind="primary" type="submit" form={formId} data-action="save-holding">
        {t('edit.save')}
      </Button>
    </>
  )
}
