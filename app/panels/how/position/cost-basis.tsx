import './cost-basis.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { strikeText } from '#app/panels/how/strike.ts'
import { missing } from '#app/i18n/basic-format.ts'

/**
 * What a contract returns by expiry if the stock stands still and if it is assigned: of a covered call on today's price and
 * on what the shares cost, of a put on its strike, with what a share costs that it makes one buy. Open where a cost basis
 * is known.
 */
export function CostBasis({ option, income }: { option: IncomeOption; income: Income }) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const isCall = option.legType === 'Call'
  return (
    <details className="how-cost" open={isCall && income.costBasis !== null}>
      <summary>{t('cost.title')}</summary>
      {isCall ? <OfCall option={option} income={income} /> : <OfPut option={option} income={income} />}
      <p className="how-footnote">
        {t('cost.note', { expiry: format.day(option.expiryDate) })}
        {isCall && income.costBasis === null && ` ${t('cost.noBasis')}`}
        {isCall &&
          income.costBasis !== null &&
          option.warnings.includes('under-100-shares') &&
          ` ${t('cost.toBuy', { price: format.stockPrice(income.chainPrice) })}`}
      </p>
    </details>
  )
}

function OfCall({ option, income }: { option: IncomeOption; income: Income }) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const { ifUnchanged, ifAssigned } = option.returns
  const { chainPrice, costBasis } = income
  const returned = (value: number | null | undefined) => (
    <td>
      {value == null ? <span aria-label={t('figure.notAvailable')}>{missing}</span> : format.percent(value)}
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
          <Case name={t('cost.unchanged')}>{t('cost.stays', { price: format.stockPrice(chainPrice) })}</Case>
          {returned(ifUnchanged.onPrice)}
          {returned(ifUnchanged.onBasis)}
        </tr>
        <tr>
          <Case name={t('cost.assigned')}>
            {t('cost.sold', { strike: strikeText(format, option.strike) })}
          </Case>
          {returned(ifAssigned?.onPrice)}
          {returned(ifAssigned?.onBasis)}
        </tr>
      </tbody>
    </table>
  )
}

function OfPut({ option, income }: { option: IncomeOption; income: Income }) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const { ifUnchanged, purchasePrice } = option.returns
  return (
    <table>
      <tbody>
        <tr>
          <Case name={t('cost.unchanged')}>
            {t('cost.stays', { price: format.stockPrice(income.chainPrice) })}
          </Case>
          <td>{t('cost.onStrike', { return: format.percent(ifUnchanged.onPrice) })}</td>
        </tr>
        <tr>
          <Case name={t('cost.assigned')}>
            {t('cost.bought', { strike: strikeText(format, option.strike) })}
          </Case>
          <td>{t('cost.purchase', { price: format.stockPrice(purchasePrice) })}</td>
        </tr>
      </tbody>
    </table>
  )
}

const Case = ({ name, children }: { name: string; children: ReactNode }) => (
  <th scope="row">
    {name} <small>{children}</small>
  </th>
)
