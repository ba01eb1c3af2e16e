import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import type { Income, LegType } from '#contract/responses/income.ts'
import { useAppState } from '#app/state/app-state.ts'
import { type Cell, cellsOf, chosenCell, shownCell } from '#app/state/cells.ts'
import { setLeg } from '#app/state/trade-choice.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Cards } from './cards.tsx'
import { ChosenElsewhere, HowView } from './choice.tsx'
import { LazyChain } from './lazy-chain.tsx'
import { Matrix } from './matrix.tsx'
import { CostBasis } from '#app/panels/how/position/cost-basis.tsx'
import { QuotesNote } from './quotes-note.tsx'
import { SideCard } from '#app/panels/how/card/strategy-card.tsx'
import { TradeCard } from '#app/panels/how/card/trade-card.tsx'
import { CompareBar } from '#app/panels/how/compare/compare-bar.tsx'
import type { Blocked } from '#app/panels/how/ticket/caution.tsx'

/** The grid or the chain, the chosen contract with its ticket, the other strategy's beside it, and what is being compared. */
export function Trades({
  income,
  leg,
  heldShares,
  coming,
  blocked,
  onTrade,
}: {
  income: Income
  leg: LegType
  heldShares: number | null
  /** The figures on screen are of what was asked before. */
  coming: boolean
  blocked: Blocked | undefined
  onTrade: (ticket: TradeTicket) => void
}) {
  const app = useAppState()
  const { t } = useTranslation(['how', 'ticket'])
  const timeframe = useView((view) => view.timeframe)
  const riskProfile = useView((view) => view.riskProfile)
  const contract = useView((view) => view.contract)
  const howView = useView((view) => view.howView)
  const compare = useView((view) => view.compare)
  const cells = cellsOf(income, leg)
  // Where there are contracts there is the price they were quoted at.
  const computedPrice = income.chainPrice ?? income.stockPrice
  const other: LegType = leg === 'call' ? 'put' : 'call'
  const chosen = shownCell(income, { leg, timeframe, riskProfile, contract })
  const beside = howView === 'grid' ? chosenCell(cellsOf(income, other), timeframe, riskProfile) : undefined
  const inGrid = contract === null ? undefined : cells.find(({ option }) => option?.id === contract)
  // A refresh may put another contract into the cell: nobody orders one that took its place under the pointer.
  const id = chosen?.option?.id
  const place = [
    income.underlying,
    leg,
    timeframe,
    riskProfile,
    contract,
    income.stockQuantity,
    income.costBasis,
  ].join(' ')
  // What stands there until the answer has come is of before.
  const [seen, setSeen] = useState(coming ? undefined : { place, id })
  if (!coming && seen?.place !== place) setSeen({ place, id })
  const changed = !coming && seen?.place === place && seen.id !== id
  const banner = (cell: Cell) =>
    contract !== null || (cell.timeframe === timeframe && cell.riskProfile === riskProfile)
      ? undefined
      : t('nearest', {
          timeframe: t(`timeframe.${timeframe}`),
          profile: t(`profile.${riskProfile}`),
          nearTimeframe: t(`timeframe.${cell.timeframe}`),
          nearProfile: t(`profile.${cell.riskProfile}`),
        })
  return (
    <>
      <HowView />
      {howView === 'chain' ? (
        <LazyChain income={income} leg={leg} shown={chosen} />
      ) : (
        <Matrix
          cells={cells}
          leg={leg}
          timeframes={income.timeframes}
          timeframe={inGrid?.timeframe ?? timeframe}
          riskProfile={inGrid?.riskProfile ?? riskProfile}
          elsewhere={contract !== null && !inGrid}
          compared={compare}
        />
      )}
      {contract !== null && !inGrid && (
        <ChosenElsewhere income={income} contract={contract} shown={chosen?.option} coming={coming} />
      )}
      {chosen?.option && <CostBasis option={chosen.option} income={income} />}
      <QuotesNote income={income} />
      <CompareBar />
      <Cards shown={coming ? undefined : id}>
        {chosen?.option && computedPrice !== null && (
          <TradeCard
            key={income.underlying}
            income={income}
            computedPrice={computedPrice}
            cell={{ ...chosen, option: chosen.option }}
            banner={banner(chosen)}
            heldShares={heldShares}
            blocked={
              blocked ??
              (changed
                ? {
                    reason: t('ticket:changedReason'),
                    action: (
                      <Button onClick={() => setSeen({ place, id })}>{t('ticket:changedAction')}</Button>
                    ),
                  }
                : undefined)
            }
            onTrade={onTrade}
          />
        )}
        {beside?.option && computedPrice !== null && (
          <SideCard
            income={income}
            computedPrice={computedPrice}
            cell={{ ...beside, option: beside.option }}
            banner={banner(beside)}
            onShow={() => setLeg(app, other)}
          />
        )}
      </Cards>
    </>
  )
}
