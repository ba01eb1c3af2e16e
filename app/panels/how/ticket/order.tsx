import './order.css'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { IncomeOption } from '#contract/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { readWhole } from '#app/panels/how/read-number.ts'
import {
  maxContracts,
  missingShares,
  priceBases,
  pricePerShare,
  type PriceBasis,
  type TicketChoice,
} from './ticket.ts'

const minusIcon = 'M3 8h10'
const plusIcon = 'M3 8h10M8 3v10'

/** The part of the ticket the user chooses: contracts, price, and where a call's shares come from. */
export function Order({
  option,
  choice,
  heldShares,
  onChange,
}: {
  option: IncomeOption
  choice: TicketChoice
  heldShares: number | null
  onChange: (change: Partial<TicketChoice>) => void
}) {
  const { t } = useTranslation('ticket')
  const format = useFormat()
  const id = useId()
  const missing = missingShares(choice.contracts, heldShares)
  /** What is being typed, until the field is left: an empty field is no number yet. Null = what is chosen. */
  const [typed, setTyped] = useState<string | null>(null)
  const read = typed === null ? choice.contracts : (readWhole(typed, format.locale) ?? 0)
  const setContracts = (contracts: number) => {
    setTyped(null)
    onChange({ contracts: Math.min(maxContracts, Math.max(1, contracts)) })
  }
  const type = (text: string) => {
    setTyped(text)
    const contracts = readWhole(text, format.locale)
    if (contracts && contracts <= maxContracts) onChange({ contracts })
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowUp') setContracts(choice.contracts + 1)
    else if (event.key === 'ArrowDown') setContracts(choice.contracts - 1)
    else if (event.key === 'Enter') setTyped(null)
    else return
    event.preventDefault()
  }
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
            <Icon path={minusIcon} />
          </Button>
          <input
            type="text"
            inputMode="numeric"
            role="spinbutton"
            autoComplete="off"
            maxLength={9}
            aria-labelledby={`${id}-quantity`}
            aria-valuenow={choice.contracts}
            aria-valuemin={1}
            aria-valuemax={maxContracts}
            aria-invalid={typed !== '' && (read < 1 || read > maxContracts)}
            value={typed ?? choice.contracts}
            onFocus={(event) => event.target.select()}
            onChange={(event) => type(event.target.value)}
            onBlur={() => setTyped(null)}
            onKeyDown={press}
          />
          <Button
            kind="icon"
            aria-label={t('more')}
            disabled={choice.contracts >= maxContracts}
            onClick={() => setContracts(choice.contracts + 1)}
          >
            <Icon path={plusIcon} />
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
      {option.legType === 'Call' && missing > 0 && (
        <div className="how-order-row">
          <span>{t('shares')}</span>
          <Segmented
            label={t('shares')}
            value={choice.buyShares ? 'buy' : 'own'}
            choices={[
              { value: 'own', label: t('own') },
              { value: 'buy', label: t('buy', { shares: format.whole(missing) }) },
            ]}
            onChange={(from) => onChange({ buyShares: from === 'buy' })}
          />
        </div>
      )}
      {choice.basis !== 'bid' && <p className="how-footnote">{t('notAFill')}</p>}
      <p className="how-footnote">{t('assignment')}</p>
    </section>
  )
}
