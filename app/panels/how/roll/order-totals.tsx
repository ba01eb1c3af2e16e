/** Net amount of a closing or rolling order, and the gain or loss that it realizes on the open option. */
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useFormat } from '#app/i18n/format.ts'
import type { RollTotals } from '#app/state/order/roll-totals.ts'
import { Figure } from './figure.tsx'

export function OrderTotals({
  soldAt,
  totals: { net, closingGain },
}: {
  /** Sale price of the open option, dollars per share; null if unknown. */
  soldAt: number | null
  totals: RollTotals
}) {
  const { t } = useTranslation(['holdings', 'ticket'])
  const format = useFormat()
  return (
    <>
      <Figure label={t(net < 0 ? 'ticket:debit' : 'ticket:credit')}>
        <bdi>{format.money(Math.abs(net))}</bdi>
      </Figure>
      <Figure label={t(closingGain !== null && closingGain < 0 ? 'order.loss' : 'order.gain')}>
        {closingGain === null ? (
          <small>{t('order.soldAtUnknown')}</small>
        ) : (
          <>
            <bdi>{format.money(Math.abs(closingGain))}</bdi>
            <small>{t('order.soldAt', { price: format.money(soldAt) })}</small>
          </>
        )}
      </Figure>
    </>
  )
}
