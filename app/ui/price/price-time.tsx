import './price-time.css'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useFormat } from '#app/i18n/format.ts'

/**
 * Day and time of the price in a sentence of the service, which does not follow the live price beside it. `asOf`: ISO
 * 8601; without it nothing is shown.
 */
export function PriceTime({ asOf }: { asOf: string | null | undefined }) {
  const { t } = useTranslation('shell')
  const format = useFormat()
  if (!asOf) return null
  return (
    <small className="price-time">
      {t('status.recorded', { day: format.dayOf(asOf), time: format.time(asOf) })}
    </small>
  )
}
