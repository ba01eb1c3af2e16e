/** Where the user writes down what he holds: a symbol, shares, what they cost, and the options he has sold. */
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Holding } from '#contract/bridge/holdings.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { keepHolding, removeHolding } from '#app/state/holdings.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Dialog } from '#app/ui/controls/dialog.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { type HoldingText, newOption, type OptionText, readHoldingText, textOf } from './edited-holding.ts'

const removeIcon = 'M4 4l8 8M12 4l-8 8'

export function HoldingDialog({
  holding,
  isTaken,
  onClose,
}: {
  /** Undefined where one is added. */
  holding: Holding | undefined
  isTaken: (symbol: string) => boolean
  onClose: () => void
}) {
  const app = useAppState()
  const { t } = useTranslation('holdings')
  const { locale } = useFormat()
  const id = useId()
  const [text, setText] = useState<HoldingText>(() => textOf(holding, locale))
  const [problem, setProblem] = useState('')
  const change = (next: Partial<HoldingText>) => {
    setProblem('')
    setText({ ...text, ...next })
  }
  const save = () => {
    const read = readHoldingText(text, locale, (symbol) => symbol !== holding?.symbol && isTaken(symbol))
    if ('problem' in read) return setProblem(t(`edit.${read.problem}`, { symbol: read.symbol }))
    keepHolding(app, read.holding)
    onClose()
  }
  const field = (
    name: 'symbol' | 'shares' | 'costBasis',
    label: string,
    mode: 'text' | 'numeric' | 'decimal',
  ) => (
    <label className="holding-field">
      <span>{label}</span>
      <input
        type="text"
        name={name}
        inputMode={mode}
        autoComplete="off"
        autoCapitalize={name === 'symbol' ? 'characters' : 'off'}
        dir="ltr"
        maxLength={15}
        value={text[name]}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => change({ [name]: event.target.value })}
      />
    </label>
  )
  return (
    <Dialog
      title={holding ? t('list.edit', { symbol: holding.symbol }) : t('list.add')}
      onClose={onClose}
      actions={
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
          <Button kind="primary" type="submit" form={`${id}-form`} data-action="save-holding">
            {t('edit.save')}
          </Button>
        </>
      }
    >
      <form
        id={`${id}-form`}
        className="holding-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        {!holding && field('symbol', t('edit.symbol'), 'text')}
        {field('shares', t('edit.shares'), 'numeric')}
        {field('costBasis', t('edit.basis'), 'decimal')}
        <fieldset>
          <legend>{t('edit.options')}</legend>
          {text.options.map((option) => (
            <OptionFields
              key={option.key}
              option={option}
              onChange={(next) =>
                change({
                  options: text.options.map((one) => (one.key === option.key ? { ...one, ...next } : one)),
                })
              }
              onRemove={() => change({ options: text.options.filter((one) => one.key !== option.key) })}
            />
          ))}
          <Button
            data-action="add-option"
            onClick={() => change({ options: [...text.options, newOption()] })}
          >
            {t('edit.addOption')}
          </Button>
        </fieldset>
        <p id={`${id}-problem`} className="holding-problem" role="alert">
          {problem}
        </p>
      </form>
    </Dialog>
  )
}

function OptionFields({
  option,
  onChange,
  onRemove,
}: {
  option: OptionText
  onChange: (change: Partial<OptionText>) => void
  onRemove: () => void
}) {
  const { t } = useTranslation('holdings')
  const labelled = (label: string, input: ReactNode) => (
    <label className="holding-field">
      <span>{label}</span>
      {input}
    </label>
  )
  const number = (name: 'strike' | 'contracts' | 'soldAt', label: string) =>
    labelled(
      label,
      <input
        type="text"
        name={name}
        inputMode={name === 'contracts' ? 'numeric' : 'decimal'}
        autoComplete="off"
        dir="ltr"
        maxLength={12}
        value={option[name]}
        onChange={(event) => onChange({ [name]: event.target.value })}
      />,
    )
  return (
    <div className="holding-option-fields">
      {labelled(
        t('edit.type'),
        <select
          name="type"
          className="select"
          value={option.type}
          onChange={(event) => onChange({ type: event.target.value === 'Put' ? 'Put' : 'Call' })}
        >
          <option value="Call">{t('type.Call')}</option>
          <option value="Put">{t('type.Put')}</option>
        </select>,
      )}
      {labelled(
        t('edit.expiry'),
        <input
          type="date"
          name="expiry"
          value={option.expiry}
          onChange={(event) => onChange({ expiry: event.target.value })}
        />,
      )}
      {number('strike', t('edit.strike'))}
      {number('contracts', t('edit.contracts'))}
      {number('soldAt', t('edit.soldAt'))}
      <Button kind="icon" data-action="remove-option" aria-label={t('edit.removeOption')} onClick={onRemove}>
        <Icon path={removeIcon} />
      </Button>
    </div>
  )
}
