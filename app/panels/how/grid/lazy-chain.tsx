import { Suspense } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { Income, LegType } from '#contract/responses/income.ts'
import { problemOf } from '#app/api/client.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { useAppState } from '#app/state/app-state.ts'
import { type Cell, cellsOf } from '#app/state/cells.ts'
import { setContract, setLeg, setRiskProfile, setTimeframe } from '#app/state/trade-choice.ts'
import { useView } from '#app/state/view.ts'
import { Failure } from '#app/ui/failure.tsx'

/** The chain, loaded on first opening. Choosing a contract that fills a cell selects the cell. */
export function LazyChain({
  income,
  leg,
  shown,
}: {
  income: Income
  leg: LegType
  /** Cell that the How panel shows. */
  shown: Cell | undefined
}) {
  const app = useAppState()
  const { t } = useTranslation('how')
  const contract = useView((view) => view.contract)
  const part = useLazyModule('how/chain', () => import('#app/panels/how/chain/chain.tsx'))
  const outline = <div className="how-chain-coming" aria-busy="true" />
  const choose = (id: string, side: LegType) => {
    const cell = cellsOf(income, side).find(({ option }) => option?.id === id)
    if (!cell) return setContract(app, id, side)
    setLeg(app, side)
    setTimeframe(app, cell.timeframe)
    setRiskProfile(app, cell.riskProfile)
  }
  if (!part.data)
    return part.isError ? (
      <Failure
        problem={problemOf(part.error)}
        title={t('view.chain')}
        busy={part.isFetching}
        onRetry={() => void part.refetch()}
      />
    ) : (
      outline
    )
  return (
    <Suspense fallback={outline}>
      <part.data.Chain
        key={income.underlying}
        income={income}
        leg={leg}
        selected={contract ?? shown?.option?.id ?? null}
        shownExpiry={shown?.option?.expiryDate ?? null}
        onChoose={({ id }, side) => choose(id, side)}
      />
    </Suspense>
  )
}
