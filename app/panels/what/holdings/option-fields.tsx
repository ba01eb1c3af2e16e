import type { ReactNode } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { OptionFieldValues } from './edited-holding.ts'

const removeIcon = 'M4 4l8 8M12 4l-8 8'

/** Fields of a sold option in the editor of a holding. */
export function OptionFields({
  option,
  onChange,
  onRemove,
}: {
  option: OptionFieldValues
  onChange: (change: Partial<OptionFieldValues>) => void
  onRemove: () => void
}) {
  const { t } = useTranslation('holdings')
  return (
    <div className="holding-option-fields">
      <Labelled label={t('edit.type')}>
        <select
          name="type"
          className="select"
          value={option.type}
          onChange={(event) => onChange({ type: event.target.value === 'Put' ? 'Put' : 'Call' })}
        >
          <option value="Call">{t('type.Call')}</option>
          <option value="Put">{t('type.Put')}</option>
        </select>
      </Labelled>
      <Labelled label={t('edit.expiry')}>
        <input
          type="date"
          name="expiry"
          value={option.expiry}
          onChange={(event) => onChange({ expiry: event.target.value })}
        />
      </Labelled>
      {(['strike', 'contracts', 'soldAt'] as const).map((name) => (
        <Labelled key={name} label={t(`edit.${name}`)}>
          <input
            type="text"
            name={name}
            inputMode={name === 'contracts' ? 'numeric' : 'decimal'}
            autoComplete="off"
            dir="ltr"
            maxLength={12}
            value={option[name]}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        </Labelled>
      ))}
      <Button kind="icon" data-action="remove-option" aria-label={t('edit.removeOption')} onClick={onRemove}>
        <Icon path={removeIcon} />
      </Button>
    </div>
  )
}

const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <label className="holding-field">
    <span>{label}</span>
    {children}
  </label>
)
