import { useTranslation } from '#app/i18n/use-translation.ts'
import type { IncomeOption } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'

/** Standard errors below these are displayed as these, because no figure is certain. */
const minDisplayed = { probability: 0.001, dollars: 0.01, score: 0.1 }

/** Probabilities, fair value and score of a contract, each with its standard error. */
export function Certainty({ option }: { option: IncomeOption }) {
  const { t } = useTranslation('how')
  const format = useFormat()
  const probabilityError = (error: number) => format.percent(Math.max(minDisplayed.probability, error), 1)
  const figures: readonly [name: string, value: string, error: string][] = [
    [
      t('figure.probability'),
      format.percent(option.probability, 1),
      probabilityError(option.probabilityError),
    ],
    [
      t('figure.profit'),
      format.percent(option.probabilityOfProfit, 1),
      probabilityError(option.probabilityOfProfitError),
    ],
    [
      t('details.fair'),
      format.money(option.fairValue),
      format.money(Math.max(minDisplayed.dollars, option.fairValueError)),
    ],
    [
      t('compare.score'),
      format.whole(option.serviceScore),
      format.number(Math.max(minDisplayed.score, option.scoreError)),
    ],
  ]
  return (
    <>
      <h4>{t('details.certainty')}</h4>
      <dl className="how-pairs">
        {figures.map(([name, value, error]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value} <small>± {error}</small>
            </dd>
          </div>
        ))}
      </dl>
      <p className="how-footnote">{t('details.certaintyNote')}</p>
    </>
  )
}
