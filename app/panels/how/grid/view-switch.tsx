/** Switch between grid and chain, and the note about a selected contract outside the grid. */
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireIncome, WireIncomeOption } from '#contract/responses/income.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'
import { useAppState } from '#app/state/app-state.ts'
import { deselectContract, setHowView } from '#app/state/trade-choice.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { useUnknownReason } from '#app/ui/unknown.tsx'
import { useContractName } from '#app/panels/how/contract-name.ts'

/** Switches between the grid of nine contracts and the chain of all listed contracts. */
export function HowViewSwitch() {
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

/**
 * Note about a selected contract that fills no cell of the grid: that it is displayed, loading or
 * unavailable, and a button that returns to the selected cell.
 */
export function ContractOutsideGrid({
  income,
  contract,
  displayedOption,
  isLoading,
}: {
  income: WireIncome
  /** OSI symbol of the selected contract. */
  contract: string
  displayedOption: WireIncomeOption | undefined
  /** The response about the selected contract is pending. */
  isLoading: boolean
}) {
  const app = useAppState()
  const { t } = useTranslation(['how', 'unknown'])
  const reasonOf = useUnknownReason()
  const name = useContractName()(income.underlying, contract)
  const unknown = whyUnknown(income, 'contract')
  const text =
    displayedOption?.id === contract
      ? t('contract.chosen', { contract: name })
      : isLoading
        ? t('contract.coming', { contract: name })
        : t('contract.missing', {
            contract: name,
            reason: unknown ? reasonOf(unknown) : t('unknown:reason.not-offered'),
          })
  return (
    <p className="how-chosen">
      <span role="status">{text}</span>
      <Button kind="link" onClick={() => deselectContract(app)}>
        {t('contract.back')}
      </Button>
    </p>
  )
}
