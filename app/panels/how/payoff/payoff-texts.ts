/** Texts of the payoff diagram: its caption, and the profit or loss at a price. */
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { IncomeOption } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { priceAtSigma, roundToHundredths, profitAtExpiry } from './payoff.ts'

/**
 * Returns the caption, the texts of the shaded ranges of one and two standard deviations with a sentence
 * about them, and a function that describes the profit or loss at a price in dollars per share.
 */
export function usePayoffTexts(
  symbol: string,
  option: IncomeOption,
): {
  caption: string
  sigmas: readonly string[]
  shading: string
  readoutAt: (price: number) => string
} {
  const { t } = useTranslation('how')
  const format = useFormat()
  const money = (dollars: number) => (dollars % 1 ? format.money(dollars) : format.moneyRounded(dollars))
  const reward = roundToHundredths(profitAtExpiry(option, option.strike))
  const contract = { symbol, strike: money(option.strike), date: format.dayShort(option.expiryDate) }
  const caption =
    reward <= 0
      ? t('payoff.captionLoss', { ...contract, loss: money(-reward) })
      : t(option.legType === 'Call' ? 'payoff.captionCall' : 'payoff.captionPut', {
          ...contract,
          reward: money(reward),
          breakeven: format.money(option.breakeven),
        })
  const readoutAt = (price: number) => {
    const profit = roundToHundredths(profitAtExpiry(option, price))
    return t(profit > 0 ? 'payoff.profit' : profit < 0 ? 'payoff.loss' : 'payoff.even', {
      price: format.money(price),
      amount: money(Math.abs(profit)),
    })
  }
  const priceAt = (sigmas: number): string => {
    const price = priceAtSigma(option.expectedMove, sigmas)
    return price < 20 ? format.money(price) : format.moneyRounded(price)
  }
  const ranges = { low: priceAt(-1), high: priceAt(1), lowest: priceAt(-2), highest: priceAt(2) }
  const sigmas = [t('payoff.oneSigma', ranges), t('payoff.twoSigma', ranges)]
  return { caption, sigmas, shading: t('payoff.shading', ranges), readoutAt }
}
