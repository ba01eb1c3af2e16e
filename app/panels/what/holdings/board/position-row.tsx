import { useTranslation } from '#app/i18n/use-translation.ts'
import { fewDays } from '#contract/responses/position-states.ts'
import { useFormat } from '#app/i18n/format.ts'
import { missingValueText } from '#app/i18n/number-format.ts'
import { contractText } from '#app/ui/price/open-option.tsx'
import { useFigureReason } from '#app/ui/price/figure-reason.ts'
import type { BoardPosition, FigureName } from './board-position.ts'
import { EventCell } from './event-cell.tsx'
import { FigureText } from './figure-text.tsx'
import { StateChip } from './state-chip.tsx'

/** Row of an open option. Its cells take two lines in narrow panels, and one line in wide ones (board.css). */
export function PositionRow({
  position,
  index,
  isSelected,
  hasTabStop,
}: {
  position: BoardPosition
  /** Row of the grid, from 1. The header is row 1. */
  index: number
  isSelected: boolean
  hasTabStop: boolean
}) {
  const { key, holding, option, result, states } = position
  const roll = 'roll' in result ? result.roll : undefined
  return (
    <div
      role="row"
      className="board-row board-position"
      data-position={key}
      data-open={option.id}
      data-attention={states[0] ?? 'none'}
      aria-rowindex={index}
      aria-selected={isSelected}
      tabIndex={hasTabStop ? 0 : -1}
    >
      <PositionName symbol={holding.symbol} option={option} />
      <span role="gridcell" className="board-state">
        {roll ? <StateChip states={states} roll={roll} /> : <NoFigures position={position} />}
      </span>
      <DaysCell days={position.days} />
      <FigureCell name="distance" position={position} tone={isNegative(position, 'distance') && 'bad'} />
      <FigureCell name="delta" position={position} />
      <FigureCell name="theta" position={position} />
      <FigureCell name="premium" position={position} />
      <FigureCell
        name="earned"
        position={position}
        tone={
          isNegative(position, 'earned')
            ? 'bad'
            : states.some((state) => state === 'mostly-earned' || state === 'half-earned') && 'good'
        }
      />
      <FigureCell
        name="profit"
        position={position}
        tone={isNegative(position, 'profit') ? 'bad' : position.figures.profit.value !== null && 'good'}
      />
      <FigureCell name="cash" position={position} />
      <EventCell roll={roll} kind="dividend" />
      <EventCell roll={roll} kind="earnings" />
    </div>
  )
}

const isNegative = ({ figures }: BoardPosition, name: FigureName): boolean => (figures[name].value ?? 0) < 0

function PositionName({ symbol, option }: { symbol: string; option: BoardPosition['option'] }) {
  const { t } = useTranslation('positions')
  const { t: holdingsText } = useTranslation('holdings')
  const format = useFormat()
  return (
    <span role="rowheader" className="board-name">
      <bdi dir="ltr" className="board-symbol">
        {symbol}
      </bdi>{' '}
      <span className="board-contract">
        {t('contract', {
          contract: contractText(holdingsText, format, option.id),
          contracts: format.whole(option.quantity),
        })}
      </span>
    </span>
  )
}

/** In place of the state: why the position has no figures. */
function NoFigures({ position: { result } }: { position: BoardPosition }) {
  const reasonText = useFigureReason()
  return 'reason' in result && <span className="board-no-figures">{reasonText(result.reason)}</span>
}

function DaysCell({ days }: { days: number | null }) {
  const format = useFormat()
  const className = days !== null && days <= fewDays ? 'board-days board-few' : 'board-days'
  return (
    <span role="gridcell" className={className}>
      {days === null ? missingValueText : format.whole(days)}
    </span>
  )
}

function FigureCell({
  name,
  position,
  tone = false,
}: {
  name: FigureName
  position: BoardPosition
  tone?: 'good' | 'bad' | false
}) {
  return (
    <span role="gridcell" className={tone ? `board-${name} board-${tone}` : `board-${name}`}>
      <FigureText name={name} figure={position.figures[name]} />
    </span>
  )
}
