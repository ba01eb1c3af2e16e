import { useId } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { sharesPerContract } from '#contract/responses/conventions.ts'
import type { LegType } from '#contract/responses/income.ts'
import { sizeOfCalls, sizeOfPuts } from '#contract/responses/sizing.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useSizeText } from '#app/i18n/use-size-text.ts'
import { useAppState } from '#app/state/app-state.ts'
import { useHoldingOf } from '#app/state/holdings.ts'
import { foldPosition, useFoldedPosition } from '#app/state/folded-positions.ts'
import { useOrder } from '#app/state/order/order.ts'
import { setCash, setPosition } from '#app/state/choices/trade-choice.ts'
import { useView } from '#app/state/view.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { PositionHint } from '#app/ui/controls/position-hint.tsx'
import { PositionInput, type PositionInputState, usePositionInput } from '#app/ui/controls/position-input.tsx'
import { Icon } from '#app/ui/icon.tsx'

const chevronIcon = 'M4 6l4 4 4-4'

/**
 * Fields for shares and cost basis of one symbol, or for the cash for puts of any symbol. Without a value they are empty:
 * an example number would look like one. Position and folded state are stored for each symbol. The parent remounts the
 * strip (React key) if the symbol or the language changes, because the fields contain numbers in the format of the
 * language.
 */
export function PositionStrip({
  symbol,
  leg,
  strike,
}: {
  symbol: string
  leg: LegType
  /** Strike of the displayed contract; undefined before there is one. */
  strike: number | undefined
}) {
  const app = useAppState()
  const { t } = useTranslation('how')
  const hintId = `${useId()}-hint`
  const isOpen = !useFoldedPosition(symbol)
  const fields = useFields(symbol)
  const isInvalid = Object.values(fields).some(({ problem }) => problem !== undefined)
  const hint = useHint(symbol, fields, leg, strike)
  const summary = useSummary(fields)
  const field = (name: keyof Fields, label: string) => (
    <PositionField field={fields[name]} label={label} describedBy={hint ? hintId : undefined} />
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
      <PositionHint id={hintId} className={isInvalid ? 'how-hint how-hint-wrong' : 'how-hint'} text={hint} />
    </section>
  )
}

function PositionField({
  field,
  label,
  describedBy,
}: {
  field: PositionInputState
  label: string
  describedBy: string | undefined
}) {
  return (
    <label>
      <span>{label}</span>
      <PositionInput field={field} aria-describedby={describedBy} />
    </label>
  )
}

/** Returns the states of the fields. */
function useFields(symbol: string) {
  const app = useAppState()
  const saved = useView((view) => view.positions[symbol])
  const savedCash = useView((view) => view.cash)
  return {
    shares: usePositionInput('shares', saved?.stockQuantity, (stockQuantity) =>
      setPosition(app, symbol, { stockQuantity }),
    ),
    costBasis: usePositionInput('costBasis', saved?.costBasis, (costBasis) =>
      setPosition(app, symbol, { costBasis }),
    ),
    cash: usePositionInput('cash', savedCash, (cash) => setCash(app, cash)),
  }
}
type Fields = ReturnType<typeof useFields>

/**
 * Returns the text below the fields: the first problem of the input. Without one, for calls the number of covered
 * contracts and whether the holding has a fraction of a share, which does not count; for puts the contracts that the
 * cash secures, and what is left.
 */
function useHint(
  symbol: string,
  { shares, costBasis, cash }: Fields,
  leg: LegType,
  strike: number | undefined,
): string {
  const { t } = useTranslation('how')
  const callHint = useCallHint(symbol, shares.value)
  const putHint = usePutHint(symbol, cash.value, strike)
  const problem = shares.problem ?? costBasis.problem ?? cash.problem
  if (problem) return t(`position.${problem}`)
  return leg === 'call' ? callHint : putHint
}

function useCallHint(symbol: string, shares: number | undefined): string {
  const { t } = useTranslation('how')
  const format = useFormat()
  const { shares: heldShares = 0 } = useHoldingOf(symbol) ?? {}
  const { contracts, left } = sizeOfCalls(shares ?? 0)
  const isFraction = !Number.isInteger(heldShares) && (shares ?? 0) === Math.floor(heldShares)
  return [
    isFraction && t('position.fraction', { shares: format.shares(heldShares) }),
    contracts > 0 && t('position.contracts', { count: contracts }),
    contracts > 0 && left > 0 && t('position.leftOver', { count: left }),
    shares !== undefined && contracts === 0 && t('position.missing', { count: sharesPerContract - left }),
  ]
    .filter(Boolean)
    .join(' ')
}

function usePutHint(symbol: string, cash: number | undefined, strike: number | undefined): string {
  const { t } = useTranslation('how')
  const format = useFormat()
  const sizeText = useSizeText()
  const ordered = useOrder(symbol).contracts
  if (cash === undefined || strike === undefined) return ''
  const size = sizeOfPuts(cash, strike, ordered ?? Math.max(1, sizeOfPuts(cash, strike).contracts))
  return size.left < 0
    ? t('size.cashMissing', { cash: format.money(size.used), missing: format.money(-size.left) })
    : sizeText('put', size)
}

/** Returns the position in one line, for the folded strip. */
function useSummary({
  shares: { value: shares },
  costBasis: { value: costBasis },
  cash: { value: cash },
}: Fields): string {
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
