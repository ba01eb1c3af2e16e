import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { ShownOrder } from './use-order.ts'

/** Why Trade is disabled, and a remedy. `passing`: disabled only briefly, so the reason is shown beside Trade only. */
export type Blocked = { reason: string; action?: ReactNode; passing?: boolean }

/** Warning about the order: why Trade is disabled, or that it cannot gain. */
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

/** Prevents repeated clicks while Enter is held down. */
export const pressOnce = (event: KeyboardEvent): void => {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}
