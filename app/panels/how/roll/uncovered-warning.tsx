import { useTranslation } from '#app/i18n/use-translation.ts'
import { useUncoveredShares } from '#app/api/rolled-position.ts'
import { useFormat } from '#app/i18n/format.ts'

/** Warning that the user holds fewer shares than the open calls of a symbol need; nothing if they suffice. */
export function UncoveredWarning({ symbol }: { symbol: string }) {
  const { t } = useTranslation('holdings')
  const format = useFormat()
  const shares = useUncoveredShares(symbol)
  return (
    shares > 0 && <p className="roll-warning">{t('rolled.uncovered', { shares: format.whole(shares) })}</p>
  )
}
