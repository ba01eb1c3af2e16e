import { useTranslation } from '#app/i18n/use-translation.ts'
import { lowerStrikes, useView } from '#app/state/view.ts'

/**
 * Note about the outlook (sentiment) that the user or the page has set: which strategy and strikes
 * it has selected, and that no trade of the panel is bearish.
 */
export function OutlookNote() {
  const { t } = useTranslation('how')
  const outlook = useView((view) => view.sentimentOverride)
  const leg = useView((view) => view.leg)
  const riskProfile = useView((view) => view.riskProfile)
  const contract = useView((view) => view.contract)
  if (outlook !== 'Bearish' && outlook !== 'Bullish') return null
  const hasLowestStrikes = contract === null && riskProfile === lowerStrikes[leg]
  return (
    <p className="how-view">
      {outlook === 'Bullish'
        ? t(leg === 'put' ? 'outlook.bullishPut' : 'outlook.bullishCall')
        : [
            hasLowestStrikes && t(leg === 'call' ? 'outlook.bearishCall' : 'outlook.bearishPut'),
            t('outlook.notBearish'),
          ]
            .filter(Boolean)
            .join(' ')}
    </p>
  )
}
