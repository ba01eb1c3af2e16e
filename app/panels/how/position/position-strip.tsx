import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LegType } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { foldPosition, useFoldedPosition } from '#app/state/folded-positions.ts'
import { setHolding } from '#app/state/trade-choice.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { coverage, readPosition } from './position.ts'
import { plainNumber } from '#app/i18n/read-number.ts'

const chevronIcon = 'M4 6l4 4 4-4'

const debounceMs = 300

/**
 * Shares and cost basis of one symbol, or the cash that is set aside for its puts: validated while typing, handed on after a pause, remembered for the symbol, and so
 * is whether the strip is folded. Give
 * it symbol and language as key: what stands in the fields is written in the language.
 */
export function PositionStrip({ symbol, leg }: { symbol: string; leg: LegType }) {
  const app = useAppState()
  const { t } = useTranslation('how')
  const format = useFormat()
  const id = useId()
  const held = useView((view) => view.positions[symbol])
  const open = !useFoldedPosition(symbol)
  const [text, setText] = useState({
    shares: held?.stockQuantity?.toString() ?? '',
    costBasis: held?.costBasis ? plainNumber(held.costBasis, format.locale) : '',
    cash: held?.cash ? plainNumber(held.cash, format.locale) : '',
  })
  const { shares, costBasis, cash, problems } = readPosition(text, format.locale)
  const wrong = Boolean(problems.shares ?? problems.costBasis ?? problems.cash)

  useEffect(() => {
    if (wrong || (shares === held?.stockQuantity && costBasis === held?.costBasis && cash === held?.cash))
      return
    const timer = setTimeout(
      () => setHolding(app, symbol, { stockQuantity: shares, costBasis, cash }),
      debounceMs,
    )
    return () => clearTimeout(timer)
  }, [app, symbol, shares, costBasis, cash, wrong, held])

  const { contracts, leftOver, missing } = coverage(shares)
  const inShares = !shares
    ? undefined
    : costBasis
      ? t('position.summaryBasis', { shares: format.whole(shares), price: format.money(costBasis) })
      : t('position.summary', { shares: format.whole(shares) })
  const inCash = cash && t('position.summaryCash', { cash: format.money(cash) })
  const summary = [inShares, inCash].filter(Boolean).join(' · ') || t('position.none')
  const field = (name: 'shares' | 'costBasis' | 'cash', label: string, hint: string | undefined) => (
    <label>
      <span>{label}</span>
      <input
        type="text"
        inputMode={name === 'shares' ? 'numeric' : 'decimal'}
        autoComplete="off"
        dir="ltr"
        maxLength={14}
        placeholder={name === 'shares' ? '100' : format.decimal(0)}
        value={text[name]}
        aria-invalid={Boolean(problems[name])}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => setText({ ...text, [name]: event.target.value })}
      />
    </label>
  )
  const covered = shares !== undefined && !missing && t('position.contracts', { count: contracts })
  const aboutShares = leg === 'call'
  const hint =
    (problems.shares && t(`position.${problems.shares}`)) ??
    (problems.costBasis && t(`position.${problems.costBasis}`)) ??
    (problems.cash && t(`position.${problems.cash}`)) ??
    [
      aboutShares && covered,
      aboutShares && leftOver > 0 && t('position.leftOver', { count: leftOver }),
      aboutShares && missing > 0 && t('position.missing', { count: missing }),
    ]
      .filter(Boolean)
      .join(' ')

  return (
    <section className="how-position" aria-label={t('position.title')}>
      <div className="how-position-fields">
        {open ? (
          <>
            {leg === 'call' && field('shares', t('position.shares'), hint)}
            {leg === 'call' && field('costBasis', t('position.basis'), hint)}
            {leg === 'put' && field('cash', t('position.cash'), hint)}
          </>
        ) : (
          <p>
            {t('position.title')}: <span>{summary}</span>
          </p>
        )}
        <Button
          kind="icon"
          className={open ? 'how-fold how-unfolded' : 'how-fold'}
          aria-expanded={open}
          aria-label={t(open ? 'position.fold' : 'position.unfold')}
          onClick={() => foldPosition(app, symbol, open)}
        >
          <Icon path={chevronIcon} />
        </Button>
      </div>
      <p id={`${id}-hint`} className={wrong ? 'how-hint how-hint-wrong' : 'how-hint'} role="status">
        {hint}
      </p>
    </section>
  )
}
