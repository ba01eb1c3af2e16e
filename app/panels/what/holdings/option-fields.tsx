import type { ReactNode } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { OptionText } from './edited-holding.ts'

const removeIcon = 'M4 4l8 8M12 4l-8 8'

/** Fields of a sold option in the editor of a holding. */
export function OptionFields({
  option,
  onChange,
  onRemove,
}: {
  option: OptionText
  onChange: (change: Partial<OptionText>) => void
  onRemove: () => void
}) {
  const { t } = useTranslation('holdings')
  const labelledField = (label: string, input: ReactNode) => (
    <label className="holding-field">
      <span>{label}</span>
      {input}
    </label>
  )
  const numberField = (name: 'strike' | 'contracts' | 'soldAt', label: string) =>
    labelledField(
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
      {labelledField(
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
      {labelledField(
        t('edit.expiry'),
        <input
          type="date"
          name="expiry"
          value={option.expiry}
          onChange={(event) => onChange({ expiry: event.target.value })}
        />,
      )}
      {numberField('strike', t('edit.strike'))}
      {numberField('contracts', t('edit.contracts'))}
      {numberField('soldAt', t('edit.soldAt'))}
      <Button kind="icon" data-action="remove-option" aria-label={t('edit.removeOption')} onClick={onRemove}>
        <Icon path={removeIcon} />
      </Button>
    </div>
  )
}
