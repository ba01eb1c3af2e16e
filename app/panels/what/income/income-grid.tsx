/** The best income trades, an ARIA grid with the same keys as the list of ideas (grid/grid-keys.ts). */
import { useRef } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { BestIncomeOrder } from '#contract/responses/lists/best-income-orders.ts'
import type { WireBestTrade } from '#contract/responses/lists/best-income.ts'
import type { TradeSize } from '#contract/responses/sizing.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { setScreen } from '#app/state/choices/list-choice.ts'
import { useView } from '#app/state/view.ts'
import { handleGridKey } from '#app/panels/what/grid/grid-keys.ts'
import { useGridFocus } from '#app/panels/what/grid/use-grid-focus.ts'
import { VirtualGrid } from '#app/panels/what/grid/virtual-grid.tsx'
import { overscan, rowsToRender, useVisibleRows, widen } from '#app/ui/visible-rows.ts'
import { listNoteId } from '#app/panels/what/hidden-prices-note.tsx'
import { contractText } from './contract-text.ts'
import { nextOrder, orderOf } from './income-order.ts'
import { priceOrders } from './income-query.ts'
import { IncomeRow } from './income-row.tsx'
import { useShownTrade } from './shown-trade.ts'

/** The columns, and the order that a click on the header sets. Notes have none. */
const columns = [
  ['trade', 'symbol'],
  ['return', 'annualizedReturn'],
  ['probability', 'probability'],
  ['premium', 'premium'],
  ['warnings', undefined],
] as const satisfies readonly (readonly [string, BestIncomeOrder | undefined])[]
type Column = (typeof columns)[number]

export function IncomeGrid({
  trades,
  sizeOf,
  hidesAnnualized,
  hidesPrices,
  onPick,
}: {
  trades: readonly WireBestTrade[]
  /** Returns the size of a trade for what the user has; absent if the user has not entered it. */
  sizeOf: ((trade: WireBestTrade) => TradeSize | undefined) | undefined
  hidesAnnualized: boolean
  /** Whether the partner may not show prices, so that the trades cannot be sorted by them. */
  hidesPrices: boolean
  /** `contract`: text of the contract, such as `KO 65 C · Jan 15`. */
  onPick: (trade: WireBestTrade, contract: string) => void
}) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  const shownContract = useView((view) => view.contract)
  const shownTrade = useShownTrade(trades.find(({ id }) => id === shownContract))
  const grid = useRef<HTMLTableElement>(null)
  const symbols = trades.map(({ symbol }) => symbol)
  const focus = useGridFocus(
    symbols,
    trades.findIndex(({ id }) => id === shownContract),
  )
  const { tabStop, focusedHeader, focusRow, setFocusedHeader } = focus
  const span = widen(useVisibleRows(grid, '[data-income]', trades.length), overscan, trades.length)
  const pick = (symbol: string) => {
    const trade = trades.find((candidate) => candidate.symbol === symbol)
    if (!trade) return
    focusRow(symbol)
    onPick(trade, `${symbol} ${contractText(format, trade)}`)
  }
  return (
    <VirtualGrid
      grid={grid}
      className={sizeOf ? 'ideas income income-sized' : 'ideas income'}
      label={t('income.label')}
      header={columns.map((column, index) => (
        <Header
          key={column[0]}
          column={column}
          hasTotals={sizeOf !== undefined}
          hidesAnnualized={hidesAnnualized}
          hidesPrices={hidesPrices}
          focusable={focusedHeader === index}
          onFocused={() => setFocusedHeader(index)}
        />
      ))}
      items={trades}
      rendered={rowsToRender(span, trades.length, tabStop)}
      renderRow={(trade, index) => (
        <IncomeRow
          key={trade.symbol}
          trade={shownTrade?.id === trade.id ? shownTrade : trade}
          size={sizeOf?.(trade)}
          position={index + 1}
          selected={trade.id === shownContract}
          focusable={focusedHeader === null && index === tabStop}
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
          headerCount: columns.length - 1,
          onPick: pick,
        })
      }
      onPick={pick}
    />
  )
}

function Header({
  column: [name, order],
  hasTotals,
  hidesAnnualized,
  hidesPrices,
  focusable,
  onFocused,
}: {
  column: Column
  /** The premiums have their totals below them. */
  hasTotals: boolean
  hidesAnnualized: boolean
  hidesPrices: boolean
  focusable: boolean
  onFocused: () => void
}) {
  const app = useAppState()
  const { t } = useTranslation('ideas')
  const screen = useView((view) => view.screen)
  const current = orderOf(screen)
  const sort = name === 'return' && hidesAnnualized ? 'return' : order
  const text =
    name === 'return' && !hidesAnnualized
      ? t('income.column.returnAndYear')
      : name === 'premium' && hasTotals
        ? t('income.premiumTotal')
        : t(`income.column.${name}`)
  if (sort === undefined)
    return (
      <th scope="col" className={`income-${name}`}>
        {text}
      </th>
    )
  const isHidden = hidesPrices && priceOrders.includes(sort)
  const isSorted = current.sort === sort
  const isDescending = current.order === 'desc'
  return (
    <th
      scope="col"
      className={`income-${name}`}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        tabIndex={focusable ? 0 : -1}
        data-sort={sort}
        aria-disabled={isHidden}
        aria-describedby={isHidden ? listNoteId : undefined}
        title={t(`order.${sort}`)}
        onClick={() => {
          onFocused()
          if (!isHidden) setScreen(app, nextOrder(screen, sort))
        }}
      >
        {text}
        {isSorted && <span aria-hidden="true">{isDescending ? '↓' : '↑'}</span>}
      </button>
    </th>
  )
}
