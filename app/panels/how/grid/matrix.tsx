import './matrix.css'
import { useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
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

/** A cell's name, the same in every language. */
const placeOf = ({ timeframe, riskProfile }: Cell): string => `${timeframe}-${riskProfile}`

/**
 * Time frame by risk profile: a grid with one tab stop. Arrow keys move and choose; a click on a heading chooses its row
 * or column. While a listed contract is looked at that fills no cell, none is selected.
 */
export function Matrix({
  cells,
  leg,
  timeframes,
  timeframe,
  riskProfile,
  elsewhere,
  compared,
}: {
  cells: readonly Cell[]
  /** Strategy that the cells are of. */
  leg: LegType
  timeframes: Income['timeframes']
  timeframe: Timeframe
  riskProfile: RiskProfile
  /** A contract is looked at that fills no cell: none is selected. */
  elsewhere: boolean
  compared: readonly Pin[]
}) {
  const app = useAppState()
  const { t } = useTranslation('how')
  const grid = useRef<HTMLTableElement>(null)
  const choose = (index: number) => {
    setTimeframe(app, cells[index]!.timeframe)
    setRiskProfile(app, cells[index]!.riskProfile)
  }
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const next = nextCell(index, event.key, getComputedStyle(event.currentTarget).direction === 'rtl')
    if (next === undefined) return
    event.preventDefault()
    choose(next)
    grid.current?.querySelector<HTMLElement>(`[data-cell="${placeOf(cells[next]!)}"]`)?.focus()
  }
  // Where the keyboard comes in, and what is selected.
  const entry = cells.findIndex((cell) => cell.timeframe === timeframe && cell.riskProfile === riskProfile)
  const shown = elsewhere ? -1 : entry
  return (
    <div className="how-matrix">
      {/* The APG's grid: the table keeps its rows and headings. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table role="grid" aria-label={t('matrix.label')} ref={grid}>
        <thead>
          <tr>
            <td className="how-corner">{t('matrix.corner')}</td>
            {columns.map((profile) => (
              <th
                key={profile}
                scope="col"
                data-on={cells[shown]?.riskProfile === profile}
                title={t(`profileHint.${profile}`)}
                onClick={() => setRiskProfile(app, profile)}
              >
                {t(`profile.${profile}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, down) => {
            const ofRow = cells.slice(down * 3, down * 3 + 3)
            const expiry = expiryOf(ofRow)
            return (
              <tr key={row} className={expiry ? 'how-row-one' : undefined}>
                <RowHeading
                  row={row}
                  expiry={expiry}
                  days={timeframes[row]}
                  on={cells[shown]?.timeframe === row}
                  onChoose={() => setTimeframe(app, row)}
                />
                {ofRow.map((cell, across) => {
                  const index = down * 3 + across
                  const { option, alternative } = cell
                  return (
                    <td
                      key={cell.riskProfile}
                      data-cell={placeOf(cell)}
                      data-leg={leg}
                      data-kind={alternative ? 'next-best' : option ? 'optimal' : 'none'}
                      aria-selected={index === shown}
                      tabIndex={index === entry ? 0 : -1}
                      onClick={() => choose(index)}
                      onKeyDown={(event) => onKeyDown(event, index)}
                    >
                      <MatrixCell
                        cell={cell}
                        pinned={option !== undefined && isPinned(compared, option.id)}
                      />
                    </td>
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </table>
      <Legend cells={cells} />
    </div>
  )
}

/** The row's name with its days, and where the cells have no room for it the day that all of them expire on. */
function RowHeading({
  row,
  expiry,
  days,
  on,
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
    <th scope="row" data-on={on} onClick={onChoose}>
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

/** What the figures are where the corner has no room to say it, and what the signs mean that are on screen. */
function Legend({ cells }: { cells: readonly Cell[] }) {
  const { t } = useTranslation('how')
  const wordsOf = useSignWords()
  const there = new Set(cells.flatMap(({ option }) => (option ? signsOf(option) : [])))
  return (
    <ul className="how-legend how-signs">
      <li className="how-reads">{t('matrix.corner')}</li>
      {cellWarnings
        .filter((warning) => there.has(warning))
        .map((warning) => (
          <li key={warning}>
            <Sign warning={warning} /> {wordsOf(warning)}
          </li>
        ))}
      {cells.some((cell) => cell.alternative) && <li>{t('matrix.legend')}</li>}
    </ul>
  )
}
