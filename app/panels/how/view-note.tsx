import { useTranslation } from '#app/i18n/use-translation.ts'
import { lowerStrikes, useView } from '#app/state/view.ts'

/** Explains how an overridden outlook (set by the user or by the page) affects the selection, and its limits. */
export function ViewNote() {
  const { t } = useTranslation('how')
  const override = useView((view) => view.sentimentOverride)
  const leg = useView((view) => view.leg)
  const riskProfile = useView((view) => view.riskProfile)
  const contract = useView((view) => view.contract)
  if (override !== 'Bearish' && override !== 'Bullish') return null
  const isLower = contract === null && riskProfile === lowerStrikes[leg]
  return (
    <p className="how-view">
      {override === 'Bullish'
        ? t(leg === 'put' ? 'outlook.bullishPut' : 'outlook.bullishCall')
        : [
            isLower && t(leg === 'call' ? 'outlook.bearishCall' : 'outlook.bearishPut'),
            t('outlook.notBearish'),
          ]
            .filter(Boolean)
            .join(' ')}
    </p>
  )
}
