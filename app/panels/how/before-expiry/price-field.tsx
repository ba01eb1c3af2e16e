import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { useFormat } from '#app/i18n/format.ts'
import { plainNumber, readDecimal } from '#app/i18n/read-number.ts'

/** Text field for a price of the underlying, with ↑ and ↓ for steps. Empty: the current price, its placeholder. */
export function PriceField({
  symbol,
  price,
  currentPrice,
  step,
  onChange,
}: {
  symbol: string
  /** The entered price, dollars; null without one. */
  price: number | null
  currentPrice: number
  /** Dollars. */
  step: number
  onChange: (price: number | null) => void
}) {
  const { t } = useTranslation('scenario')
  const { locale } = useFormat()
  const id = useId()
  const [draft, setDraft] = useState('')
  const typedPrice = readDecimal(draft, locale) ?? null
  // The price was changed elsewhere, for example reset.
  const text = typedPrice === price ? draft : price === null ? '' : plainNumber(price, locale)
  const enter = (next: string) => {
    setDraft(next)
    onChange(readDecimal(next, locale) ?? null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (direction === 0) return
    event.preventDefault()
    const next = Math.max(step, (price ?? currentPrice) + direction * step)
    enter(plainNumber(Math.round(next * 100) / 100, locale))
  }
  return (
    <div className="how-before-price">
      <label htmlFor={id}>{t('price', { symbol })}</label>
      <input
        id={id}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        maxLength={14}
        value={text}
        placeholder={plainNumber(currentPrice, locale)}
        aria-invalid={text !== '' && typedPrice === null}
        onChange={({ target }) => enter(target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}
