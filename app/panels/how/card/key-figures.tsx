import type { ReactNode } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import { annualizedMark } from '#contract/responses/annualized.ts'
import { sharesPerContract } from '#contract/responses/conventions.ts'
import type { IncomeOption } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Popover } from '#app/ui/controls/popover.tsx'
import { MethodButton } from '#app/panels/how/method-button.tsx'
import { isAnnualizedHidden, useHost } from '#app/state/host.ts'

/**
 * Key figures of a contract: probabilities, returns, and risk as prominent as reward. Each label
 * opens its formula.
 *
 * @param withPremium shows the premium too, for cards without an order; otherwise the order shows
 *   it
 */
export function KeyFigures({ option, withPremium }: { option: IncomeOption; withPremium: boolean }) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const isCall = option.legType === 'Call'
  const footnoteMark = annualizedMark(option.daysUntilExpiry)
  const hidesAnnualized = useHost(isAnnualizedHidden)
  return (
    <>
      <div className="how-figures" role="group" aria-label={t('figure.label')}>
        <Probabilities option={option} />
        <dl className="how-figure-grid">
          {withPremium && (
            <Figure name={t('figure.premium')} formula={t('formula.premium')}>
              {format.money(option.premium * sharesPerContract * option.contracts)}
            </Figure>
          )}
          <Figure name={t('figure.return')} formula={t(isCall ? 'formula.returnCall' : 'formula.returnPut')}>
            {format.percent(option.return)}
          </Figure>
          {!hidesAnnualized && (
            <Figure name={`${t('figure.annualized')}${footnoteMark}`} formula={t('formula.annualized')}>
              {format.percent(option.annualizedReturn, 1)}
            </Figure>
          )}
          <Figure name={t('figure.breakeven')} formula={t('formula.breakeven')}>
            {format.money(option.breakeven)}
          </Figure>
          <Figure
            name={t('figure.maxReward')}
            formula={t(isCall ? 'formula.maxRewardCall' : 'formula.maxRewardPut')}
          >
            {format.money(option.maxReward)}
          </Figure>
          <Figure
            name={t('figure.maxRisk')}
            formula={t(isCall ? 'formula.maxRiskCall' : 'formula.maxRiskPut')}
          >
            {format.money(option.maxRisk)}
          </Figure>
          <AssignmentCost option={option} />
        </dl>
      </div>
      {footnoteMark && !hidesAnnualized && <p className="how-footnote">{t('annualizedNote')}</p>}
    </>
  )
}

/** The expected forgone rise of a call, or the expected cost of assignment of a put, and its share of the premium. */
function AssignmentCost({ option }: { option: IncomeOption }) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const name = option.legType === 'Call' ? 'forgoneRise' : 'assignmentCost'
  const { assignmentCost } = option.premiumParts
  return (
    <Figure name={t(`figure.${name}`)} formula={t(`formula.${name}`)}>
      {format.money(assignmentCost * sharesPerContract * option.contracts)}{' '}
      <small>{format.percent(assignmentCost / option.premium, 0)}</small>
    </Figure>
  )
}

/** Probabilities of expiring worthless and of profit, with the link to the method. */
function Probabilities({ option }: { option: IncomeOption }) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const isCall = option.legType === 'Call'
  return (
    <div className="how-odds">
      <dl>
        <div>
          <FormulaLabel name={t('figure.probability')}>
            <p>{t(isCall ? 'formula.keepShares' : 'formula.keepCash')}</p>
            <p>{t('formula.probability')}</p>
          </FormulaLabel>
          <dd>{format.probability(option.probability)}</dd>
        </div>
        <div>
          <FormulaLabel name={t('figure.profit')}>
            <p>{t('formula.profit', { breakeven: format.money(option.breakeven) })}</p>
          </FormulaLabel>
          <dd>{format.probability(option.probabilityOfProfit)}</dd>
        </div>
      </dl>
      <div className="how-method">
        <MethodButton />
      </div>
    </div>
  )
}

const Figure = ({ name, formula, children }: { name: string; formula: string; children: ReactNode }) => (
  <div>
    <FormulaLabel name={name}>
      <p>{formula}</p>
    </FormulaLabel>
    <dd>{children}</dd>
  </div>
)

/** Label of a figure, a button that opens the formula. */
const FormulaLabel = ({ name, children }: { name: string; children: ReactNode }) => (
  <dt>
    <Popover kind="link" label={name}>
      <div className="how-formula">
        <strong>{name}</strong>
        {children}
      </div>
    </Popover>
  </dt>
)
