import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { annualizedMark } from '#contract/responses/annualized.ts'
import { sharesPerContract } from '#contract/responses/conventions.ts'
import type { IncomeOption } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Popover } from '#app/ui/controls/popover.tsx'
import { MethodButton } from '#app/panels/how/method.tsx'
import { useAnnualizedHidden } from '#app/panels/how/annualized.ts'

/**
 * The figures of a contract: what is likely, what it yields, and risk as large as reward; each label opens the formula. The premium
 * is told by the order, `withPremium` where there is none.
 */
export function Figures({ option, withPremium }: { option: IncomeOption; withPremium: boolean }) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const call = option.legType === 'Call'
  const mark = annualizedMark(option.daysUntilExpiry)
  const hidden = useAnnualizedHidden()
  const label = (name: string, formula: ReactNode) => (
    <dt>
      <Popover kind="link" label={name}>
        <div className="how-formula">
          <strong>{name}</strong>
          {typeof formula === 'string' ? <p>{formula}</p> : formula}
        </div>
      </Popover>
    </dt>
  )
  const figure = (name: string, formula: string, value: string) => (
    <div>
      {label(name, formula)}
      <dd>{value}</dd>
    </div>
  )
  return (
    <>
      <dl className="how-figures" aria-label={t('figure.label')}>
        <div className="how-odds">
          {label(
            t(call ? 'figure.keepShares' : 'figure.keepCash'),
            <>
              <p>{t(call ? 'formula.keepShares' : 'formula.keepCash')}</p>
              <p>{t('formula.probability')}</p>
            </>,
          )}
          <dd>{format.probability(option.probability)}</dd>
          {label(t('figure.profit'), t('formula.profit', { breakeven: format.money(option.breakeven) }))}
          <dd>{format.probability(option.probabilityOfProfit)}</dd>
          <dd className="how-method">
            <MethodButton />
          </dd>
        </div>
        {withPremium &&
          figure(
            t('figure.premium'),
            t('formula.premium'),
            format.money(option.premium * sharesPerContract * option.contracts),
          )}
        {figure(
          t('figure.return'),
          t(call ? 'formula.returnCall' : 'formula.returnPut'),
          format.percent(option.return),
        )}
        {!hidden &&
          figure(
            `${t('figure.annualized')}${mark}`,
            t('formula.annualized'),
            format.percent(option.annualizedReturn, 1),
          )}
        {figure(t('figure.breakeven'), t('formula.breakeven'), format.money(option.breakeven))}
        {figure(
          t('figure.maxReward'),
          t(call ? 'formula.maxRewardCall' : 'formula.maxRewardPut'),
          format.money(option.maxReward),
        )}
        {figure(
          t('figure.maxRisk'),
          t(call ? 'formula.maxRiskCall' : 'formula.maxRiskPut'),
          format.money(option.maxRisk),
        )}
      </dl>
      {mark && !hidden && <p className="how-footnote">{t('annualizedNote')}</p>}
    </>
  )
}
