import { Suspense } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { LegType, WireIncome } from '#contract/responses/income.ts'
import { problemOf } from '#app/api/client.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { useAppState } from '#app/state/app-state.ts'
import { type WireCell, cellsOf } from '#app/state/cells.ts'
import { chooseCell, useChosenContract } from '#app/state/chosen-contract.ts'
import { setContract } from '#app/state/trade-choice.ts'
import { Failure } from '#app/ui/failure.tsx'

/** The chain, loaded on first opening. Choosing a contract that fills a cell selects the cell. */
export function LazyChain({
  income,
  leg,
  displayedCell,
}: {
  income: WireIncome
  leg: LegType
  /** The cell that the How panel shows. */
  displayedCell: WireCell | undefined
}) {
  const app = useAppState()
  const { t } = useTranslation('how')
  const contract = useChosenContract()
  const chainModule = useLazyModule('how/chain', () => import('#app/panels/how/chain/chain.tsx'))
  const placeholder = <div className="how-chain-placeholder" aria-busy="true" />
  const choose = (id: string, chosenLeg: LegType) => {
    const cell = cellsOf(income, chosenLeg).find(({ option }) => option?.id === id)
    if (cell) chooseCell(app, chosenLeg, cell)
    else setContract(app, id, chosenLeg)
  }
  if (!chainModule.data)
    return chainModule.isError ? (
      <Failure
        problem={problemOf(chainModule.error)}
        title={t('view.chain')}
        busy={chainModule.isFetching}
        onRetry={() => void chainModule.refetch()}
      />
    ) : (
      placeholder
    )
  return (
    <Suspense fallback={placeholder}>
      <chainModule.data.Chain
        key={income.underlying}
        income={income}
        leg={leg}
        selected={contract ?? displayedCell?.option?.id ?? null}
        shownOption={displayedCell?.option}
        onChoose={({ id }, chosenLeg) => choose(id, chosenLeg)}
      />
    </Suspense>
  )
}
