/** Texts about the chosen day and volatility, and about the profit or loss at a price. */
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { Scenario } from '#contract/responses/scenario.ts'
import { useFormat } from '#app/i18n/format.ts'
import { roundToHundredths, profitAtExpiry } from '#app/panels/how/payoff/payoff.ts'
import { dayBefore } from './slider-ranges.ts'
import { type SoldPosition, profitAtPoint } from './profit-curve.ts'
import type { ValuationPoint } from './values.ts'

export type ScenarioTexts = {
  /** Such as "Dec 16". */
  date: string
  /** Such as "30 days left, Dec 16". */
  days: string
  /** Such as "IV +5 points, 32 %". */
  volatility: string
  /** Returns the profit or loss at expiry, for a price of the underlying in dollars per share. */
  atExpiry: (price: number) => string
  /** Returns the profit or loss on the chosen day at the chosen volatility. */
  chosenAt: (price: number) => string
}

export function useScenarioTexts(
  scenario: Scenario,
  position: SoldPosition,
  point: ValuationPoint,
): ScenarioTexts {
  const { t } = useTranslation('scenario')
  const format = useFormat()
  const { prices, expiryDate, impliedVolatility } = scenario
  const { daysLeft, shift } = point
  const date = format.dayShort(dayBefore(expiryDate, daysLeft))
  const volatility = format.percent(impliedVolatility === null ? null : impliedVolatility + shift / 100, 0)
  const shiftText = format.points(shift)
  const resultText = (profit: number, amount: string) =>
    t(profit > 0 ? 'result.profit' : profit < 0 ? 'result.loss' : 'result.even', { amount })
  const atExpiry = (price: number): string => {
    const profit = roundToHundredths(profitAtExpiry(position, price))
    const amount = Math.abs(profit)
    return t('atExpiry', {
      price: format.money(price),
      result: resultText(profit, amount % 1 ? format.money(amount) : format.moneyRounded(amount)),
    })
  }
  const chosenAt = (price: number): string => {
    if (daysLeft === 0) return atExpiry(price)
    const interpolated = profitAtPoint(position, scenario, point, price)
    if (interpolated === null)
      return t('outside', { low: format.money(prices[0]), high: format.money(prices.at(-1)) })
    // Interpolated values are not precise to the cent.
    const profit = Math.round(interpolated)
    return t('then', {
      date,
      price: format.money(price),
      volatility,
      result: resultText(profit, format.moneyRounded(Math.abs(profit))),
    })
  }
  return {
    date,
    days: daysLeft === 0 ? t('daysNone', { date }) : t('days', { count: daysLeft, date }),
    volatility:
      shift === 0 ? t('unshifted', { volatility }) : t('shifted', { points: shiftText, volatility }),
    atExpiry,
    chosenAt,
  }
}
