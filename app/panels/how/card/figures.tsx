import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { annualizedMark } from '#contract/annualized.ts'
import { sharesPerContract } from '#contract/conventions.ts'
import type { IncomeOption } from '#contract/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Popover } from '#app/ui/popover.tsx'
import { MethodButton } from '#app/panels/how/method.tsx'
import { useAnnualizedHidden } from '#app/panels/how/annualized.ts'

/** The six figures of a contract, risk as large as reward; each label opens the formula. */
export function Figures({ option }: { option: IncomeOption }) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const call = option.legType === 'Call'
  const total = option.premium * sharesPerContract * option.contracts
  const mark = annualizedMark(option.daysUntilExpiry)
  const hidden = useAnnualizedHidden()
  const figure = (label: string, formula: ReactNode, value: ReactNode, unit?: ReactNode) => (
    <div>
      <dt>
        <Popover kind="link" label={label}>
          <div className="how-formula">
            <strong>{label}</strong>
            {typeof formula === 'string' ? <p>{formula}</p> : formula}
          </div>
        </Popover>
      </dt>
      <dd>
        {value} {unit && <small>{unit}</small>}
      </dd>
    </div>
  )
  return (
    <>
      <dl className="how-figures" aria-label={t('figure.label')}>
        {figure(
          t('figure.premium'),
          t('formula.premium'),
          format.money(total),
          t('figure.perShare', { price: format.money(option.premium) }),
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
        {figure(
          t('figure.probability'),
          <>
            <p>{t('formula.probability')}</p>
            <p>{t('formula.profit', { breakeven: format.money(option.breakeven) })}</p>
            <MethodButton />
          </>,
          format.probability(option.probability),
          t('figure.profit', { probability: format.probability(option.probabilityOfProfit) }),
        )}
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
