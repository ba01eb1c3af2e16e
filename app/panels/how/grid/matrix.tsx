import './matrix.css'
import { useRef, type KeyboardEvent } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { goodScore } from '#contract/responses/conventions.ts'
import type { LegType, RiskProfile, Timeframe, WireIncome } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { bestCell } from '#app/state/choices/best-cell.ts'
import { type WireCell, columns, commonExpiryOf, chosenPlace, rows } from '#app/state/choices/cells.ts'
import { chooseCell } from '#app/state/choices/chosen-contract.ts'
import { isPinned } from '#app/state/choices/trade-choice.ts'
import { type Pin, useView } from '#app/state/view.ts'
import { nextCell } from './cell-navigation.ts'
import { CellScore, MatrixCell } from './matrix-cell.tsx'
import { WarningIcon, useWarningText } from './warning-icon.tsx'
import { cellWarnings, cellWarningsOf } from './cell-warnings.ts'
import { compactDay } from './compact-day.ts'

/** Value of `data-cell`: identifies a cell in the DOM. */
const cellKey = ({ timeframe, riskProfile }: WireCell): string => `${timeframe}-${riskProfile}`

/**
 * Grid of contracts, time frames by risk profiles: an ARIA grid with one tab stop. Arrow keys move
 * the focus and choose the cell; a click on a header chooses its row or column. A cell is selected if
 * it has the chosen contract.
 */
export function Matrix({
  cells,
  leg,
  timeframes,
  contract,
  changedCell,
  pins,
}: {
  cells: readonly WireCell[]
  /** Whether the cells are covered calls or short puts. */
  leg: LegType
  timeframes: WireIncome['timeframes']
  /** OSI symbol of the chosen contract; null before there is one. */
  contract: string | null
  /** The cell whose pick was the chosen contract before. */
  changedCell: WireCell | undefined
  pins: readonly Pin[]
}) {
  const { t } = useTranslation('how')
  const timeframe = useView((view) => view.timeframe)
  const riskProfile = useView((view) => view.riskProfile)
  const { grid, choose, onKeyDown } = useCellNavigation(cells, leg)
  const place = chosenPlace(cells, { timeframe, riskProfile })
  const chosenCell = cellAt(cells, place.timeframe, place.riskProfile)
  const cellOfContract = cells.find(({ option }) => option?.id === contract)
  const isCellChosen = useView((view) => view.contract === null)
  // A chosen cell without contract stays selected; the card then shows the nearest contract.
  const isEmptyCellChosen = isCellChosen && !chosenCell?.option
  const selected = isEmptyCellChosen || contract === null ? chosenCell : cellOfContract
  const row = timeframe ?? (selected ?? place).timeframe
  const column = riskProfile ?? (selected ?? place).riskProfile
  const tabStop = selected ?? changedCell ?? chosenCell
  const best = bestCell(cells)
  const hasReturns = cells.every(({ option }) => option?.return !== null)
  return (
    <div className="how-matrix">
      {/* ARIA APG grid pattern on a table, which keeps its rows and headers. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table role="grid" aria-label={t('matrix.label')} ref={grid}>
        <ColumnHeaders
          selected={selected?.riskProfile}
          hasReturns={hasReturns}
          onChoose={(profile) => choose(cellAt(cells, row, profile))}
        />
        <tbody>
          {rows.map((timeframeOfRow, index) => (
            <MatrixRow
              key={timeframeOfRow}
              row={timeframeOfRow}
              cells={cells.slice(index * 3, index * 3 + 3)}
              leg={leg}
              days={timeframes[timeframeOfRow]}
              tabStop={tabStop}
              selected={selected}
              best={best}
              changedCell={changedCell}
              pins={pins}
              onChoose={choose}
              onChooseRow={() => choose(cellAt(cells, timeframeOfRow, column))}
              onKeyDown={onKeyDown}
            />
          ))}
        </tbody>
      </table>
      <MatrixLegend cells={cells} hasReturns={hasReturns} bestScore={best?.option?.serviceScore} />
    </div>
  )
}

/**
 * Returns the ref of the grid, a function that chooses a cell, and the handler for arrow keys, Home
 * and End.
 */
function useCellNavigation(cells: readonly WireCell[], leg: LegType) {
  const app = useAppState()
  const grid = useRef<HTMLTableElement>(null)
  const choose = (cell: WireCell | undefined) => cell && chooseCell(app, leg, cell)
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

const cellAt = (
  cells: readonly WireCell[],
  timeframe: Timeframe,
  riskProfile: RiskProfile,
): WireCell | undefined =>
  cells.find((cell) => cell.timeframe === timeframe && cell.riskProfile === riskProfile)

function ColumnHeaders({
  selected,
  hasReturns,
  onChoose,
}: {
  selected: RiskProfile | undefined
  /** The cells show returns; false if the partner may not show them. */
  hasReturns: boolean
  onChoose: (profile: RiskProfile) => void
}) {
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
            onClick={() => onChoose(profile)}
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
  best,
  changedCell,
  pins,
  onChoose,
  onChooseRow,
  onKeyDown,
}: {
  row: Timeframe
  cells: readonly WireCell[]
  leg: LegType
  days: WireIncome['timeframes'][Timeframe]
  /** The only cell that the Tab key reaches; it may be in another row. */
  tabStop: WireCell | undefined
  selected: WireCell | undefined
  /** The cell with the highest score. */
  best: WireCell | undefined
  changedCell: WireCell | undefined
  pins: readonly Pin[]
  onChoose: (cell: WireCell) => void
  onChooseRow: () => void
  onKeyDown: (event: KeyboardEvent, cell: WireCell) => void
}) {
  const commonExpiry = commonExpiryOf(cells)
  return (
    <tr className={commonExpiry ? 'how-row-one' : undefined}>
      <RowHeader
        row={row}
        expiry={commonExpiry}
        days={days}
        isSelected={selected?.timeframe === row}
        onChoose={onChooseRow}
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
          <MatrixCell
            cell={cell}
            isBest={cell === best}
            isPinned={cell.option !== undefined && isPinned(pins, cell.option.id)}
            isNewPick={cell === changedCell}
          />
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
 * Legend of the scores and warning icons in the grid, and of the figures: CSS shows the latter here if the
 * corner is too narrow.
 */
function MatrixLegend({
  cells,
  hasReturns,
  bestScore,
}: {
  cells: readonly WireCell[]
  hasReturns: boolean
  /** Undefined if no score is the highest. */
  bestScore: number | undefined
}) {
  const { t } = useTranslation('how')
  const warningText = useWarningText()
  const cash = useView((view) => view.cash)
  const displayedWarnings = new Set(
    cells.flatMap(({ option }) => (option ? cellWarningsOf(option, cash) : [])),
  )
  return (
    <ul className="how-legend how-warning-legend">
      <li className="how-reads">{t(hasReturns ? 'matrix.corner' : 'unpriced.corner')}</li>
      {cells.some(({ option }) => option) && (
        <li>
          <CellScore isBest={false}>{goodScore}</CellScore> {t('matrix.fairScore')}
        </li>
      )}
      {bestScore !== undefined && (
        <li>
          <CellScore isBest>{bestScore}</CellScore> {t('matrix.best')}
        </li>
      )}
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
