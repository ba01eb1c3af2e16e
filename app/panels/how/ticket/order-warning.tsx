import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { ShownOrder } from '#app/state/order/use-order.ts'

/** The reason why Trade is disabled, and a control that remedies it. */
export type TradeBlock = {
  reason: string
  action?: ReactNode
  /** Trade is disabled only briefly, so the reason is shown in the review only. */
  isTemporary?: boolean
  /** The header or the banner states the cause, so the reason is shown in the review only. */
  isStatedElsewhere?: boolean
}

/** Warning about the order: the reason why Trade is disabled, or that the order cannot gain. */
export function OrderWarning({
  tradeBlock,
  order,
  id,
}: {
  tradeBlock: TradeBlock | undefined
  order: ShownOrder
  id?: string
}) {
  const { t } = useTranslation('ticket')
  if (tradeBlock)
    return (
      <p className="how-blocked" id={id}>
        {tradeBlock.reason} {tradeBlock.action}
      </p>
    )
  return order.totals.maxReward < 0 ? <p className="how-blocked">{t('lossReason')}</p> : null
}

/** Key handler of a button: prevents the repeated clicks while Enter is held down. */
export const preventKeyRepeat = (event: KeyboardEvent): void => {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}
