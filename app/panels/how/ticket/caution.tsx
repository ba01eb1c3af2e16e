import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownOrder } from './use-order.ts'

/** Why Trade waits, and what helps. `passing`: it is over in a moment, and only Trade need say it. */
export type Blocked = { reason: string; action?: ReactNode; passing?: boolean }

/** What speaks against the order as it stands: why Trade waits, or that nothing can be gained. */
export function Caution({
  blocked,
  order,
  id,
}: {
  blocked: Blocked | undefined
  order: ShownOrder
  id?: string
}) {
  const { t } = useTranslation('ticket')
  if (blocked)
    return (
      <p className="how-blocked" id={id}>
        {blocked.reason} {blocked.action}
      </p>
    )
  return order.totals.maxReward < 0 ? <p className="how-blocked">{t('lossReason')}</p> : null
}

/** A key that is held down presses a button once. */
export const pressOnce = (event: KeyboardEvent): void => {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}
