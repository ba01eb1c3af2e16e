import '#app/panels/how/card/table.css'
import { useTranslation } from 'react-i18next'
import { annualizedMark } from '#contract/annualized.ts'
import { sharesPerContract } from '#contract/conventions.ts'
import type { Income, IncomeOption } from '#contract/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { setLeg, setRiskProfile, setTimeframe, toggleCompare } from '#app/state/trade-choice.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { MethodButton } from '#app/panels/how/method.tsx'
import { strikeText } from '#app/panels/how/strike.ts'
import { useAnnualizedHidden } from '#app/panels/how/annualized.ts'

type Row = [label: string, value: (option: IncomeOption) => string]

/** The chosen contracts side by side, reward and risk in neighbouring rows. Loaded when it is first opened. */
export function CompareDialog({
  income,
  options,
  onClose,
}: {
  income: Income
  options: readonly IncomeOption[]
  onClose: () => void
}) {
  const app = useAppState()
  const { t } = useTranslation(['how', 'ticket'])
  const format = useFormat()
  const hidden = useAnnualizedHidden()
  const annualized: Row = [
    t('figure.annualized'),
    (option) => `${format.percent(option.annualizedReturn, 1)}${annualizedMark(option.daysUntilExpiry)}`,
  ]
  const rows: Row[] = [
    [t('compare.strategy'), (option) => t(option.legType === 'Call' ? 'call' : 'put')],
    [
      t('compare.expiry'),
      (option) => `${format.day(option.expiryDate)} · ${t('card.days', { count: option.daysUntilExpiry })}`,
    ],
    [
      t('figure.premium'),
      (option) =>
        t('figure.premiumValue', {
          share: format.money(option.premium),
          total: format.money(option.premium * sharesPerContract * option.contracts),
        }),
    ],
    [t('compare.bidAsk'), (option) => `${format.decimal(option.bid)} / ${format.decimal(option.ask)}`],
    [t('figure.return'), (option) => format.percent(option.return)],
    ...(hidden ? [] : [annualized]),
    [t('figure.probability'), (option) => format.probability(option.probability)],
    [t('compare.profit'), (option) => format.probability(option.probabilityOfProfit)],
    [t('figure.maxReward'), (option) => format.money(option.maxReward)],
    [t('figure.maxRisk'), (option) => format.money(option.maxRisk)],
    [t('compare.breakeven'), (option) => format.money(option.breakeven)],
    [
      t('compare.capital'),
      (option) =>
        option.legType === 'Call'
          ? t('compare.capitalCall', { shares: format.whole(option.contracts * sharesPerContract) })
          : t('compare.capitalPut', {
              cash: format.moneyRounded(option.strike * option.contracts * sharesPerContract),
            }),
    ],
    [t('details.delta'), (option) => format.decimal(option.delta)],
    [t('compare.score'), (option) => String(option.serviceScore)],
  ]
  const show = (option: IncomeOption) => {
    setLeg(app, option.legType === 'Call' ? 'call' : 'put')
    setTimeframe(app, option.timeframe)
    setRiskProfile(app, option.riskProfile)
    onClose()
  }
  return (
    <>
      <Dialog title={t('compare.title')} onClose={onClose} wide>
        {/* What scrolls must be reachable by keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <section className="how-compare" tabIndex={0} aria-label={t('compare.title')}>
          <table className="how-table">
            <thead>
              <tr>
                <th scope="col">{t('compare.contract')}</th>
                {options.map((option) => (
                  <th key={option.id} scope="col">
                    <bdi dir="ltr">
                      {income.underlying} {format.dayShort(option.expiryDate)}{' '}
                      {strikeText(format, option.strike)}{' '}
                      {t(option.legType === 'Call' ? 'ticket:call' : 'ticket:put')}
                    </bdi>
                    <div className="how-compare-actions">
                      <Button onClick={() => show(option)}>{t('compare.show')}</Button>
                      <Button
                        kind="quiet"
                        onClick={() => {
                          toggleCompare(app, { symbol: income.underlying, id: option.id })
                          if (options.length === 1) onClose()
                        }}
                      >
                        {t('compare.remove')}
                      </Button>
                    </div>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([label, value]) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {options.map((option) => (
                    <td key={option.id}>{value(option)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        {!hidden && options.some((option) => annualizedMark(option.daysUntilExpiry)) && (
          <p className="how-footnote">{t('annualizedNote')}</p>
        )}
        <p className="how-footnote">{t('ticket:assignment')}</p>
        <p className="how-footnote">{t('details.assumptions')}</p>
        <MethodButton />
      </Dialog>
    </>
  )
}
