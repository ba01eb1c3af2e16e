import { useTranslation } from '#app/i18n/use-translation.ts'
import { fewDays, type PositionState } from '#contract/responses/position-states.ts'
import { useFormat } from '#app/i18n/format.ts'
import { missingValueText } from '#app/i18n/number-format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { contractText } from '#app/ui/price/open-option.tsx'
import { useFigureReason } from '#app/ui/price/figure-reason.ts'
import { isPricedRoll } from '#app/state/priced.ts'
import { firstSuggestion } from '#app/state/order/roll-target.ts'
import type { BoardPosition, FigureName } from './board-position.ts'
import { EventCell } from './event-cell.tsx'
import { FigureText } from './figure-text.tsx'
import { StateChip } from './state-chip.tsx'

/** States in which sellers usually roll. */
const isRolled = (state: PositionState): boolean =>
  state === 'assignment-likely' || state === 'tested' || state === 'few-days-left'

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
        {roll && isPricedRoll(roll) && firstSuggestion(roll) && states.some(isRolled) && (
          <RollButton position={position} isFocusable={hasTabStop} />
        )}
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

/** The board handles the click. */
function RollButton({ position, isFocusable }: { position: BoardPosition; isFocusable: boolean }) {
  const { t } = useTranslation('positions')
  const { t: holdingsText } = useTranslation('holdings')
  const format = useFormat()
  const { holding, option } = position
  const name = t('rollNamed', {
    contract: `${holding.symbol} ${contractText(holdingsText, format, option.id)}`,
  })
  return (
    <Button
      className="board-roll"
      data-action="roll"
      aria-label={name}
      title={t('rollHint')}
      tabIndex={isFocusable ? 0 : -1}
    >
      {t('roll')}
    </Button>
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
