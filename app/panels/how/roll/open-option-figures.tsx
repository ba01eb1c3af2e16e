/** Figures of an open option, and notes about the risk of its assignment. */
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { OpenOption } from '#contract/bridge/holdings.ts'
import type { Roll } from '#contract/responses/roll.ts'
import { sharesPerContract } from '#contract/responses/conventions.ts'
import { useShareBalance } from '#app/api/rolled-position.ts'
import { useFormat } from '#app/i18n/format.ts'
import { positionProfit } from '#app/state/order/position-profit.ts'
import { useFigureReason } from '#app/ui/price/figure-reason.ts'
import { Unknown } from '#app/ui/unknown.tsx'
import { Figure } from './figure.tsx'

export function OpenOptionFigures({ roll, option }: { roll: Roll; option: OpenOption }) {
  const { t } = useTranslation('holdings')
  const format = useFormat()
  const { daysUntilExpiry, probability, profitShare, profitKept } = roll
  const totalText = (perShare: number) =>
    t('roll.total', { amount: format.money(perShare * option.quantity * sharesPerContract) })
  const amountOrReason = (value: number | null, field: string) =>
    value === null ? (
      <Unknown of={roll} field={field} />
    ) : (
      <>
        <bdi>{format.money(value)}</bdi>
        <small>{totalText(value)}</small>
      </>
    )
  return (
    <dl className="roll-figures">
      <Figure label={t('roll.costToClose')}>{amountOrReason(roll.costToClose, 'costToClose')}</Figure>
      <Figure label={t(profitKept !== null && profitKept < 0 ? 'roll.closingLoss' : 'roll.profitKept')}>
        {profitKept === null || profitShare === null ? (
          <Unknown of={roll} field="profitKept" />
        ) : (
          <>
            <bdi>{format.money(Math.abs(profitKept))}</bdi>
            <small>
              <bdi>{format.percent(Math.abs(profitShare), 0)}</bdi> · {totalText(Math.abs(profitKept))}
            </small>
          </>
        )}
      </Figure>
      <PositionProfit roll={roll} option={option} />
      <Figure label={t('roll.timeValue')}>{amountOrReason(roll.timeValue, 'timeValue')}</Figure>
      <Figure label={t('roll.expires')}>
        {daysUntilExpiry === 0 ? t('roll.today') : t('roll.inDays', { count: daysUntilExpiry })}
      </Figure>
      <Figure label={t('roll.worthless')}>
        {probability !== null ? (
          <bdi>{format.probability(probability)}</bdi>
        ) : daysUntilExpiry === 0 ? (
          format.probability(null)
        ) : (
          <Unknown of={roll} field="probability" />
        )}
      </Figure>
      <Figure label={t('roll.dividend')}>
        <Dividend roll={roll} />
      </Figure>
    </dl>
  )
}

/** Profit of the option and its shares, or the reason why it is unknown, as on the board of holdings. */
function PositionProfit({ roll, option }: { roll: Roll; option: OpenOption }) {
  const { t } = useTranslation('holdings')
  const format = useFormat()
  const reasonOf = useFigureReason()
  const profit = positionProfit(roll, option, useShareBalance(roll.underlying))
  if (profit.value === null)
    return (
      <Figure label={t('roll.positionProfit')}>
        <span className="unknown">{reasonOf(profit.reason)}</span>
      </Figure>
    )
  return (
    <Figure label={t(profit.value < 0 ? 'roll.positionLoss' : 'roll.positionProfit')}>
      <bdi>{format.money(Math.abs(profit.value))}</bdi>
      {roll.legType === 'Call' && <small>{t('roll.positionParts')}</small>}
    </Figure>
  )
}

function Dividend({ roll }: { roll: Roll }) {
  const { t } = useTranslation('holdings')
  const format = useFormat()
  const { dividend } = roll
  if (!dividend)
    return roll.unknown.some(({ field }) => field === 'dividend') ? (
      <Unknown of={roll} field="dividend" />
    ) : (
      t('roll.dividendNone')
    )
  const amount = format.money(dividend.amount)
  return dividend.exDate === null
    ? t('roll.dividendImplied', { amount })
    : t('roll.dividendOn', { amount, day: format.dayShort(dividend.exDate) })
}

/** Note about the risk of early assignment and its causes, or about the moneyness of the option. */
export function AssignmentNote({ roll: { assignment, chainPrice } }: { roll: Roll }) {
  const { t } = useTranslation('holdings')
  const format = useFormat()
  const { isInTheMoney, isNear, causes } = assignment
  const price = format.stockPrice(chainPrice)
  if (isNear)
    return (
      <p className="roll-warning">
        {t('roll.near', { causes: format.list(causes.map((cause) => t(`cause.${cause}`))) })}
      </p>
    )
  if (!isInTheMoney) return <p className="roll-note">{t('roll.outOfTheMoney', { price })}</p>
  return <p className="roll-note">{t(isNear === null ? 'roll.nearUnknown' : 'roll.inTheMoney', { price })}</p>
}
