import '#app/ui/controls/select.css'
import type { ReactNode } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'

/** Select element of a filter. Its first option clears the filter. */
export function FilterSelect({
  name,
  label,
  value,
  onChange,
  children,
}: {
  /** Value of `data-filter`; absent for filters that are not hooks of tests. */
  name?: string
  label: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <label>
      <span>{label}</span>
      <select
        className="select"
        data-filter={name}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">{t('any')}</option>
        {children}
      </select>
    </label>
  )
}
