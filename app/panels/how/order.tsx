import './order.css'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { IncomeOption } from '#contract/resources.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import * as icons from '#app/ui/icons.ts'
import { Segmented } from '#app/ui/segmented.tsx'
import { maxContracts, priceBases, pricePerShare, type PriceBasis, type TicketChoice } from './ticket.ts'
import { sharesPerContract } from './payoff.ts'

/** The part of the ticket the user chooses: contracts, price, and where a call's shares come from. */
export function Order({
  option,
  choice,
  heldShares,
  onChange,
}: {
  option: IncomeOption
  choice: TicketChoice
  /** Shares the user entered; null where none. */
  heldShares: number | null
  onChange: (change: Partial<TicketChoice>) => void
}) {
  const { t } = useTranslation('ticket')
  const format = useFormat()
  const id = useId()
  const shares = choice.contracts * sharesPerContract
  const setContracts = (contracts: number) =>
    onChange({ contracts: Math.min(maxContracts, Math.max(1, Math.floor(contracts) || 1)) })
  const priceLabel = (basis: PriceBasis): ReactNode => (
    <>
      {t(basis)} <bdi>{format.decimal(pricePerShare(option, basis))}</bdi>
    </>
  )
  return (
    <section className="how-order" aria-labelledby={`${id}-title`}>
      <h4 id={`${id}-title`}>{t('title')}</h4>
      <div className="how-order-row">
        <span id={`${id}-quantity`}>{t('quantity')}</span>
        <div className="how-stepper" dir="ltr">
          <Button
            kind="icon"
            aria-label={t('fewer')}
            disabled={choice.contracts <= 1}
            onClick={() => setContracts(choice.contracts - 1)}
          >
            <Icon path={icons.minus} />
          </Button>
          <input
            type="number"
            min={1}
            max={maxContracts}
            step={1}
            aria-labelledby={`${id}-quantity`}
            value={choice.contracts}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setContracts(event.target.valueAsNumber)}
          />
          <Button
            kind="icon"
            aria-label={t('more')}
            disabled={choice.contracts >= maxContracts}
            onClick={() => setContracts(choice.contracts + 1)}
          >
            <Icon path={icons.plus} />
          </Button>
        </div>
      </div>
      <div className="how-order-row">
        <span>{t('price')}</span>
        <Segmented
          label={t('price')}
          value={choice.basis}
          choices={priceBases.map((basis) => ({ value: basis, label: priceLabel(basis) }))}
          onChange={(basis) => onChange({ basis })}
        />
      </div>
      {option.legType === 'Call' && (
        <div className="how-order-row">
          <span>{t('shares')}</span>
          <Segmented
            label={t('shares')}
            value={choice.buyShares ? 'buy' : 'own'}
            choices={[
              { value: 'own', label: t('own') },
              { value: 'buy', label: t('buy', { shares: format.whole(shares) }) },
            ]}
            onChange={(from) => onChange({ buyShares: from === 'buy' })}
          />
        </div>
      )}
      {option.legType === 'Call' && !choice.buyShares && heldShares !== null && heldShares < shares && (
        <p className="how-warning">
          {t('uncovered', { shares: format.whole(heldShares), needed: format.whole(shares) })}
        </p>
      )}
      {choice.basis !== 'bid' && <p className="how-footnote">{t('notAFill')}</p>}
      <p className="how-footnote">{t('assignment')}</p>
    </section>
  )
}
