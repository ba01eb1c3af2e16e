import { useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import type { Income, LegType, WireIncome } from '#contract/responses/income.ts'
import { useAppState } from '#app/state/app-state.ts'
import { cellsOf, nearestFilledCell, selectedCell, type WireCell } from '#app/state/cells.ts'
import { isPricedIncome } from '#app/state/priced.ts'
import { setLeg } from '#app/state/trade-choice.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { UnpricedNote } from '#app/ui/unknown.tsx'
import { Cards } from './cards.tsx'
import { ContractOutsideGrid, HowViewSwitch } from './view-switch.tsx'
import { LazyChain } from './lazy-chain.tsx'
import { Matrix } from './matrix.tsx'
import { CostBasis } from '#app/panels/how/position/cost-basis.tsx'
import { QuotesNote } from './quotes-note.tsx'
import { SideCard } from '#app/panels/how/card/strategy-card.tsx'
import { TradeCard } from '#app/panels/how/card/trade-card.tsx'
import { UnpricedCard } from '#app/panels/how/card/unpriced-card.tsx'
import { CompareBar } from '#app/panels/how/compare/compare-bar.tsx'
import type { TradeBlock } from '#app/panels/how/ticket/order-warning.tsx'

type TradesProps = {
  leg: LegType
  heldShares: number | null
  /** `income` is the previous response; the requested one is pending. */
  isUpdating: boolean
  tradeBlock: TradeBlock | undefined
  onTrade: (ticket: TradeTicket) => void
}

/**
 * Grid or chain, the chosen contract, and the comparison. If the partner may not show prices, the cards have the
 * derived figures and no ticket.
 */
export const Trades = ({ income, ...props }: TradesProps & { income: WireIncome }) =>
  isPricedIncome(income) ? (
    <PricedTrades income={income} {...props} />
  ) : (
    <UnpricedTrades income={income} leg={props.leg} isUpdating={props.isUpdating} />
  )

/** Trades without prices: the reason, once for the panel, and the derived figures of the chosen contract. */
function UnpricedTrades({
  income,
  leg,
  isUpdating,
}: Pick<TradesProps, 'leg' | 'isUpdating'> & { income: WireIncome }) {
  const timeframe = useView((view) => view.timeframe)
  const riskProfile = useView((view) => view.riskProfile)
  const contract = useView((view) => view.contract)
  const bannerOf = useNearestBanner()
  const displayedCell = selectedCell(income, { leg, timeframe, riskProfile, contract })
  return (
    <>
      <HowViewSwitch />
      <UnpricedNote subject="options" className="how-banner" />
      <ContractSelection income={income} leg={leg} displayedCell={displayedCell} isUpdating={isUpdating} />
      <QuotesNote income={income} />
      <CompareBar />
      <Cards displayedId={isUpdating ? undefined : displayedCell?.option?.id}>
        {displayedCell?.option && (
          <UnpricedCard
            key={income.underlying}
            income={income}
            cell={{ ...displayedCell, option: displayedCell.option }}
            banner={bannerOf(displayedCell)}
          />
        )}
      </Cards>
    </>
  )
}

/** The chosen contract with its ticket, and the other strategy's contract beside it. */
function PricedTrades({
  income,
  leg,
  heldShares,
  isUpdating,
  tradeBlock,
  onTrade,
}: TradesProps & { income: Income }) {
  const timeframe = useView((view) => view.timeframe)
  const riskProfile = useView((view) => view.riskProfile)
  const contract = useView((view) => view.contract)
  const bannerOf = useNearestBanner()
  // The stock price that the options were quoted at; never null if there are contracts.
  const computedPrice = income.chainPrice ?? income.stockPrice
  const displayedCell = selectedCell(income, { leg, timeframe, riskProfile, contract })
  const id = displayedCell?.option?.id
  const replacedBlock = useReplacedContractBlock(income, leg, id, isUpdating)
  return (
    <>
      <HowViewSwitch />
      <ContractSelection income={income} leg={leg} displayedCell={displayedCell} isUpdating={isUpdating} />
      {displayedCell?.option && <CostBasis option={displayedCell.option} income={income} />}
      <QuotesNote income={income} />
      <CompareBar />
      <Cards displayedId={isUpdating ? undefined : id}>
        {displayedCell?.option && computedPrice !== null && (
          <TradeCard
            key={income.underlying}
            income={income}
            computedPrice={computedPrice}
            cell={{ ...displayedCell, option: displayedCell.option }}
            banner={bannerOf(displayedCell)}
            heldShares={heldShares}
            tradeBlock={tradeBlock ?? replacedBlock}
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

/**
 * Card of the other strategy's contract in the chosen cell. Not shown if the chain replaces the
 * grid.
 */
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
  const cell = nearestFilledCell(cellsOf(income, leg), timeframe, riskProfile)
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
  displayedCell,
  isUpdating,
}: {
  income: WireIncome
  leg: LegType
  displayedCell: WireCell | undefined
  isUpdating: boolean
}) {
  const timeframe = useView((view) => view.timeframe)
  const riskProfile = useView((view) => view.riskProfile)
  const contract = useView((view) => view.contract)
  const howView = useView((view) => view.howView)
  const pins = useView((view) => view.compare)
  const cells = cellsOf(income, leg)
  const cellOfContract = contract === null ? undefined : cells.find(({ option }) => option?.id === contract)
  const isOutsideGrid = contract !== null && !cellOfContract
  return (
    <>
      {howView === 'chain' ? (
        <LazyChain income={income} leg={leg} displayedCell={displayedCell} />
      ) : (
        <Matrix
          cells={cells}
          leg={leg}
          timeframes={income.timeframes}
          timeframe={cellOfContract?.timeframe ?? timeframe}
          riskProfile={cellOfContract?.riskProfile ?? riskProfile}
          isOutsideGrid={isOutsideGrid}
          pins={pins}
        />
      )}
      {isOutsideGrid && (
        <ContractOutsideGrid
          income={income}
          contract={contract}
          displayedOption={displayedCell?.option}
          isLoading={isUpdating}
        />
      )}
    </>
  )
}

/**
 * Returns a function that creates the banner of a card if the displayed cell replaces a chosen cell
 * without contract.
 */
function useNearestBanner(): (cell: WireCell) => string | undefined {
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
 * Blocks trading after a refresh has replaced the contract of the chosen cell, until the user
 * confirms the new contract: a click must not order a contract that appeared just before it.
 *
 * @param id OSI symbol of the displayed contract
 */
function useReplacedContractBlock(
  income: Income,
  leg: LegType,
  id: string | undefined,
  isUpdating: boolean,
): TradeBlock | undefined {
  const { t } = useTranslation('ticket')
  const timeframe = useView((view) => view.timeframe)
  const riskProfile = useView((view) => view.riskProfile)
  const contract = useView((view) => view.contract)
  const { underlying, stockQuantity, costBasis } = income
  const selection = [underlying, leg, timeframe, riskProfile, contract, stockQuantity, costBasis].join(' ')
  // While a response is pending the previous contract is displayed, which is not the one to confirm.
  const [confirmed, setConfirmed] = useState(isUpdating ? undefined : { selection, id })
  if (!isUpdating && confirmed?.selection !== selection) setConfirmed({ selection, id })
  if (isUpdating || confirmed?.selection !== selection || confirmed.id === id) return undefined
  return {
    reason: t('changedReason'),
    action: <Button onClick={() => setConfirmed({ selection, id })}>{t('changedAction')}</Button>,
  }
}
