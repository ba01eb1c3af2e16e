import type { ReactNode } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useView } from '#app/state/view.ts'
import type { WireCell } from '#app/state/choices/cells.ts'
import { strikeText } from '#app/panels/how/strike.ts'
import { Icon } from '#app/ui/icon.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { WarningIcon, useWarningText } from './warning-icon.tsx'
import { cellWarningsOf } from './cell-warnings.ts'
import { compactDay } from './compact-day.ts'

const starIcon = 'M8 1.5l2 4.3 4.7.5-3.5 3.2 1 4.7L8 11.8l-4.2 2.4 1-4.7L1.3 6.3 6 5.8z'

/**
 * Content of a cell: strike, expiry, score, return if the partner may show it, probability and warnings. Screen readers
 * read it as one text.
 */
export function MatrixCell({
  cell,
  isBest,
  isPinned,
  isNewPick,
}: {
  cell: WireCell
  /** The cell has the highest score of the grid. */
  isBest: boolean
  isPinned: boolean
  /** The cell had the chosen contract before. */
  isNewPick: boolean
}) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const warningText = useWarningText()
  const cash = useView((view) => view.cash)
  const { option, alternative } = cell
  const cellName = { timeframe: t(`timeframe.${cell.timeframe}`), profile: t(`profile.${cell.riskProfile}`) }
  if (!option)
    return (
      <>
        <VisuallyHidden>{t('matrix.cellEmpty', cellName)}</VisuallyHidden>
        <span aria-hidden="true">—</span>
      </>
    )
  const warnings = cellWarningsOf(option, cash)
  const warningTexts = warnings.map((warning) => warningText(warning, option.strike))
  const figures = {
    ...cellName,
    strike: strikeText(format, option.strike),
    expiry: format.day(option.expiryDate),
    probability: format.probability(option.probability),
  }
  const name =
    option.return === null
      ? t(alternative ? 'unpriced.cellNextBest' : 'unpriced.cell', figures)
      : t(alternative ? 'matrix.cellNextBest' : 'matrix.cell', {
          ...figures,
          return: format.percent(option.return),
        })
  return (
    <>
      <VisuallyHidden>
        {[
          name,
          t('matrix.cellScore', { score: option.serviceScore }),
          isBest && t('matrix.best'),
          isNewPick && t('newPick.cell'),
          ...warningTexts,
        ]
          .filter(Boolean)
          .join('. ')}
      </VisuallyHidden>
      <span className="how-cell" aria-hidden="true" title={warningTexts.join('\n') || undefined}>
        <b className="how-cell-strike">{strikeText(format, option.strike)}</b>
        {isNewPick && <span className="how-cell-new">{t('newPick.mark')}</span>}
        <span className="how-cell-day">{compactDay(format.dayShort(option.expiryDate))}</span>
        <CellScore isBest={isBest}>{option.serviceScore}</CellScore>
        {option.return !== null && <b className="how-cell-return">{format.percent(option.return)}</b>}
        <span className="how-cell-probability">{format.probability(option.probability)}</span>
        {(warnings.length > 0 || isPinned) && (
          <span className="how-cell-warnings">
            {warnings.map((warning) => (
              <WarningIcon key={warning} warning={warning} />
            ))}
            {isPinned && <i className="how-compared" />}
          </span>
        )}
      </span>
    </>
  )
}

/** A score in a frame; the highest one is filled and has a star. */
export function CellScore({ isBest, children }: { isBest: boolean; children: ReactNode }) {
  const { t } = useTranslation('how')
  return (
    <span
      className={isBest ? 'how-cell-score how-cell-best' : 'how-cell-score'}
      title={isBest ? t('matrix.best') : undefined}
    >
      {isBest && <Icon path={starIcon} />}
      {children}
    </span>
  )
}
