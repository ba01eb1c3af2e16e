/** Board of the open options, sorted by what needs attention, with totals. An ARIA grid with the keys of the lists. */
import './board.css'
import { useRef } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { earnedShares, fewDays } from '#contract/responses/position-states.ts'
import type { Holding } from '#contract/bridge/holdings.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useRolledOption } from '#app/state/holdings.ts'
import { useView } from '#app/state/view.ts'
import { TryAgain } from '#app/ui/failure.tsx'
import { Note } from '#app/ui/note.tsx'
import { handleGridKey } from '#app/panels/what/grid/grid-keys.ts'
import { useGridFocus } from '#app/panels/what/grid/use-grid-focus.ts'
import { type BoardPosition, figureNames } from './board-position.ts'
import { PositionRow } from './position-row.tsx'
import { TotalsRow } from './totals-row.tsx'
import { useBoardPositions } from './use-board-positions.ts'

/** Columns between the position and the events, in the order of wide panels. */
const columns = ['state', 'days', ...figureNames, 'dividend', 'earnings'] as const

/** Shows the symbol with its open option. `rolls`: with a suggested roll of the option. */
type ShowPosition = (holding: Holding, openOptionId: string, { rolls }: { rolls: boolean }) => void

/** Board of the holdings' open options; nothing without any. */
export function PositionsBoard({ onShow }: { onShow: ShowPosition }) {
  const { t } = useTranslation(['positions', 'holdings'])
  const format = useFormat()
  const { positions, quotedAt, retryFailed } = useBoardPositions()
  const failedCount = positions.filter(
    ({ result }) => 'reason' in result && result.reason === 'failed',
  ).length
  if (positions.length === 0) return null
  return (
    <section className="board" aria-label={t('label')}>
      <Grid positions={positions} onShow={onShow} />
      {failedCount > 0 && (
        <Note inline role="alert" action={<TryAgain onRetry={retryFailed} />}>
          {t('failed', { number: format.whole(failedCount), all: format.whole(positions.length) })}
        </Note>
      )}
      <BoardNote quotedAt={quotedAt} />
    </section>
  )
}

const isRollButton = (target: EventTarget): boolean =>
  (target as Element).closest('[data-action="roll"]') !== null

function Grid({ positions, onShow }: { positions: readonly BoardPosition[]; onShow: ShowPosition }) {
  const { t } = useTranslation(['positions', 'holdings'])
  const grid = useRef<HTMLDivElement>(null)
  const shownSymbol = useView((view) => view.symbol)
  const rolledOption = useRolledOption()
  const isSelected = ({ holding, option }: BoardPosition) =>
    holding.symbol === shownSymbol && option.id === rolledOption
  const keys = positions.map(({ key }) => key)
  const focus = useGridFocus(keys, positions.findIndex(isSelected))
  const pick = (key: string, rolls = false) => {
    const position = positions.find((candidate) => candidate.key === key)
    if (!position) return
    focus.focusRow(key)
    onShow(position.holding, position.option.id, { rolls })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its rows can be focused
    <div
      ref={grid}
      role="grid"
      className="board-grid"
      aria-label={t('label')}
      aria-busy={positions.some(({ result }) => 'reason' in result && result.reason === 'loading')}
      onKeyDown={(event) => {
        // A button in a row handles these keys itself.
        if ((event.key === 'Enter' || event.key === ' ') && isRollButton(event.target)) return
        handleGridKey(event, {
          ...focus,
          symbols: keys,
          rowAttribute: 'data-position',
          // All rows are in the document.
          span: { first: 0, last: keys.length },
          headerCount: 0,
          onPick: pick,
        })
      }}
      onClick={({ target }) => {
        const key = (target as Element).closest<HTMLElement>('[data-position]')?.dataset['position']
        if (key !== undefined) pick(key, isRollButton(target))
      }}
    >
      <div role="row" className="board-row board-head" aria-rowindex={1}>
        <span role="columnheader" className="board-name">
          {t('column.position')}
        </span>
        {columns.map((name) => (
          <span key={name} role="columnheader" className={`board-${name}`} title={t(`about.${name}`)}>
            {t(`column.${name}`)}
          </span>
        ))}
      </div>
      {positions.map((position, index) => (
        <PositionRow
          key={position.key}
          position={position}
          index={index + 2}
          isSelected={isSelected(position)}
          hasTabStop={index === focus.tabStop}
        />
      ))}
      <TotalsRow positions={positions} index={positions.length + 2} />
    </div>
  )
}

/** The order, the basis of the figures, and their time. */
function BoardNote({ quotedAt }: { quotedAt: string | null }) {
  const { t } = useTranslation('positions')
  const format = useFormat()
  return (
    <p className="holdings-note">
      {t('note', {
        share: format.percent(earnedShares.mostly, 0),
        days: format.whole(fewDays),
      })}{' '}
      {quotedAt !== null && t('quotedAt', { day: format.dayOf(quotedAt), time: format.time(quotedAt) })}
    </p>
  )
}
