/** Switch between grid and chain, and the note about a selected contract outside the grid. */
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { LegType, WireIncome } from '#contract/responses/income.ts'
import { useAppState } from '#app/state/app-state.ts'
import type { WireCell } from '#app/state/choices/cells.ts'
import { chooseCell, deselectContract } from '#app/state/choices/chosen-contract.ts'
import { setHowView } from '#app/state/choices/trade-choice.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { useContractName } from '#app/panels/how/contract-name.ts'
import type { ShownCell } from './shown-contract.ts'

/** Switches between the grid of nine contracts and the chain of all listed contracts. */
export function HowViewSwitch() {
  const app = useAppState()
  const { t } = useTranslation('how')
  const howView = useView((view) => view.howView)
  return (
    <div className="how-views">
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
    </div>
  )
}

/**
 * Note about a chosen contract that fills no cell of the grid: that it is displayed, loading or unavailable, or that its
 * cell now has another pick. A button chooses the contract of the grid.
 */
export function ContractOutsideGrid({
  contract,
  leg,
  shown: { income, status, reason },
  changedCell,
}: {
  /** OSI symbol of the chosen contract. */
  contract: string
  leg: LegType
  shown: ShownCell<WireIncome, WireCell>
  /** The cell whose pick was the chosen contract before. */
  changedCell: WireCell | undefined
}) {
  const app = useAppState()
  const { t } = useTranslation('how')
  const name = useContractName()(income.underlying, contract)
  const text =
    status === 'unavailable'
      ? t('contract.missing', { contract: name, reason })
      : status === 'pending'
        ? t('contract.coming', { contract: name })
        : changedCell
          ? t('newPick.note', {
              contract: name,
              timeframe: t(`timeframe.${changedCell.timeframe}`),
              profile: t(`profile.${changedCell.riskProfile}`),
            })
          : t('contract.chosen', { contract: name })
  return (
    <p className="how-chosen">
      <span role="status">{text}</span>
      <Button
        kind="link"
        onClick={() => (changedCell ? chooseCell(app, leg, changedCell) : deselectContract(app))}
      >
        {t(changedCell ? 'newPick.choose' : 'contract.back')}
      </Button>
    </p>
  )
}
