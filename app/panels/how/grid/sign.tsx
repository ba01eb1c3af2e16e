import { useTranslation } from 'react-i18next'
import { Icon } from '#app/ui/icon.tsx'
import type { CellWarning } from './signs.ts'

const spreadIcon = 'M1.5 8h13M4.5 5l-3 3 3 3M11.5 5l3 3-3 3'

/** What a sign says, by its warning. */
export function useSignWords(): (warning: CellWarning) => string {
  const { t } = useTranslation('how')
  return (warning) => t(`matrix.sign.${warning}`)
}

/** A warning in one sign: of its own shape, not of its colour alone. Its words stand beside it or in what it is part of. */
export function Sign({ warning }: { warning: CellWarning }) {
  const { t } = useTranslation('how')
  return (
    <i className={`how-sign how-sign-${warning}`} aria-hidden="true">
      {warning === 'wide-spread' ? (
        <Icon path={spreadIcon} />
      ) : warning === 'below-cost-basis' ? (
        '!'
      ) : (
        t('matrix.earningsSign')
      )}
    </i>
  )
}
