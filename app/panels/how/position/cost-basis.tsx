import './cost-basis.css'
import type { ReactNode } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Disclosure } from '#app/ui/controls/disclosure.tsx'
import { strikeText } from '#app/panels/how/strike.ts'
import { missingValueText } from '#app/i18n/number-format.ts'

/**
 * Table of the returns at expiry in two cases: the stock price does not change, or the option is
 * assigned. A covered call has returns on the stock price and on the cost basis. A put has the
 * return on its strike, and the effective purchase price. For a call with a known cost basis the
 * table is open initially.
 */
export function CostBasis({ option, income }: { option: IncomeOption; income: Income }) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const isCall = option.legType === 'Call'
  return (
    <Disclosure
      key={String(isCall && income.costBasis !== null)}
      className="how-cost"
      label={t('cost.title')}
      isOpenInitially={isCall && income.costBasis !== null}
    >
      {isCall ? (
        <CallReturns option={option} income={income} />
      ) : (
        <PutReturns option={option} income={income} />
      )}
      <p className="how-footnote">
        {t('cost.note', { expiry: format.day(option.expiryDate) })}
        {isCall && income.costBasis === null && ` ${t('cost.noBasis')}`}
        {isCall &&
          income.costBasis !== null &&
          option.warnings.includes('under-100-shares') &&
          ` ${t('cost.toBuy', { price: format.stockPrice(income.chainPrice) })}`}
      </p>
    </Disclosure>
  )
}

function CallReturns({ option, income }: { option: IncomeOption; income: Income }) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const { ifUnchanged, ifAssigned } = option.returns
  const { chainPrice, costBasis } = income
  const returnCell = (value: number | null | undefined) => (
    <td>
      {value == null ? (
        <span aria-label={t('figure.notAvailable')}>{missingValueText}</span>
      ) : (
        format.percent(value)
      )}
    </td>
  )
  return (
    <table>
      <thead>
        <tr>
          <td aria-hidden="true" />
          <th scope="col">
            {t('cost.onPrice')} <small>{format.stockPrice(chainPrice)}</small>
          </th>
          <th scope="col">
            {t('cost.onBasis')} <small>{format.stockPrice(costBasis)}</small>
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <CaseHeader name={t('cost.unchanged')}>
            {t('cost.stays', { price: format.stockPrice(chainPrice) })}
          </CaseHeader>
          {returnCell(ifUnchanged.onPrice)}
          {returnCell(ifUnchanged.onBasis)}
        </tr>
        <tr>
          <CaseHeader name={t('cost.assigned')}>
            {t('cost.sold', { strike: strikeText(format, option.strike) })}
          </CaseHeader>
          {returnCell(ifAssigned?.onPrice)}
          {returnCell(ifAssigned?.onBasis)}
        </tr>
      </tbody>
    </table>
  )
}

function PutReturns({ option, income }: { option: IncomeOption; income: Income }) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const { ifUnchanged, purchasePrice } = option.returns
  return (
    <table>
      <tbody>
        <tr>
          <CaseHeader name={t('cost.unchanged')}>
            {t('cost.stays', { price: format.stockPrice(income.chainPrice) })}
          </CaseHeader>
          <td>{t('cost.onStrike', { return: format.percent(ifUnchanged.onPrice) })}</td>
        </tr>
        <tr>
          <CaseHeader name={t('cost.assigned')}>
            {t('cost.bought', { strike: strikeText(format, option.strike) })}
          </CaseHeader>
          <td>{t('cost.purchase', { price: format.stockPrice(purchasePrice) })}</td>
        </tr>
      </tbody>
    </table>
  )
}

/** Row header of a case, with its price. */
const CaseHeader = ({ name, children }: { name: string; children: ReactNode }) => (
  <th scope="row">
    {name} <small>{children}</small>
  </th>
)
