/** The best income trades, an ARIA grid with the same keys as the list of ideas (grid/grid-keys.ts). */
import { useRef } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireBestTrade } from '#contract/responses/best-income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useView } from '#app/state/view.ts'
import { handleGridKey } from '#app/panels/what/grid/grid-keys.ts'
import { useGridFocus } from '#app/panels/what/grid/use-grid-focus.ts'
import { VirtualGrid } from '#app/panels/what/grid/virtual-grid.tsx'
import { overscan, rowsToRender, useVisibleRows } from '#app/ui/visible-rows.ts'
import { contractText } from './contract-text.ts'
import { IncomeRow } from './income-row.tsx'

const columns = ['trade', 'return', 'probability', 'premium', 'warnings'] as const

export function IncomeGrid({
  trades,
  hidesAnnualized,
  onPick,
}: {
  trades: readonly WireBestTrade[]
  hidesAnnualized: boolean
  /** `contract`: text of the contract, such as `KO 65 C · Jan 15`. */
  onPick: (trade: WireBestTrade, contract: string) => void
}) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  const shownContract = useView((view) => view.contract)
  const grid = useRef<HTMLTableElement>(null)
  const symbols = trades.map(({ symbol }) => symbol)
  const focus = useGridFocus(
    symbols,
    trades.findIndex(({ id }) => id === shownContract),
  )
  const { tabStop, focusRow } = focus
  const span = useVisibleRows(grid, '[data-income]', trades.length, overscan)
  const pick = (symbol: string) => {
    const trade = trades.find((candidate) => candidate.symbol === symbol)
    if (!trade) return
    focusRow(symbol)
    onPick(trade, `${symbol} ${contractText(format, trade)}`)
  }
  return (
    <VirtualGrid
      grid={grid}
      className="ideas income"
      label={t('income.label')}
      header={columns.map((column) => (
        <th key={column} scope="col" className={`income-${column}`}>
          {column === 'return' && !hidesAnnualized
            ? t('income.column.returnAndYear')
            : t(`income.column.${column}`)}
        </th>
      ))}
      items={trades}
      rendered={rowsToRender(span, trades.length, tabStop)}
      renderRow={(trade, index) => (
        <IncomeRow
          key={trade.symbol}
          trade={trade}
          position={index + 1}
          selected={trade.id === shownContract}
          focusable={index === tabStop}
          hidesAnnualized={hidesAnnualized}
        />
      )}
      rowAttribute="data-income"
      onKeyDown={(event) =>
        handleGridKey(event, {
          ...focus,
          symbols,
          rowAttribute: 'data-income',
          span,
          headerCount: 0,
          onPick: pick,
        })
      }
      onPick={pick}
    />
  )
}
