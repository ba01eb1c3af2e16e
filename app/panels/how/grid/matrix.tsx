import './matrix.css'
import { useRef, type KeyboardEvent } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { LegType, RiskProfile, Timeframe, WireIncome } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { type WireCell, columns, commonExpiryOf, rows } from '#app/state/cells.ts'
import { isPinned, setRiskProfile, setTimeframe } from '#app/state/trade-choice.ts'
import type { Pin } from '#app/state/view.ts'
import { nextCell } from './cell-navigation.ts'
import { MatrixCell } from './matrix-cell.tsx'
import { WarningIcon, useWarningText } from './warning-icon.tsx'
import { cellWarnings, cellWarningsOf } from './cell-warnings.ts'
import { compactDay } from './compact-day.ts'

/** Value of `data-cell`: identifies a cell in the DOM. */
const cellKey = ({ timeframe, riskProfile }: WireCell): string => `${timeframe}-${riskProfile}`

/**
 * Grid of contracts, time frames by risk profiles: an ARIA grid with one tab stop. Arrow keys move
 * the focus and choose the cell; a click on a header chooses its row or column. If a contract
 * outside the grid is shown, no cell is selected.
 */
export function Matrix({
  cells,
  leg,
  timeframes,
  timeframe,
  riskProfile,
  isOutsideGrid,
  pins,
}: {
  cells: readonly WireCell[]
  /** Whether the cells are covered calls or short puts. */
  leg: LegType
  timeframes: WireIncome['timeframes']
  timeframe: Timeframe
  riskProfile: RiskProfile
  /** The displayed contract fills none of the cells. */
  isOutsideGrid: boolean
  pins: readonly Pin[]
}) {
  const { t } = useTranslation('how')
  const { grid, choose, onKeyDown } = useCellNavigation(cells)
  const tabStop = cells.find((cell) => cell.timeframe === timeframe && cell.riskProfile === riskProfile)
  const selected = isOutsideGrid ? undefined : tabStop
  const hasReturns = cells.every(({ option }) => option?.return !== null)
  return (
    <div className="how-matrix">
      {/* ARIA APG grid pattern on a table, which keeps its rows and headers. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table role="grid" aria-label={t('matrix.label')} ref={grid}>
        <ColumnHeaders selected={selected?.riskProfile} hasReturns={hasReturns} />
        <tbody>
          {rows.map((row, index) => (
            <MatrixRow
              key={row}
              row={row}
              cells={cells.slice(index * 3, index * 3 + 3)}
              leg={leg}
              days={timeframes[row]}
              tabStop={tabStop}
              selected={selected}
              pins={pins}
              onChoose={choose}
              onKeyDown={onKeyDown}
            />
          ))}
        </tbody>
      </table>
      <MatrixLegend cells={cells} hasReturns={hasReturns} />
    </div>
  )
}

/**
 * Returns the ref of the grid, a function that chooses a cell, and the handler for arrow keys, Home
 * and End.
 */
function useCellNavigation(cells: readonly WireCell[]) {
  const app = useAppState()
  const grid = useRef<HTMLTableElement>(null)
  const choose = (cell: WireCell) => {
    setTimeframe(app, cell.timeframe)
    setRiskProfile(app, cell.riskProfile)
  }
  const onKeyDown = (event: KeyboardEvent, cell: WireCell) => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const index = nextCell(cells.indexOf(cell), event.key, isRtl)
    const target = index === undefined ? undefined : cells[index]
    if (!target) return
    event.preventDefault()
    choose(target)
    grid.current?.querySelector<HTMLElement>(`[data-cell="${cellKey(target)}"]`)?.focus()
  }
  return { grid, choose, onKeyDown }
}

function ColumnHeaders({
  selected,
  hasReturns,
}: {
  selected: RiskProfile | undefined
  /** The cells show returns; false if the partner may not show them. */
  hasReturns: boolean
}) {
  const app = useAppState()
  const { t } = useTranslation('how')
  return (
    <thead>
      <tr>
        <td className="how-corner">
          {/* A figure per line, so that no line ends with a dot. */}
          {t(hasReturns ? 'matrix.corner' : 'unpriced.corner').replace(' · ', '\n')}
        </td>
        {columns.map((profile) => (
          <th
            key={profile}
            scope="col"
            data-on={selected === profile}
            title={t(`profileHint.${profile}`)}
            onClick={() => setRiskProfile(app, profile)}
          >
            {t(`profile.${profile}`)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** The three cells of a time frame. */
function MatrixRow({
  row,
  cells,
  leg,
  days,
  tabStop,
  selected,
  pins,
  onChoose,
  onKeyDown,
}: {
  row: Timeframe
  cells: readonly WireCell[]
  leg: LegType
  days: WireIncome['timeframes'][Timeframe]
  /** The only cell that the Tab key reaches; it may be in another row. */
  tabStop: WireCell | undefined
  selected: WireCell | undefined
  pins: readonly Pin[]
  onChoose: (cell: WireCell) => void
  onKeyDown: (event: KeyboardEvent, cell: WireCell) => void
}) {
  const app = useAppState()
  const commonExpiry = commonExpiryOf(cells)
  return (
    <tr className={commonExpiry ? 'how-row-one' : undefined}>
      <RowHeader
        row={row}
        expiry={commonExpiry}
        days={days}
        isSelected={selected?.timeframe === row}
        onChoose={() => setTimeframe(app, row)}
      />
      {cells.map((cell) => (
        <td
          key={cell.riskProfile}
          data-cell={cellKey(cell)}
          data-leg={leg}
          data-kind={cell.alternative ? 'next-best' : cell.option ? 'optimal' : 'none'}
          aria-selected={cell === selected}
          tabIndex={cell === tabStop ? 0 : -1}
          onClick={() => onChoose(cell)}
          onKeyDown={(event) => onKeyDown(event, cell)}
        >
          <MatrixCell cell={cell} isPinned={cell.option !== undefined && isPinned(pins, cell.option.id)} />
        </td>
      ))}
    </tr>
  )
}

/**
 * Name and days of a row, and the expiry that its cells share: CSS shows it here if the cells are
 * too narrow.
 */
function RowHeader({
  row,
  expiry,
  days,
  isSelected,
  onChoose,
}: {
  row: Timeframe
  expiry: string | undefined
  days: WireIncome['timeframes'][Timeframe]
  isSelected: boolean
  onChoose: () => void
}) {
  const { t } = useTranslation('how')
  const format = useFormat()
  return (
    <th scope="row" data-on={isSelected} onClick={onChoose}>
      {t(`timeframe.${row}`)}{' '}
      <span className="how-row-days">{t('days', { from: String(days.from), to: String(days.to) })}</span>
      {expiry && (
        <span className="how-row-day" aria-hidden="true">
          {compactDay(format.dayShort(expiry))}
        </span>
      )}
    </th>
  )
}

/**
 * Legend of the warning icons in the grid, and of the figures: CSS shows the latter here if the
 * corner is too narrow.
 */
function MatrixLegend({ cells, hasReturns }: { cells: readonly WireCell[]; hasReturns: boolean }) {
  const { t } = useTranslation('how')
  const warningText = useWarningText()
  const displayedWarnings = new Set(cells.flatMap(({ option }) => (option ? cellWarningsOf(option) : [])))
  return (
    <ul className="how-legend how-warning-legend">
      <li className="how-reads">{t(hasReturns ? 'matrix.corner' : 'unpriced.corner')}</li>
      {cellWarnings
        .filter((warning) => displayedWarnings.has(warning))
        .map((warning) => (
          <li key={warning}>
            <WarningIcon warning={warning} /> {warningText(warning)}
          </li>
        ))}
      {cells.some((cell) => cell.alternative) && <li>{t('matrix.legend')}</li>}
    </ul>
  )
}
