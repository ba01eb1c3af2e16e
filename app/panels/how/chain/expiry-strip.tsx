import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChainExpiry } from '#contract/responses/chain.ts'
import { useFormat } from '#app/i18n/format.ts'
import { moveChoice } from '#app/ui/controls/roving-focus.ts'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { useRefusal } from './choosable.ts'

/**
 * The listed expirations in a row that scrolls: day, days from now, the expected move, and the row of the ideas grid that
 * they belong to. A radio group with one tab stop.
 */
export function ExpiryStrip({
  expiries,
  value,
  onChange,
}: {
  expiries: readonly ChainExpiry[]
  /** Day of the one that is shown. */
  value: string
  onChange: (expiryDate: string) => void
}) {
  const { t } = useTranslation(['chain', 'how'])
  const format = useFormat()
  const refusal = useRefusal()
  const strip = useRef<HTMLDivElement>(null)
  // What is chosen is in sight, with its neighbours; nothing but the strip moves.
  useEffect(() => {
    const list = strip.current
    const tile = list?.querySelector<HTMLElement>(`[data-value="${value}"]`)
    if (!list || !tile) return
    const [outer, inner] = [list.getBoundingClientRect(), tile.getBoundingClientRect()]
    list.scrollBy({ left: inner.left + inner.width / 2 - outer.left - outer.width / 2 })
  }, [value])
  return (
    <div
      ref={strip}
      className="chain-expiries"
      role="radiogroup"
      aria-label={t('expiries')}
      onKeyDown={(event) =>
        moveChoice(
          event,
          expiries.map(({ expiryDate }) => expiryDate),
          value,
          onChange,
          true,
        )
      }
    >
      {expiries.map(({ expiryDate, daysUntilExpiry, expectedMove, timeframe, refused }) => (
        <button
          key={expiryDate}
          type="button"
          role="radio"
          className="chain-expiry"
          data-value={expiryDate}
          aria-checked={expiryDate === value}
          tabIndex={expiryDate === value ? 0 : -1}
          title={refused ? refusal(refused) : undefined}
          onClick={() => onChange(expiryDate)}
        >
          <b>{format.day(expiryDate)}</b>
          <span>
            {t('how:card.days', { count: daysUntilExpiry })} ·{' '}
            <VisuallyHidden>{t('moveName')} </VisuallyHidden>
            <bdi dir="ltr">{expectedMove === null ? '—' : `±${format.decimal(expectedMove)}`}</bdi>
          </span>
          {timeframe && <i>{t(`how:timeframe.${timeframe}`)}</i>}
        </button>
      ))}
    </div>
  )
}
