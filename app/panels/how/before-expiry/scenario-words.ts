/** What is said of a moment before expiry: its day, its volatility, and what is gained or lost at a price. */
import { useTranslation } from 'react-i18next'
import type { Scenario } from '#contract/responses/scenario.ts'
import { useFormat } from '#app/i18n/format.ts'
import { cents, profitAt } from '#app/panels/how/payoff/payoff.ts'
import { dayBefore } from './slider-ranges.ts'
import { type Position, profitOf } from './position.ts'
import type { Moment } from './values.ts'

export type ScenarioWords = {
  /** Dec 16. */
  date: string
  /** 30 days left, Dec 16. */
  days: string
  /** IV +5 points, 32 %. */
  volatility: string
  /** What comes of it at expiry, at a price in dollars per share. */
  atExpiry: (price: number) => string
  /** What would come of it at the moment. */
  chosenAt: (price: number) => string
}

export function useScenarioWords(scenario: Scenario, position: Position, moment: Moment): ScenarioWords {
  const { t } = useTranslation('scenario')
  const format = useFormat()
  const { prices, expiryDate, impliedVolatility } = scenario
  const { daysLeft, shift } = moment
  const date = format.dayShort(dayBefore(expiryDate, daysLeft))
  const volatility = format.percent(impliedVolatility === null ? null : impliedVolatility + shift / 100, 0)
  const points = format.points(shift)
  const result = (profit: number, amount: string) =>
    t(profit > 0 ? 'result.profit' : profit < 0 ? 'result.loss' : 'result.even', { amount })
  const atExpiry = (price: number): string => {
    const profit = cents(profitAt(position, price))
    const amount = Math.abs(profit)
    return t('atExpiry', {
      price: format.money(price),
      result: result(profit, amount % 1 ? format.money(amount) : format.moneyRounded(amount)),
    })
  }
  const chosenAt = (price: number): string => {
    if (daysLeft === 0) return atExpiry(price)
    const worked = profitOf(position, scenario, moment, price)
    if (worked === null)
      return t('outside', { low: format.money(prices[0]), high: format.money(prices.at(-1)) })
    // To the dollar: a value between two that were worked out is no better than that.
    const profit = Math.round(worked)
    return t('then', {
      date,
      price: format.money(price),
      volatility,
      result: result(profit, format.moneyRounded(Math.abs(profit))),
    })
  }
  return {
    date,
    days: daysLeft === 0 ? t('daysNone', { date }) : t('days', { count: daysLeft, date }),
    volatility: shift === 0 ? t('unshifted', { volatility }) : t('shifted', { points, volatility }),
    atExpiry,
    chosenAt,
  }
}
