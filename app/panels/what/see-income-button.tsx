/** Link from a short or empty list of ideas to the best income trades. */
import { Suspense } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useAppState } from '#app/state/app-state.ts'
import { setList } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'

/** Number of rows up to which the button is shown: they leave a panel of the default height half empty. */
const maxRows = 6

export const SeeIncomeButton = ({ rows }: { rows: number }) =>
  rows <= maxRows && (
    <Suspense>
      <LinkButton />
    </Suspense>
  )

function LinkButton() {
  const app = useAppState()
  const { t } = useTranslation('filters')
  return (
    <div className="what-else">
      <Button data-action="best-income" onClick={() => setList(app, 'income')}>
        {t('lists.seeIncome')}
      </Button>
    </div>
  )
}
