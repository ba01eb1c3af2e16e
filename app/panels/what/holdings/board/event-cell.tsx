/** Ex-dividend day and earnings report before the expiry: a mark in narrow panels, the day in wide ones. */
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireRoll } from '#contract/responses/roll.ts'
import { whyUnknown } from '#contract/responses/unknown.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useUnknownReason } from '#app/ui/unknown.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'

type Event = { day: string | null; text: string; isKnown: boolean }

/** Returns the event; null if none is due before the expiry. */
function useEvent(roll: WireRoll, kind: 'dividend' | 'earnings'): Event | null {
  const { t } = useTranslation('positions')
  const format = useFormat()
  const reasonOf = useUnknownReason()
  const unknownField = whyUnknown(roll, kind)
  if (unknownField) {
    const reason = reasonOf(unknownField)
    return { day: null, text: t(`event.${kind}Unknown`, { reason }), isKnown: false }
  }
  const { dividend, earnings } = roll
  if (kind === 'earnings') {
    if (earnings === null) return null
    const day = format.dayShort(earnings.date)
    return {
      day,
      text: t(earnings.isEstimated ? 'event.earningsEstimated' : 'event.earnings', { day }),
      isKnown: true,
    }
  }
  if (dividend === null) return null
  const amount = format.money(dividend.amount)
  if (dividend.exDate === null)
    return { day: null, text: t('event.dividendImplied', { amount }), isKnown: true }
  const day = format.dayShort(dividend.exDate)
  return { day, text: t('event.dividend', { day, amount }), isKnown: true }
}

export function EventCell({ roll, kind }: { roll: WireRoll | undefined; kind: 'dividend' | 'earnings' }) {
  return (
    <span role="gridcell" className={`board-${kind}`}>
      {roll && <EventMark roll={roll} kind={kind} />}
    </span>
  )
}

function EventMark({ roll, kind }: { roll: WireRoll; kind: 'dividend' | 'earnings' }) {
  const { t } = useTranslation('positions')
  const event = useEvent(roll, kind)
  if (!event) return <span className="board-no-event">{t('event.none')}</span>
  const { day, text, isKnown } = event
  return (
    <span title={text}>
      <span
        aria-hidden="true"
        dir="ltr"
        className={isKnown ? `board-mark board-mark-${kind}` : 'board-mark board-mark-unknown'}
      >
        {t(`mark.${kind}`)}
        {!isKnown && '?'}
      </span>
      {day !== null && (
        <span aria-hidden="true" className="board-day">
          {day}
        </span>
      )}
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  )
}
