import { useTranslation } from 'react-i18next'
import type { IncomeOption, IncomeWarning } from '#contract/income.ts'
import { Chip } from '#app/ui/chip.tsx'

/** Those that the card does not tell with their figures further down. */
const chips = [
  'earnings-before-expiry',
  'dividend-before-expiry',
  'under-100-shares',
] as const satisfies readonly IncomeWarning[]

/** What a careful seller would want to know first, in a word each. */
export function Warnings({ option }: { option: IncomeOption }) {
  const { t } = useTranslation('how')
  const shown = chips.filter((warning) => option.warnings.includes(warning))
  if (shown.length === 0) return null
  return (
    <p className="how-chips">
      {shown.map((warning) => (
        <Chip key={warning} tone={warning === 'earnings-before-expiry' ? 'earnings' : 'warn'} mark="!">
          {t(`warning.${warning}`)}
        </Chip>
      ))}
    </p>
  )
}
