import { useTranslation } from 'react-i18next'

import { lowerStrikes, useView } from '#app/state/view.ts'

/** What a direction of the user's own, or of the page's, has chosen here, and what the trade is not. */
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
