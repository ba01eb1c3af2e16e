/** Names and cells of the deferred columns (columns.ts). */
import { useTranslation } from '#app/i18n/use-translation.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'
import type { WireFullTradeIdea } from '#contract/responses/lists/full-ideas.ts'
import { useFormat } from '#app/i18n/format.ts'
import { isAnnualizedHidden, useHost } from '#app/state/host.ts'
import type { DeferredColumn } from '#app/state/view.ts'
import { useUnknownReason } from '#app/ui/unknown.tsx'
import { useHiddenIdeaFigures } from '#app/panels/what/hidden-prices.ts'
import { bestStrategy } from '#app/panels/what/best-strategy.ts'

/**
 * Annualised returns of shorter trades, in calendar days, get a footnote: such a trade may not be
 * repeatable.
 */
export const minDaysWithoutFootnote = 60

/** Header text of a deferred column. */
export function DeferredColumnName({ column }: { column: DeferredColumn }) {
  const { t } = useTranslation('filters')
  return <span title={t(`columnName.${column}`)}>{t(`column.${column}`)}</span>
}

/** Returns the field of an idea whose `unknown` reason explains an empty cell of the column. */
const fieldOf = (column: DeferredColumn, idea: WireFullTradeIdea): string =>
  column === 'yield' ? (whyUnknown(idea, 'callYield') ? 'callYield' : 'putYield') : column

/** Figure of a deferred column with its details, or a dash whose label is the reason. */
export function DeferredCell({ column, idea }: { column: DeferredColumn; idea: WireFullTradeIdea }) {
  const { t } = useTranslation('filters')
  const format = useFormat()
  const reasonOf = useUnknownReason()
  const hidesAnnualized = useHost(isAnnualizedHidden)
  const best = bestStrategy(idea)
  if (column === 'yield' && best && best.yield !== null && !hidesAnnualized) {
    const needsFootnote = best.days !== null && best.days < minDaysWithoutFootnote
    return (
      <>
        <bdi dir="ltr">
          {format.percent(best.yield, 1)}
          {needsFootnote && '*'}
        </bdi>
        <small className="later-of">
          {t(`leg.${best.leg}`)}
          {best.days !== null && ` ${t('daysShort', { count: best.days })}`}
        </small>
      </>
    )
  }
  if (column === 'impliedVolatility' && idea.impliedVolatility !== null)
    return <bdi dir="ltr">{format.percent(idea.impliedVolatility, 0)}</bdi>
  if (column === 'daysToEarnings' && idea.daysToEarnings !== null)
    return (
      <>
        {t('daysShort', { count: idea.daysToEarnings })}
        <small className="later-of">{format.dayShort(idea.earningsDate)}</small>
      </>
    )
  if (column === 'signalAge')
    return idea.signalAge === 0 ? t('today') : t('daysShort', { count: idea.signalAge })
  const unknown = whyUnknown(idea, fieldOf(column, idea))
  const reason = unknown ? reasonOf(unknown) : t(column === 'yield' ? 'noTrade' : 'noEarnings')
  return (
    <span title={reason} aria-label={reason} role="img">
      {format.decimal(null)}
    </span>
  )
}

/** Footnote about annualised returns of short trades. Null if the partner hides or may not show them. */
export function AnnualizedNote() {
  const { t } = useTranslation('how')
  const hidesAnnualized = useHost(isAnnualizedHidden)
  const { yields } = useHiddenIdeaFigures()
  return hidesAnnualized || yields ? null : <span className="later-note">{t('annualizedNote')}</span>
}
