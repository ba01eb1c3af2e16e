/** Button below a short or empty list of ideas that opens the best income trades. */
import { Suspense } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useAppState } from '#app/state/app-state.ts'
import { setList } from '#app/state/choices/list-choice.ts'
import { Button } from '#app/ui/controls/button.tsx'

/** Maximum number of rows with the button: six rows fill half of a panel of the default height. */
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
