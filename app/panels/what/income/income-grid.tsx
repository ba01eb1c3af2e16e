/** The trades as an ARIA grid with one tab stop; the keys are those of the ideas (grid-keys.ts). */
import { type CSSProperties, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BestTrade } from '#contract/responses/best-income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useView } from '#app/state/view.ts'
import { press } from '#app/panels/what/grid-keys.ts'
import { overscan, rowsToRender, useVisibleRows } from '#app/ui/visible-rows.ts'
import { contractText } from './contract-text.ts'
import { IncomeRow } from './income-row.tsx'

const columns = ['trade', 'return', 'probability', 'premium', 'warnings'] as const

export function IncomeGrid({
  trades,
  plain,
  onPick,
}: {
  trades: readonly BestTrade[]
  /** Without returns extrapolated to a year. */
  plain: boolean
  onPick: (trade: BestTrade, contract: string) => void
}) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  const chosen = useView((view) => view.contract)
  const grid = useRef<HTMLTableElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const typed = useRef({ text: '', at: 0 })
  const indexOf = (found: (trade: BestTrade) => boolean) => trades.findIndex(found)
  const at = Math.max(
    0,
    indexOf(({ symbol }) => symbol === focused) >= 0
      ? indexOf(({ symbol }) => symbol === focused)
      : indexOf(({ id }) => id === chosen),
  )
  const span = useVisibleRows(grid, '[data-income]', trades.length, overscan)
  const pick = (symbol: string) => {
    const trade = trades.find((one) => one.symbol === symbol)
    if (!trade) return
    setFocused(symbol)
    onPick(trade, `${symbol} ${contractText(format, trade)}`)
  }

  const body: ReactNode[] = []
  let before = -1
  for (const index of rowsToRender(span, trades.length, at)) {
    const trade = trades[index]
    if (!trade) continue
    if (index - before > 1) body.push(<Gap key={`gap${index}`} rows={index - before - 1} />)
    before = index
    body.push(
      <IncomeRow
        key={trade.symbol}
        trade={trade}
        position={index + 1}
        selected={trade.id === chosen}
        focusable={index === at}
        plain={plain}
      />,
    )
  }
  if (before < trades.length - 1) body.push(<Gap key="end" rows={trades.length - 1 - before} />)

  return (
    <table
      ref={grid}
      className="ideas income"
      role="grid"
      aria-label={t('income.label')}
      aria-rowcount={trades.length + 1}
      onKeyDown={(event) =>
        press(event, {
          symbols: trades.map(({ symbol }) => symbol),
          row: 'data-income',
          at,
          span,
          heading: null,
          columns: 0,
          typed: typed.current,
          setFocused,
          setHeading: () => undefined,
          onPick: pick,
        })
      }
      onClick={(event) => {
        const symbol = (event.target as Element).closest<HTMLElement>('[data-income]')?.dataset['income']
        if (symbol) pick(symbol)
      }}
    >
      <thead>
        <tr aria-rowindex={1}>
          {columns.map((column) => (
            <th key={column} scope="col" className={`income-${column}`}>
              {column === 'return' && !plain
                ? t('income.column.returnAndYear')
                : t(`income.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{body}</tbody>
    </table>
  )
}

/** Stands for rows that are not rendered. */
const Gap = ({ rows }: { rows: number }) => (
  <tr aria-hidden="true" style={{ '--rows': rows } as CSSProperties} />
)
