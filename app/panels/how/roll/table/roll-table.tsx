/**
 * Table of rolls, strikes by expiries: the net credit per share of each contract that can be sold instead. An ARIA grid
 * with one tab stop: arrows, Home and End move the focus, Enter, Space and a click choose. Suggested rolls are marked.
 */
import './roll-table.css'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { Roll, RollExpiry } from '#contract/responses/roll.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Unknown } from '#app/ui/unknown.tsx'
import { nextCell } from '#app/panels/how/grid/cell-navigation.ts'
import { strikeText } from '#app/panels/how/strike.ts'
import { cellIndexOf, type RollCell, type RollRow, rollRows } from './roll-cells.ts'
import { RollTableCell, useUnavailableReason } from './roll-table-cell.tsx'

export function RollTable({
  roll,
  chosenId,
  onChoose,
}: {
  roll: Roll
  /** OSI symbol of the chosen contract. */
  chosenId: string | null
  onChoose: (id: string) => void
}) {
  const { t } = useTranslation('holdings')
  const rows = rollRows(roll)
  const suggestedIds = new Set(roll.candidates.map(({ id }) => id))
  const grid = useRef<HTMLTableElement>(null)
  const { tabStop, focused, ...handlers } = useGridNavigation(grid, { roll, rows, chosenId, onChoose })
  if (!rows.length)
    return (
      <p className="roll-note">
        {t('roll.none')}{' '}
        {roll.unknown.some(({ field }) => field === 'candidates') && <Unknown of={roll} field="candidates" />}
      </p>
    )
  return (
    <div className="roll-choices">
      <p className="roll-table-title">
        <strong>{t('roll.candidates')}</strong> <span>{t('roll.credit')}</span>
      </p>
      {/* The cells make this scroll container reachable by keyboard. */}
      <div className="roll-scroll">
        {/* ARIA APG grid pattern on a table, which keeps its rows and headers. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
        <table ref={grid} role="grid" className="roll-table" aria-label={t('roll.candidates')} {...handlers}>
          <RollTableHead expiries={roll.expiries} />
          <tbody>
            {rows.map(({ strike, cells }, row) => (
              <tr key={strike} data-money={isInTheMoney(roll, strike) ? 'in' : 'out'}>
                <StrikeHeader strike={strike} isOpen={strike === roll.strike} />
                {cells.map((cell, column) => (
                  <RollTableCell
                    key={roll.expiries[column]!.expiryDate}
                    cell={cell}
                    isSuggested={cell !== null && cell !== 'open' && suggestedIds.has(cell.id)}
                    isChosen={cell !== null && cell !== 'open' && cell.id === chosenId}
                    isTabStop={row * cells.length + column === tabStop}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <TableStatus focused={focused} hasSuggestions={suggestedIds.size > 0} />
    </div>
  )
}

const isInTheMoney = ({ legType, chainPrice }: Roll, strike: number): boolean =>
  legType === 'Call' ? strike < chainPrice : strike > chainPrice

function RollTableHead({ expiries }: { expiries: readonly RollExpiry[] }) {
  const { t } = useTranslation('holdings')
  const format = useFormat()
  return (
    <thead>
      <tr>
        <th scope="col">{t('edit.strike')}</th>
        {expiries.map(({ expiryDate, daysAdded }) => (
          <th key={expiryDate} scope="col" title={format.day(expiryDate)}>
            <bdi>{format.dayShort(expiryDate)}</bdi>{' '}
            <small>{t('roll.daysAdded', { count: daysAdded })}</small>
          </th>
        ))}
      </tr>
    </thead>
  )
}

function StrikeHeader({ strike, isOpen }: { strike: number; isOpen: boolean }) {
  const format = useFormat()
  return (
    <th scope="row" className={isOpen ? 'roll-open-strike' : undefined}>
      <bdi dir="ltr">{strikeText(format, strike)}</bdi>
    </th>
  )
}

/** The reason why the focused contract is not offered; otherwise the legend of signs and marks. */
function TableStatus({ focused, hasSuggestions }: { focused: RollCell; hasSuggestions: boolean }) {
  const { t } = useTranslation(['holdings', 'chain'])
  const unavailableReason = useUnavailableReason()
  const reason = focused !== null && focused !== 'open' && unavailableReason(focused)
  return (
    <p className="roll-legend" aria-hidden={reason ? true : undefined}>
      {reason || (
        <>
          <span>{t('order.limitHint')}</span>
          {hasSuggestions && <span className="roll-suggested">{t('table.suggested')}</span>}
          <span className="roll-money-mark">{t('chain:inTheMoney')}</span>
        </>
      )}
    </p>
  )
}

/** Returns the index of the tab stop, the focused cell, and event handlers for keys, clicks and focus. */
function useGridNavigation(
  grid: RefObject<HTMLTableElement | null>,
  {
    roll,
    rows,
    chosenId,
    onChoose,
  }: { roll: Roll; rows: readonly RollRow[]; chosenId: string | null; onChoose: (id: string) => void },
) {
  /** Index of the cell that has the focus; null if none has it. */
  const [focusedIndex, setFocusedIndex] = useState<number | null>(null)
  const [lastIndex, setLastIndex] = useState<number | null>(null)
  const columns = roll.expiries.length
  const cells = rows.flatMap((row) => row.cells)
  const suggestedIds = roll.candidates.map(({ id }) => id)
  const isInTable = lastIndex !== null && lastIndex < cells.length
  const tabStop = isInTable ? lastIndex : Math.max(0, cellIndexOf(cells, [chosenId, ...suggestedIds]))
  const indexOfTarget = (target: EventTarget): number | undefined => {
    const cell = (target as Element).closest<HTMLTableCellElement>('td')
    const row = cell?.parentElement as HTMLTableRowElement | undefined
    // The header row and the strike column are not counted.
    return cell && row ? (row.rowIndex - 1) * columns + cell.cellIndex - 1 : undefined
  }
  const choose = (index: number | undefined) => {
    const cell = index === undefined ? null : cells[index]
    if (cell && cell !== 'open' && cell.credit !== null) onChoose(cell.id)
  }
  return {
    tabStop,
    focused: focusedIndex === null ? null : (cells[focusedIndex] ?? null),
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const index = indexOfTarget(event.target)
      if (index === undefined || event.ctrlKey || event.metaKey || event.altKey) return
      const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
      const next = nextCell(index, event.key, isRtl, { rows: rows.length, columns })
      if (event.key === 'Enter' || event.key === ' ') choose(index)
      else if (next === undefined) return
      event.preventDefault()
      if (next === undefined) return
      grid.current?.rows[Math.floor(next / columns) + 1]?.cells[(next % columns) + 1]?.focus()
    },
    onClick: ({ target }: { target: EventTarget }) => choose(indexOfTarget(target)),
    onFocus({ target }: { target: EventTarget }) {
      const index = indexOfTarget(target)
      if (index === undefined) return
      setFocusedIndex(index)
      setLastIndex(index)
    },
    onBlur: () => setFocusedIndex(null),
  }
}
