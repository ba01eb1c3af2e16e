import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TradeTicket } from '#contract/ticket.ts'
import type { Income, LegType } from '#contract/income.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import { useAppState } from '#app/state/app-state.ts'
import { type Cell, cellsOf, chosenCell, shownCell } from '#app/state/cells.ts'
import { clearCompare, isPinned, setLeg } from '#app/state/trade-choice.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/button.tsx'
import { Matrix } from './matrix.tsx'
import { QuotesNote } from './quotes-note.tsx'
import { SideCard } from '#app/panels/how/card/strategy-card.tsx'
import { TradeCard } from '#app/panels/how/card/trade-card.tsx'
import type { Blocked } from '#app/panels/how/ticket/caution.tsx'

/** The grid, the chosen contract with its ticket, the other strategy's beside it, and what is being compared. */
export function Trades({
  income,
  leg,
  heldShares,
  blocked,
  onTrade,
}: {
  income: Income
  leg: LegType
  heldShares: number | null
  blocked: Blocked | undefined
  onTrade: (ticket: TradeTicket) => void
}) {
  const app = useAppState()
  const { t } = useTranslation(['how', 'ticket'])
  const timeframe = useView((view) => view.timeframe)
  const riskProfile = useView((view) => view.riskProfile)
  const contract = useView((view) => view.contract)
  const compare = useView((view) => view.compare)
  const [comparing, setComparing] = useState(false)
  const CompareDialog = useLazyModule(
    'how/compare',
    () => import('#app/panels/how/compare/compare-dialog.tsx'),
    comparing,
  ).data?.CompareDialog
  const cells = cellsOf(income, leg)
  // Where there are contracts there is the price they were quoted at.
  const computedPrice = income.chainPrice ?? income.stockPrice
  const other: LegType = leg === 'call' ? 'put' : 'call'
  const otherCells = cellsOf(income, other)
  const chosen = shownCell(income, { leg, timeframe, riskProfile, contract })
  const beside = chosenCell(otherCells, timeframe, riskProfile)
  const options = [...cells, ...otherCells].flatMap((cell) =>
    cell.option && isPinned(compare, cell.option.id) ? [cell.option] : [],
  )
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
  const [seen, setSeen] = useState({ place, id })
  if (seen.place !== place) setSeen({ place, id })
  const changed = seen.place === place && seen.id !== id
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
      <Matrix
        cells={cells}
        leg={leg}
        timeframes={income.timeframes}
        timeframe={timeframe}
        riskProfile={riskProfile}
        compared={compare}
      />
      <QuotesNote income={income} />
      {compare.length > 0 && (
        <div className="how-compare-bar">
          <span>{t('compare.status', { count: compare.length })}</span>
          <Button disabled={options.length < 2} onClick={() => setComparing(true)}>
            {t('compare.open')}
          </Button>
          <Button kind="quiet" onClick={() => clearCompare(app)}>
            {t('compare.clear')}
          </Button>
        </div>
      )}
      <div className="how-cards">
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
      </div>
      {comparing && CompareDialog && options.length > 0 && (
        <CompareDialog income={income} options={options} onClose={() => setComparing(false)} />
      )}
    </>
  )
}
