import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { IncomeOption } from '#contract/resources.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Popover } from '#app/ui/popover.tsx'
import { sharesPerContract } from './payoff.ts'

/** Below this many days an annualised figure carries its footnote. */
export const annualizedFrom = 60

/** The six figures of a contract, risk as large as reward; each label opens the formula. */
export function Figures({ option }: { option: IncomeOption }) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const call = option.legType === 'Call'
  const total = option.premium * sharesPerContract * option.contracts
  const noted = option.daysUntilExpiry < annualizedFrom
  const figure = (label: string, formula: string, value: ReactNode, unit?: ReactNode) => (
    <div>
      <dt>
        <Popover kind="link" label={label}>
          <div className="how-formula">
            <strong>{label}</strong>
            <p>{formula}</p>
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
        {figure(
          `${t('figure.annualized')}${noted ? '*' : ''}`,
          t('formula.annualized'),
          format.percent(option.annualizedReturn, 1),
        )}
        {figure(t('figure.probability'), t('formula.probability'), format.probability(option.probability))}
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
      {noted && <p className="how-footnote">{t('annualizedNote')}</p>}
    </>
  )
}
