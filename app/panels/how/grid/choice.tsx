/** Which contracts How offers to choose from, and what is said of one that is not the grid's. */
import { useTranslation } from 'react-i18next'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'
import { useAppState } from '#app/state/app-state.ts'
import { leaveContract, setHowView } from '#app/state/trade-choice.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { useUnknownReason } from '#app/ui/unknown.tsx'
import { useContractName } from '#app/panels/how/contract-name.ts'

/** The grid of nine, or all that are listed. */
export function HowView() {
  const app = useAppState()
  const { t } = useTranslation('how')
  const howView = useView((view) => view.howView)
  return (
    <Segmented
      label={t('view.label')}
      value={howView}
      choices={[
        { value: 'grid', label: t('view.grid') },
        { value: 'chain', label: t('view.chain') },
      ]}
      onChange={(next) => setHowView(app, next)}
      stretch
    />
  )
}

/** Where no cell is what is looked at: which contract is, or why it is not there, and the way back to the grid's. */
export function ChosenElsewhere({
  income,
  contract,
  shown,
  coming,
}: {
  income: Income
  /** OSI symbol of the chosen one. */
  contract: string
  shown: IncomeOption | undefined
  /** Its answer is on its way. */
  coming: boolean
}) {
  const app = useAppState()
  const { t } = useTranslation(['how', 'unknown'])
  const reasonOf = useUnknownReason()
  const name = useContractName()(income.underlying, contract)
  const unknown = whyUnknown(income, 'contract')
  const says =
    shown?.id === contract
      ? t('contract.chosen', { contract: name })
      : coming
        ? t('contract.coming', { contract: name })
        : t('contract.missing', {
            contract: name,
            reason: unknown ? reasonOf(unknown) : t('unknown:reason.not-offered'),
          })
  return (
    <p className="how-chosen">
      <span role="status">{says}</span>
      <Button kind="link" onClick={() => leaveContract(app)}>
        {t('contract.back')}
      </Button>
    </p>
  )
}
