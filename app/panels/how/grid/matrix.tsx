import './matrix.css'
import { useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Income, IncomeOption, LegType, RiskProfile, Timeframe } from '#contract/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { useAppState } from '#app/state/app-state.ts'
import { type Cell, columns, rows } from '#app/state/cells.ts'
import { isPinned, setRiskProfile, setTimeframe } from '#app/state/trade-choice.ts'
import type { Pin } from '#app/state/view.ts'
import { nextCell } from './grid.ts'
import { strikeText } from '#app/panels/how/strike.ts'

/** A cell's name, the same in every language. */
const placeOf = ({ timeframe, riskProfile }: Cell): string => `${timeframe}-${riskProfile}`

/** Being assigned at this strike would sell the shares for less than they cost. */
const isWarned = ({ warnings }: IncomeOption): boolean => warnings.includes('below-cost-basis')

/**
 * Time frame by risk profile: a grid with one tab stop. Arrow keys move and choose; a click on a heading chooses its row
 * or column.
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
  const format = useFormat()
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
  const nameOf = ({ option, alternative, ...cell }: Cell) => {
    const place = { timeframe: t(`timeframe.${cell.timeframe}`), profile: t(`profile.${cell.riskProfile}`) }
    if (!option) return t('matrix.cellEmpty', place)
    const name = t(alternative ? 'matrix.cellNextBest' : 'matrix.cell', {
      ...place,
      strike: strikeText(format, option.strike),
      return: format.percent(option.return),
      probability: format.probability(option.probability),
    })
    return isWarned(option) ? `${name}. ${t('matrix.belowBasis')}` : name
  }
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
                data-on={profile === riskProfile}
                title={t(`profileHint.${profile}`)}
                onClick={() => setRiskProfile(app, profile)}
              >
                {t(`profile.${profile}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, down) => (
            <tr key={row}>
              <th scope="row" data-on={row === timeframe} onClick={() => setTimeframe(app, row)}>
                {t(`timeframe.${row}`)}{' '}
                <span>
                  {t('days', { from: String(timeframes[row].from), to: String(timeframes[row].to) })}
                </span>
              </th>
              {columns.map((column, across) => {
                const index = down * 3 + across
                const cell = cells[index]!
                const chosen = row === timeframe && column === riskProfile
                const { option, alternative } = cell
                return (
                  <td
                    key={column}
                    data-cell={placeOf(cell)}
                    data-leg={leg}
                    data-kind={alternative ? 'next-best' : option ? 'optimal' : 'none'}
                    aria-selected={chosen && !elsewhere}
                    tabIndex={chosen ? 0 : -1}
                    onClick={() => choose(index)}
                    onKeyDown={(event) => onKeyDown(event, index)}
                  >
                    <VisuallyHidden>{nameOf(cell)}</VisuallyHidden>
                    <span className="how-cell" aria-hidden="true">
                      {option ? (
                        <>
                          <b>{format.percent(option.return)}</b>{' '}
                          <span>{format.probability(option.probability)}</span>
                          {isPinned(compared, option.id) && <i className="how-compared" />}
                          {isWarned(option) && <i className="how-warned">!</i>}
                        </>
                      ) : (
                        '—'
                      )}
                    </span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {cells.some((cell) => cell.alternative) && <p className="how-legend">{t('matrix.legend')}</p>}
    </div>
  )
}
