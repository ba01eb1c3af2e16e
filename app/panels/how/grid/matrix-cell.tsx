import { useTranslation } from '#app/i18n/use-translation.ts'
import { useFormat } from '#app/i18n/format.ts'
import type { Cell } from '#app/state/cells.ts'
import { strikeText } from '#app/panels/how/strike.ts'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { Sign, useSignWords } from './sign.tsx'
import { signsOf } from './signs.ts'
import { tightDay } from './tight-day.ts'

/** Content of a cell: strike, expiry, return, probability and warnings; screen readers get one sentence. */
export function MatrixCell({ cell, pinned }: { cell: Cell; pinned: boolean }) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const wordsOf = useSignWords()
  const { option, alternative } = cell
  const cellName = { timeframe: t(`timeframe.${cell.timeframe}`), profile: t(`profile.${cell.riskProfile}`) }
  if (!option)
    return (
      <>
        <VisuallyHidden>{t('matrix.cellEmpty', cellName)}</VisuallyHidden>
        <span aria-hidden="true">—</span>
      </>
    )
  const signs = signsOf(option)
  const words = signs.map(wordsOf)
  const name = t(alternative ? 'matrix.cellNextBest' : 'matrix.cell', {
    ...cellName,
    strike: strikeText(format, option.strike),
    expiry: format.day(option.expiryDate),
    return: format.percent(option.return),
    probability: format.probability(option.probability),
  })
  return (
    <>
      <VisuallyHidden>{[name, ...words].join('. ')}</VisuallyHidden>
      <span className="how-cell" aria-hidden="true" title={words.join('\n') || undefined}>
        <b className="how-cell-strike">{strikeText(format, option.strike)}</b>
        <span className="how-cell-day">{tightDay(format.dayShort(option.expiryDate))}</span>
        <b className="how-cell-return">{format.percent(option.return)}</b>
        <span className="how-cell-probability">{format.probability(option.probability)}</span>
        {(signs.length > 0 || pinned) && (
          <span className="how-cell-signs">
            {signs.map((warning) => (
              <Sign key={warning} warning={warning} />
            ))}
            {pinned && <i className="how-compared" />}
          </span>
        )}
      </span>
    </>
  )
}
