import { useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import type { Income, LegType, WireIncome } from '#contract/responses/income.ts'
import type { ChosenIncome } from '#app/api/chosen-income.ts'
import { useChosenRoll } from '#app/api/rolled-position.ts'
import { useAppState } from '#app/state/app-state.ts'
import {
  type Cell,
  cellsOf,
  chosenPlace,
  openedCell,
  optionById,
  type WireCell,
} from '#app/state/choices/cells.ts'
import { chooseCell, useChosenContract } from '#app/state/choices/chosen-contract.ts'
import { cellKey } from '#app/state/choices/held-picks.ts'
import { isPricedIncome } from '#app/state/priced.ts'
import { useQuotedIncome } from '#app/state/quoted-income.ts'
import { useView } from '#app/state/view.ts'
import { UnpricedNote } from '#app/ui/unknown.tsx'
import { Cards } from './cards.tsx'
import { ChainRegion } from './chain-region.tsx'
import { ContractOutsideGrid, HowViewSwitch } from './view-switch.tsx'
import { LazyRecordLine } from './lazy-record-line.tsx'
import { LazyRollCard } from './lazy-roll-card.tsx'
import { Matrix } from './matrix.tsx'
import {
  type FilledCell,
  isFilled,
  type ShownCell,
  useContractBlock,
  useShownContract,
} from './shown-contract.ts'
import { CostBasis } from '#app/panels/how/position/cost-basis.tsx'
import { QuotesNote } from './quotes-note.tsx'
import { type ShownContract, SideCard } from '#app/panels/how/card/strategy-card.tsx'
import { TradeCard } from '#app/panels/how/card/trade-card.tsx'
import { UnpricedCard } from '#app/panels/how/card/unpriced-card.tsx'
import { useIncomeRefetch } from '#app/panels/how/card/use-income-refetch.ts'
import { CompareBar } from '#app/panels/how/compare/compare-bar.tsx'
import type { TradeBlock } from '#app/panels/how/ticket/order-warning.tsx'

type TradesProps = {
  leg: LegType
  heldShares: number | null
  changedCellOf: ChosenIncome['changedCellOf']
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
    <UnpricedTrades income={income} {...props} />
  )

/** Trades without prices: the reason, once for the panel, and the derived figures of the chosen contract. */
function UnpricedTrades({
  income,
  leg,
  changedCellOf,
  isUpdating,
}: Pick<TradesProps, 'leg' | 'changedCellOf' | 'isUpdating'> & { income: WireIncome }) {
  const bannerOf = useNearestBanner(income)
  const shown = useShownContract(income, leg, isUpdating)
  const { cell } = shown
  const [isCardShown, showCard] = useCardInsteadOfChain()
  return (
    <>
      <HowViewSwitch />
      <UnpricedNote subject="options" className="how-banner" />
      <ContractSelection income={income} leg={leg} shown={shown} changedCellOf={changedCellOf} />
      <QuotesNote income={income} />
      <CompareBar isCardShown={isCardShown} onShowCard={showCard} />
      <Cards displayedId={isUpdating ? undefined : cell?.option.id} replaceChain={isCardShown}>
        {cell && (
          <UnpricedCard key={income.underlying} income={shown.income} cell={cell} banner={bannerOf(cell)} />
        )}
      </Cards>
    </>
  )
}

/** The chosen contract with its ticket, and the other strategy's contract beside it. */
function PricedTrades({
  income: response,
  leg,
  heldShares,
  changedCellOf,
  isUpdating,
  tradeBlock,
  onTrade,
}: TradesProps & { income: Income }) {
  // One snapshot of the quotes feeds the grid, the chain, the cards and the order.
  const income = useQuotedIncome(response)
  const bannerOf = useNearestBanner(income)
  const shown = useShownContract(income, leg, isUpdating)
  const { cell } = shown
  const otherCell = useOtherStrategyCell(income, leg)
  useIncomeRefetch(response, [cell?.option.id, otherCell?.option.id])
  const contractBlock = useContractBlock(shown)
  const [isCardShown, showCard] = useCardInsteadOfChain()
  const chosenRoll = useChosenRoll(income.underlying)
  // Never null if there are contracts.
  const computedPrice = shown.income.chainPrice ?? shown.income.stockPrice
  const isSummaryCurrent = ({ option }: FilledCell<Cell>) => {
    const computed = optionById(response, option.id)
    return computed?.premium === option.premium && computed.breakeven === option.breakeven
  }
  return (
    <>
      <HowViewSwitch />
      <ContractSelection income={income} leg={leg} shown={shown} changedCellOf={changedCellOf} />
      {cell && chosenRoll === 'none' && <CostBasis option={cell.option} income={shown.income} />}
      <QuotesNote income={response} />
      <CompareBar isCardShown={isCardShown} onShowCard={showCard} />
      <Cards displayedId={isUpdating ? undefined : cell?.option.id} replaceChain={isCardShown}>
        {cell && computedPrice !== null && chosenRoll !== 'none' && (
          <LazyRollCard
            income={shown.income}
            option={cell.option}
            computedPrice={computedPrice}
            chosen={chosenRoll}
          />
        )}
        {cell && computedPrice !== null && chosenRoll === 'none' && (
          <TradeCard
            key={income.underlying}
            income={shown.income}
            computedPrice={computedPrice}
            cell={cell}
            banner={bannerOf(cell)}
            isSummaryCurrent={isSummaryCurrent(cell)}
            heldShares={heldShares}
            tradeBlock={contractBlock ?? tradeBlock}
            onTrade={onTrade}
          />
        )}
        {otherCell && computedPrice !== null && (
          <OtherStrategyCard
            income={income}
            computedPrice={computedPrice}
            cell={otherCell}
            banner={bannerOf(otherCell)}
            isSummaryCurrent={isSummaryCurrent(otherCell)}
            leg={leg === 'call' ? 'put' : 'call'}
          />
        )}
      </Cards>
      {cell && chosenRoll === 'none' && <LazyRecordLine income={shown.income} option={cell.option} />}
    </>
  )
}

/** Whether a panel that is too narrow for both shows the card instead of the chain. The chain opens without it. */
function useCardInsteadOfChain(): [boolean, (isShown: boolean) => void] {
  const howView = useView((view) => view.howView)
  const [isShown, setIsShown] = useState(false)
  if (isShown && howView !== 'chain') setIsShown(false)
  return [isShown, setIsShown]
}

/**
 * Returns the other strategy's contract in the chosen cell. None if the chain replaces the grid.
 */
function useOtherStrategyCell(income: Income, leg: LegType): FilledCell<Cell> | undefined {
  const timeframe = useView((view) => view.timeframe)
  const riskProfile = useView((view) => view.riskProfile)
  const howView = useView((view) => view.howView)
  if (howView !== 'grid') return undefined
  const cell = openedCell(cellsOf(income, leg === 'call' ? 'put' : 'call'), { timeframe, riskProfile })
  return cell && isFilled(cell) ? cell : undefined
}

function OtherStrategyCard({ leg, ...props }: ShownContract & { leg: LegType }) {
  const app = useAppState()
  return <SideCard {...props} onShow={() => chooseCell(app, leg, props.cell)} />
}

/** The grid or the chain, and a note if the chosen contract does not fill a cell of the grid. */
function ContractSelection({
  income,
  leg,
  shown,
  changedCellOf,
}: {
  income: WireIncome
  leg: LegType
  shown: ShownCell<WireIncome, WireCell>
  changedCellOf: ChosenIncome['changedCellOf']
}) {
  const contract = useChosenContract()
  const howView = useView((view) => view.howView)
  const pins = useView((view) => view.compare)
  const cells = cellsOf(income, leg)
  const isInGrid = contract === null || cells.some(({ option }) => option?.id === contract)
  const changedKey = isInGrid ? undefined : changedCellOf(contract)
  const changedCell = cells.find(
    ({ timeframe, riskProfile }) => cellKey(leg, timeframe, riskProfile) === changedKey,
  )
  return (
    <>
      {howView === 'chain' ? (
        <ChainRegion income={income} leg={leg} displayedCell={shown.cell} />
      ) : (
        <Matrix
          cells={cells}
          leg={leg}
          timeframes={income.timeframes}
          contract={contract}
          changedCell={changedCell}
          pins={pins}
        />
      )}
      {!isInGrid && (
        <ContractOutsideGrid contract={contract} leg={leg} shown={shown} changedCell={changedCell} />
      )}
    </>
  )
}

/**
 * Returns a function that creates the banner of a card if the displayed cell replaces a chosen cell
 * without contract.
 */
function useNearestBanner(income: WireIncome): (cell: FilledCell<WireCell>) => string | undefined {
  const { t } = useTranslation('how')
  const timeframe = useView((view) => view.timeframe)
  const riskProfile = useView((view) => view.riskProfile)
  const contract = useView((view) => view.contract)
  return (cell) => {
    const cells = cellsOf(income, cell.option.legType === 'Call' ? 'call' : 'put')
    const chosen = chosenPlace(cells, { timeframe, riskProfile })
    return contract !== null ||
      (cell.timeframe === chosen.timeframe && cell.riskProfile === chosen.riskProfile)
      ? undefined
      : t('nearest', {
          timeframe: t(`timeframe.${chosen.timeframe}`),
          profile: t(`profile.${chosen.riskProfile}`),
          nearTimeframe: t(`timeframe.${cell.timeframe}`),
          nearProfile: t(`profile.${cell.riskProfile}`),
        })
  }
}
