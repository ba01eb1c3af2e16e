/** The columns whose figures are not in the first answer. */
import { useTranslation } from 'react-i18next'
import { whyUnknown } from '#contract/responses/unknown.ts'
import type { WholeTradeIdea } from '#contract/responses/full-ideas.ts'
import { useFormat } from '#app/i18n/format.ts'
import { isAnnualizedHidden, useHost } from '#app/state/host.ts'
import type { LaterColumn } from '#app/state/view.ts'
import { useUnknownReason } from '#app/ui/unknown.tsx'
import { bestPay } from './best-pay.ts'

/** A yearly return of a trade that lasts less than this has a note: it may not be had again. Calendar days. */
export const annualizedFrom = 60

export function LaterName({ column }: { column: LaterColumn }) {
  const { t } = useTranslation('filters')
  return <span title={t(`columnName.${column}`)}>{t(`column.${column}`)}</span>
}

/** The field that is null where a column has nothing. */
const fieldOf = (column: LaterColumn, idea: WholeTradeIdea): string =>
  column === 'yield'
    ? whyUnknown(idea, 'callYield')
      ? 'callYield'
      : 'putYield'
    : column === 'signalAge'
      ? 'signalAge'
      : column

/** One figure, and what it is of. */
export function Later({ column, idea }: { column: LaterColumn; idea: WholeTradeIdea }) {
  const { t } = useTranslation('filters')
  const format = useFormat()
  const reasonOf = useUnknownReason()
  const hidden = useHost(isAnnualizedHidden)
  const best = bestPay(idea)
  if (column === 'yield' && best && !hidden) {
    const short = best.days !== null && best.days < annualizedFrom
    return (
      <>
        <bdi dir="ltr">
          {format.percent(best.yield, 1)}
          {short && '*'}
        </bdi>
        <small className="later-of">
          {t(`leg.${best.leg}`)}
          {best.days !== null && ` · ${t('daysShort', { count: best.days })}`}
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

/** Under the list, where it shows such a return. */
export function AnnualizedNote() {
  const { t } = useTranslation('how')
  const hidden = useHost(isAnnualizedHidden)
  return hidden ? null : <span className="later-note">{t('annualizedNote')}</span>
}
