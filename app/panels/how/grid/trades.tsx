import { useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import type { Income, LegType } from '#contract/responses/income.ts'
import { useAppState } from '#app/state/app-state.ts'
import { type Cell, cellsOf, chosenCell, selectedCell } from '#app/state/cells.ts'
import { setLeg } from '#app/state/trade-choice.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Cards } from './cards.tsx'
import { ContractOutsideGrid, HowView } from './choice.tsx'
import { LazyChain } from './lazy-chain.tsx'
import { Matrix } from './matrix.tsx'
import { CostBasis } from '#app/panels/how/position/cost-basis.tsx'
import { QuotesNote } from './quotes-note.tsx'
import { SideCard } from '#app/panels/how/card/strategy-card.tsx'
import { TradeCard } from '#app/panels/how/card/trade-card.tsx'
import { CompareBar } from '#app/panels/how/compare/compare-bar.tsx'
import type { Blocked } from '#app/panels/how/ticket/caution.tsx'

/** Grid or chain, the chosen contract with its ticket, the other strategy's contract beside it, and the comparison. */
export function Trades({
  income,
  leg,
  heldShares,
  isUpdating,
  blocked,
  onTrade,
}: {
  income: Income
  leg: LegType
  heldShares: number | null
  /** `income` belongs to the previous request. */
  isUpdating: boolean
  blocked: Blocked | undefined
  onTrade: (ticket: TradeTicket) => void
}) {
  const timeframe = useView((view) => view.timeframe)
  const riskProfile = useView((view) => view.riskProfile)
  const contract = useView((view) => view.contract)
  const bannerOf = useNearestBanner()
  // Non-null if there are contracts: the price that they were quoted at.
  const computedPrice = income.chainPrice ?? income.stockPrice
  const chosen = selectedCell(income, { leg, timeframe, riskProfile, contract })
  const id = chosen?.option?.id
  const replacedBlock = useReplacedContractBlock(income, leg, id, isUpdating)
  return (
    <>
      <HowView />
      <ContractSelection income={income} leg={leg} chosen={chosen} isUpdating={isUpdating} />
      {chosen?.option && <CostBasis option={chosen.option} income={income} />}
      <QuotesNote income={income} />
      <CompareBar />
      <Cards displayedId={isUpdating ? undefined : id}>
        {chosen?.option && computedPrice !== null && (
          <TradeCard
            key={income.underlying}
            income={income}
            computedPrice={computedPrice}
            cell={{ ...chosen, option: chosen.option }}
            banner={bannerOf(chosen)}
            heldShares={heldShares}
            blocked={blocked ?? replacedBlock}
            onTrade={onTrade}
          />
        )}
        <OtherStrategyCard
          income={income}
          leg={leg === 'call' ? 'put' : 'call'}
          computedPrice={computedPrice}
        />
      </Cards>
    </>
  )
}

/** Card of the other strategy's contract in the chosen cell; only beside the grid. */
function OtherStrategyCard({
  income,
  leg,
  computedPrice,
}: {
  income: Income
  leg: LegType
  computedPrice: number | null
}) {
  const app = useAppState()
  const timeframe = useView((view) => view.timeframe)
  const riskProfile = useView((view) => view.riskProfile)
  const howView = useView((view) => view.howView)
  const bannerOf = useNearestBanner()
  if (howView !== 'grid') return null
  const cell = chosenCell(cellsOf(income, leg), timeframe, riskProfile)
  if (!cell?.option || computedPrice === null) return null
  return (
    <SideCard
      income={income}
      computedPrice={computedPrice}
      cell={{ ...cell, option: cell.option }}
      banner={bannerOf(cell)}
      onShow={() => setLeg(app, leg)}
    />
  )
}

/** The grid or the chain, and a note if the chosen contract does not fill a cell of the grid. */
function ContractSelection({
  income,
  leg,
  chosen,
  isUpdating,
}: {
  income: Income
  leg: LegType
  chosen: Cell | undefined
  isUpdating: boolean
}) {
  const timeframe = useView((view) => view.timeframe)
  const riskProfile = useView((view) => view.riskProfile)
  const contract = useView((view) => view.contract)
  const howView = useView((view) => view.howView)
  const compared = useView((view) => view.compare)
  const cells = cellsOf(income, leg)
  const cellOfContract = contract === null ? undefined : cells.find(({ option }) => option?.id === contract)
  const isOutsideGrid = contract !== null && !cellOfContract
  return (
    <>
      {howView === 'chain' ? (
        <LazyChain income={income} leg={leg} displayedCell={chosen} />
      ) : (
        <Matrix
          cells={cells}
          leg={leg}
          timeframes={income.timeframes}
          timeframe={cellOfContract?.timeframe ?? timeframe}
          riskProfile={cellOfContract?.riskProfile ?? riskProfile}
          isOutsideGrid={isOutsideGrid}
          pins={compared}
        />
      )}
      {isOutsideGrid && (
        <ContractOutsideGrid
          income={income}
          contract={contract}
          displayedOption={chosen?.option}
          isLoading={isUpdating}
        />
      )}
    </>
  )
}

/** Returns a function for the banner of a card whose cell is only the nearest one to the chosen cell. */
function useNearestBanner(): (cell: Cell) => string | undefined {
  const { t } = useTranslation('how')
  const timeframe = useView((view) => view.timeframe)
  const riskProfile = useView((view) => view.riskProfile)
  const contract = useView((view) => view.contract)
  return (cell) =>
    contract !== null || (cell.timeframe === timeframe && cell.riskProfile === riskProfile)
      ? undefined
      : t('nearest', {
          timeframe: t(`timeframe.${timeframe}`),
          profile: t(`profile.${riskProfile}`),
          nearTimeframe: t(`timeframe.${cell.timeframe}`),
          nearProfile: t(`profile.${cell.riskProfile}`),
        })
}

/**
 * Blocks trading if a refresh has replaced the contract of the chosen cell, until the user confirms the new one: a
 * click must not order a contract that has just appeared under the pointer.
 *
 * @param id OSI symbol of the displayed contract
 */
function useReplacedContractBlock(
  income: Income,
  leg: LegType,
  id: string | undefined,
  isUpdating: boolean,
): Blocked | undefined {
  const { t } = useTranslation('ticket')
  const timeframe = useView((view) => view.timeframe)
  const riskProfile = useView((view) => view.riskProfile)
  const contract = useView((view) => view.contract)
  const { underlying, stockQuantity, costBasis } = income
  const selection = [underlying, leg, timeframe, riskProfile, contract, stockQuantity, costBasis].join(' ')
  // While the response is pending the previous contract is displayed, so nothing is recorded.
  const [confirmed, setConfirmed] = useState(isUpdating ? undefined : { selection, id })
  if (!isUpdating && confirmed?.selection !== selection) setConfirmed({ selection, id })
  if (isUpdating || confirmed?.selection !== selection || confirmed.id === id) return undefined
  return {
    reason: t('changedReason'),
    action: <Button onClick={() => setConfirmed({ selection, id })}>{t('changedAction')}</Button>,
  }
}
