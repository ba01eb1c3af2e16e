import { useTranslation } from '#app/i18n/use-translation.ts'
import { sharesPerContract } from '#contract/responses/conventions.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { CellWarning } from './cell-warnings.ts'

const spreadIcon = 'M1.5 8h13M4.5 5l-3 3 3 3M11.5 5l3 3-3 3'

/** Returns a function that returns the text of a warning, of a contract with this strike or of all. */
export function useWarningText(): (warning: CellWarning, strike?: number) => string {
  const { t } = useTranslation('how')
  const format = useFormat()
  return (warning, strike) =>
    warning === 'over-cash' && strike !== undefined
      ? t('matrix.needsCash', { amount: format.moneyRounded(strike * sharesPerContract) })
      : t(`matrix.warning.${warning}`)
}

/**
 * Icon of a warning. It differs from the others by shape, not only by colour. The parent provides
 * its text.
 */
export function WarningIcon({ warning }: { warning: CellWarning }) {
  const { t } = useTranslation('how')
  return (
    <i className={`how-warning-icon how-warning-icon-${warning}`} aria-hidden="true">
      {warning === 'wide-spread' ? (
        <Icon path={spreadIcon} />
      ) : warning === 'below-cost-basis' ? (
        '!'
      ) : warning === 'over-cash' ? (
        '$'
      ) : (
        t('matrix.earningsIcon')
      )}
    </i>
  )
}
