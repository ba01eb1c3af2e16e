import './matrix.css'
import { useRef, type KeyboardEvent } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { Income, LegType, RiskProfile, Timeframe } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { type Cell, columns, expiryOf, rows } from '#app/state/cells.ts'
import { isPinned, setRiskProfile, setTimeframe } from '#app/state/trade-choice.ts'
import type { Pin } from '#app/state/view.ts'
import { nextCell } from './grid.ts'
import { MatrixCell } from './matrix-cell.tsx'
import { Sign, useSignWords } from './sign.tsx'
import { cellWarnings, signsOf } from './signs.ts'
import { tightDay } from './tight-day.ts'

/** Value of `data-cell`: identifies a cell in the DOM. */
const cellKey = ({ timeframe, riskProfile }: Cell): string => `${timeframe}-${riskProfile}`

/**
 * Grid of contracts, time frame by risk profile: an ARIA grid with one tab stop. Arrow keys move and choose; a click on
 * a header chooses
 * its row or column. If a contract outside the grid is shown, no cell is selected.
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
  cells: readonly Cell[]
  /** Whether the cells are covered calls or short puts. */
  leg: LegType
  timeframes: Income['timeframes']
  timeframe: Timeframe
  riskProfile: RiskProfile
  /** The displayed contract is in none of the cells. */
  isOutsideGrid: boolean
  pins: readonly Pin[]
}) {
  const { t } = useTranslation('how')
  const { grid, choose, onKeyDown } = useCellNavigation(cells)
  const tabStop = cells.find((cell) => cell.timeframe === timeframe && cell.riskProfile === riskProfile)
  const selected = isOutsideGrid ? undefined : tabStop
  return (
    <div className="how-matrix">
      {/* ARIA APG grid pattern on a table, which keeps its rows and headers. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table role="grid" aria-label={t('matrix.label')} ref={grid}>
        <ColumnHeaders selected={selected?.riskProfile} />
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
              compared={pins}
              onChoose={choose}
              onKeyDown={onKeyDown}
            />
          ))}
        </tbody>
      </table>
      <MatrixLegend cells={cells} />
    </div>
  )
}

/** Returns handlers: a click chooses a cell; arrow keys, Home and End choose and focus the next one. */
function useCellNavigation(cells: readonly Cell[]) {
  const app = useAppState()
  const grid = useRef<HTMLTableElement>(null)
  const choose = (cell: Cell) => {
    setTimeframe(app, cell.timeframe)
    setRiskProfile(app, cell.riskProfile)
  }
  const onKeyDown = (event: KeyboardEvent, cell: Cell) => {
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

function ColumnHeaders({ selected }: { selected: RiskProfile | undefined }) {
  const app = useAppState()
  const { t } = useTranslation('how')
  return (
    <thead>
      <tr>
        <td className="how-corner">{t('matrix.corner')}</td>
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
  compared,
  onChoose,
  onKeyDown,
}: {
  row: Timeframe
  cells: readonly Cell[]
  leg: LegType
  days: Income['timeframes'][Timeframe]
  /** The only cell that the Tab key reaches; it may be in another row. */
  tabStop: Cell | undefined
  selected: Cell | undefined
  compared: readonly Pin[]
  onChoose: (cell: Cell) => void
  onKeyDown: (event: KeyboardEvent, cell: Cell) => void
}) {
  const app = useAppState()
  const commonExpiry = expiryOf(cells)
  return (
    <tr className={commonExpiry ? 'how-row-one' : undefined}>
      <RowHeader
        row={row}
        expiry={commonExpiry}
        days={days}
        on={selected?.timeframe === row}
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
          <MatrixCell cell={cell} pinned={cell.option !== undefined && isPinned(compared, cell.option.id)} />
        </td>
      ))}
    </tr>
  )
}

/** Name and days of the row, and the common expiry of its cells, which CSS shows if the cells have no room for it. */
function RowHeader({
  row,
  expiry,
  days,
  on: isSelected,
  onChoose,
}: {
  row: Timeframe
  expiry: string | undefined
  days: Income['timeframes'][Timeframe]
  on: boolean
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
          {tightDay(format.dayShort(expiry))}
        </span>
      )}
    </th>
  )
}

/** Legend of the figures, which CSS shows if the corner has no room for it, and of the displayed signs. */
function MatrixLegend({ cells }: { cells: readonly Cell[] }) {
  const { t } = useTranslation('how')
  const wordsOf = useSignWords()
  const displayedWarnings = new Set(cells.flatMap(({ option }) => (option ? signsOf(option) : [])))
  return (
    <ul className="how-legend how-signs">
      <li className="how-reads">{t('matrix.corner')}</li>
      {cellWarnings
        .filter((warning) => displayedWarnings.has(warning))
        .map((warning) => (
          <li key={warning}>
            <Sign warning={warning} /> {wordsOf(warning)}
          </li>
        ))}
      {cells.some((cell) => cell.alternative) && <li>{t('matrix.legend')}</li>}
    </ul>
  )
}
