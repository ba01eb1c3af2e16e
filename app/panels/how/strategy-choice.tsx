import { useTranslation } from '#app/i18n/use-translation.ts'
import { useAppState } from '#app/state/app-state.ts'
import { setLeg } from '#app/state/choices/trade-choice.ts'
import { useView } from '#app/state/view.ts'
import { Segmented } from '#app/ui/controls/segmented.tsx'

/** Switches between covered call and short put. */
export function StrategyChoice() {
  const app = useAppState()
  const { t } = useTranslation('how')
  const leg = useView((view) => view.leg)
  return (
    <Segmented
      label={t('strategy')}
      value={leg}
      choices={[
        { value: 'call', label: t('call') },
        { value: 'put', label: t('put') },
      ]}
      onChange={(next) => setLeg(app, next)}
      stretch
    />
  )
}
