/**
 * Card of a roll, in place of the card of the option that it sells: the net credit first, and the figures of the
 * position after the roll.
 */
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import { type ChosenRoll, useUncoveredShares } from '#app/api/rolled-position.ts'
import { useFormat } from '#app/i18n/format.ts'
import { contractText } from '#app/ui/price/open-option.tsx'
import { CardFrame } from '#app/panels/how/card/card-frame.tsx'
import { useCardWarnings } from '#app/panels/how/card/warnings.tsx'
import { MethodButton } from '#app/panels/how/method-button.tsx'
import { PayoffChart } from '#app/panels/how/payoff/payoff-chart.tsx'
import { RolledFigureList } from './rolled-figures.tsx'
import { UncoveredWarning } from './uncovered-warning.tsx'

type Props = {
  income: Income
  /** The option that the roll sells. */
  option: IncomeOption
  /** Stock price that the figures were computed with, dollars per share. */
  computedPrice: number
  chosen: ChosenRoll
}

export function RollCard({ income, option, computedPrice, chosen }: Props) {
  const { t } = useTranslation(['holdings', 'how', 'ticket'])
  const format = useFormat()
  const { openId, roll, target, position } = chosen
  const { contracts, shares, breakeven } = position
  const isCall = roll.legType === 'Call'
  const isCovered = useUncoveredShares(income.underlying) === 0 || !isCall
  const warnings = useCardWarnings(income, option).filter(({ name }) => name !== 'under-100-shares')
  return (
    <CardFrame
      symbol={income.underlying}
      option={option}
      title={t('rolled.title', {
        contracts: format.whole(contracts),
        symbol: income.underlying,
        open: contractText(t, format, openId),
        target: `${format.day(target.expiryDate)} ${format.decimal(target.strike, Number.isInteger(target.strike) ? 0 : 2)} ${t(`type.${roll.legType}`)}`,
      })}
      warnings={warnings}
      banner={null}
      meta={<NetText position={position} />}
    >
      <div className="how-card-main">
        <div>
          {isCall && <UncoveredWarning symbol={income.underlying} />}
          <RolledFigureList
            roll={roll}
            position={position}
            days={target.daysUntilExpiry}
            isCovered={isCovered}
          />
          {isCovered && (
            <p className="how-footnote">
              {t('rolled.formula')} {isCall && t('rolled.freed', { shares: format.whole(shares) })}
            </p>
          )}
          <p className="how-footnote">
            {t('how:figure.probability')} {format.probability(target.probability)} <MethodButton />
          </p>
        </div>
        {breakeven !== null && (
          <PayoffChart
            symbol={income.underlying}
            option={{ ...option, contracts, breakeven }}
            stockPrice={computedPrice}
            costBasis={roll.costBasis}
          />
        )}
      </div>
      <p className="how-footnote">{t('ticket:assignment')}</p>
    </CardFrame>
  )
}

/** The net credit or cost of the roll, per share and in all. */
function NetText({ position: { netPerShare, net } }: { position: ChosenRoll['position'] }) {
  const { t } = useTranslation('holdings')
  const format = useFormat()
  const key = net > 0 ? 'rolled.credit' : net < 0 ? 'rolled.cost' : 'rolled.even'
  return (
    <p className="roll-net">
      <strong>
        {t(key, { price: format.money(Math.abs(netPerShare)), total: format.money(Math.abs(net)) })}
      </strong>
    </p>
  )
}
