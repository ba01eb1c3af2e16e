import { useEffect, useId, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { LegType } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { useHoldingOf } from '#app/state/holdings.ts'
import { foldPosition, useFoldedPosition } from '#app/state/folded-positions.ts'
import { setPosition } from '#app/state/trade-choice.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { coverage, readPosition, type ParsedPosition } from './position.ts'
import { plainNumber } from '#app/i18n/read-number.ts'

const chevronIcon = 'M4 6l4 4 4-4'

/** Delay between the last keystroke and the use of the input. */
const debounceMs = 300

type FieldName = 'shares' | 'costBasis' | 'cash'

/**
 * Fields for shares and cost basis of one symbol, or for the cash for its puts. Without a value they are empty: an
 * example number would look like one. Input is validated
 * at once and applied with a debounce. Position and folded state are stored for each symbol. The
 * parent remounts the strip (React key) if the symbol or the language changes, because the fields
 * contain numbers in the format of the language.
 */
export function PositionStrip({ symbol, leg }: { symbol: string; leg: LegType }) {
  const app = useAppState()
  const { t } = useTranslation('how')
  const hintId = `${useId()}-hint`
  const isOpen = !useFoldedPosition(symbol)
  const { texts, position, isInvalid, setField } = usePositionFields(symbol)
  const hint = useHint(symbol, position, leg)
  const summary = useSummary(position)
  const field = (name: FieldName, label: string) => (
    <PositionField
      name={name}
      label={label}
      value={texts[name]}
      isInvalid={Boolean(position.problems[name])}
      describedBy={hint ? hintId : undefined}
      onChange={(value) => setField(name, value)}
    />
  )
  return (
    <section className="how-position" aria-label={t('position.title')}>
      <div className="how-position-fields">
        {isOpen ? (
          <>
            {leg === 'call' && field('shares', t('position.shares'))}
            {leg === 'call' && field('costBasis', t('position.basis'))}
            {leg === 'put' && field('cash', t('position.cash'))}
          </>
        ) : (
          <p>
            {t('position.title')}: <span>{summary}</span>
          </p>
        )}
        <Button
          kind="icon"
          className={isOpen ? 'how-fold how-unfolded' : 'how-fold'}
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'position.fold' : 'position.unfold')}
          onClick={() => foldPosition(app, symbol, isOpen)}
        >
          <Icon path={chevronIcon} />
        </Button>
      </div>
      <p id={hintId} className={isInvalid ? 'how-hint how-hint-wrong' : 'how-hint'} role="status">
        {hint}
      </p>
    </section>
  )
}

function PositionField({
  name,
  label,
  value,
  isInvalid,
  describedBy,
  onChange,
}: {
  name: FieldName
  label: string
  value: string
  isInvalid: boolean
  describedBy: string | undefined
  onChange: (value: string) => void
}) {
  return (
    <label>
      <span>{label}</span>
      <input
        type="text"
        inputMode={name === 'shares' ? 'numeric' : 'decimal'}
        autoComplete="off"
        dir="ltr"
        maxLength={14}
        value={value}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}

/** Returns the state of the fields, and applies valid input with a debounce. */
function usePositionFields(symbol: string) {
  const app = useAppState()
  const { locale } = useFormat()
  const savedPosition = useView((view) => view.positions[symbol])
  const [texts, setTexts] = useState({
    shares: savedPosition?.stockQuantity?.toString() ?? '',
    costBasis: savedPosition?.costBasis ? plainNumber(savedPosition.costBasis, locale) : '',
    cash: savedPosition?.cash ? plainNumber(savedPosition.cash, locale) : '',
  })
  const position = readPosition(texts, locale)
  const { shares, costBasis, cash, problems } = position
  const isInvalid = Boolean(problems.shares ?? problems.costBasis ?? problems.cash)

  useEffect(() => {
    if (
      isInvalid ||
      (shares === savedPosition?.stockQuantity &&
        costBasis === savedPosition?.costBasis &&
        cash === savedPosition?.cash)
    )
      return
    const timer = setTimeout(
      () => setPosition(app, symbol, { stockQuantity: shares, costBasis, cash }),
      debounceMs,
    )
    return () => clearTimeout(timer)
  }, [app, symbol, shares, costBasis, cash, isInvalid, savedPosition])

  const setField = (name: FieldName, value: string) => setTexts({ ...texts, [name]: value })
  return { texts, position, isInvalid, setField }
}

/**
 * Returns the text below the fields: the first problem of the input, or for calls the number of
 * covered contracts and whether the holding has a fraction of a share, which does not count.
 */
function useHint(symbol: string, { shares, problems }: ParsedPosition, leg: LegType): string {
  const { t } = useTranslation('how')
  const format = useFormat()
  const { shares: heldShares = 0 } = useHoldingOf(symbol) ?? {}
  const problem = problems.shares ?? problems.costBasis ?? problems.cash
  if (problem) return t(`position.${problem}`)
  if (leg !== 'call') return ''
  const { contracts, leftOver, missing } = coverage(shares)
  const isFraction = !Number.isInteger(heldShares) && (shares ?? 0) === Math.floor(heldShares)
  return [
    isFraction && t('position.fraction', { shares: format.shares(heldShares) }),
    shares !== undefined && !missing && t('position.contracts', { count: contracts }),
    leftOver > 0 && t('position.leftOver', { count: leftOver }),
    missing > 0 && t('position.missing', { count: missing }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Returns the position in one line, for the folded strip. */
function useSummary({ shares, costBasis, cash }: ParsedPosition): string {
  const { t } = useTranslation('how')
  const format = useFormat()
  const sharesText = !shares
    ? undefined
    : costBasis
      ? t('position.summaryBasis', { shares: format.whole(shares), price: format.money(costBasis) })
      : t('position.summary', { shares: format.whole(shares) })
  const cashText = cash && t('position.summaryCash', { cash: format.money(cash) })
  return [sharesText, cashText].filter(Boolean).join(' · ') || t('position.none')
}
