import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireChainExpiry } from '#contract/responses/chain.ts'
import { useFormat } from '#app/i18n/format.ts'
import { moveChoice } from '#app/ui/controls/roving-focus.ts'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { useRefusalText } from './choosable.ts'

/**
 * Radio group of the listed expirations with one tab stop; it scrolls horizontally. Each expiration
 * shows its date, days to expiry, expected move, and the time frame if it has one in the grid.
 */
export function ExpiryStrip({
  expiries,
  hidesMoves,
  value,
  onChange,
}: {
  expiries: readonly WireChainExpiry[]
  /** The partner may not show expected moves. */
  hidesMoves: boolean
  /** Date of the displayed expiration. */
  value: string
  onChange: (expiryDate: string) => void
}) {
  const { t } = useTranslation('chain')
  const strip = useCentredTile(value)
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
      {expiries.map((expiry) => (
        <ExpiryTile
          key={expiry.expiryDate}
          expiry={expiry}
          hidesMoves={hidesMoves}
          isChosen={expiry.expiryDate === value}
          onChoose={() => onChange(expiry.expiryDate)}
        />
      ))}
    </div>
  )
}

/**
 * Scrolls the chosen tile to the middle of the strip. `scrollIntoView` would also scroll the panel.
 */
function useCentredTile(chosenDate: string): RefObject<HTMLDivElement | null> {
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const list = strip.current
    const tile = list?.querySelector<HTMLElement>(`[data-value="${chosenDate}"]`)
    if (!list || !tile) return
    const [stripBox, tileBox] = [list.getBoundingClientRect(), tile.getBoundingClientRect()]
    list.scrollBy({ left: tileBox.left + tileBox.width / 2 - stripBox.left - stripBox.width / 2 })
  }, [chosenDate])
  return strip
}

function ExpiryTile({
  expiry: { expiryDate, daysUntilExpiry, expectedMove, timeframe, refused },
  hidesMoves,
  isChosen,
  onChoose,
}: {
  expiry: WireChainExpiry
  /** The partner may not show expected moves. */
  hidesMoves: boolean
  isChosen: boolean
  onChoose: () => void
}) {
  const { t } = useTranslation(['chain', 'how'])
  const format = useFormat()
  const refusalText = useRefusalText()
  return (
    <button
      type="button"
      role="radio"
      className="chain-expiry"
      data-value={expiryDate}
      aria-checked={isChosen}
      tabIndex={isChosen ? 0 : -1}
      title={refused ? refusalText(refused) : undefined}
      onClick={onChoose}
    >
      <b>{format.day(expiryDate)}</b>
      <span>
        {t('how:card.days', { count: daysUntilExpiry })}
        {!hidesMoves && (
          <>
            {' · '}
            <VisuallyHidden>{t('moveName')} </VisuallyHidden>
            <bdi dir="ltr">{expectedMove === null ? '—' : `±${format.decimal(expectedMove)}`}</bdi>
          </>
        )}
      </span>
      {timeframe && <i>{t(`how:timeframe.${timeframe}`)}</i>}
    </button>
  )
}
