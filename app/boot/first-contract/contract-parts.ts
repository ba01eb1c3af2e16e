/**
 * Which parts of the template of a contract's card (contract-template.tsx) a contract selects, and the values of its
 * placeholders. The build names the parts and replaces the values of its samples with the same functions as the
 * script that fills the template (paint-contract.ts).
 */
import { annualizedMark } from '#contract/responses/annualized.ts'
import { isSmallPremium, isWideSpread, sharesPerContract } from '#contract/responses/conventions.ts'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import {
  exchangeDay,
  exchangeDayShort,
  isNewYorkToday,
  newYorkDay,
  newYorkTime,
  percentDigits,
} from '#app/i18n/intl-format.ts'
import type { NumberFormats } from '#app/i18n/number-format.ts'
import { bandOf, ringDashes } from '#app/panels/how/card/score-band.ts'
import { sellerGreek } from '#app/panels/how/seller-greek.ts'
import { strikeText } from '#app/panels/how/strike.ts'
import { spreadOf } from '#app/state/latest-quote.ts'

/** The contract of the card, with its response. */
export type CardContent = { income: Income; option: IncomeOption }

/** Whether the spread of a contract is wide. */
export const isWide = (option: IncomeOption): boolean => isWideSpread(spreadOf(option))

/** Names of the chips of a contract's warnings, as in `useCardWarnings`. Those about shares held are not part of the template. */
const chipParts = ({ income, option }: CardContent): (string | false)[] => [
  option.impliedEvent
    ? 'implied-event'
    : option.warnings.includes('earnings-before-expiry') && 'earnings-before-expiry',
  option.warnings.includes('dividend-before-expiry') && 'dividend-before-expiry',
  isWide(option) && 'wide-spread',
  isSmallPremium(income.commission, option.bid) && 'small-premium',
]

/** Names of the parts that a contract has; the others are removed. */
export function contractParts(content: CardContent, locale: string, plurals: Intl.PluralRules): unknown[] {
  const { income, option } = content
  const chips = chipParts(content)
  return [
    `days ${plurals.select(option.daysUntilExpiry)}`,
    `time ${isNewYorkToday(locale, income.optionsAsOf)}`,
    `score ${bandOf(option)}`,
    chips.some(Boolean) && 'warnings',
    ...chips,
    annualizedMark(option.daysUntilExpiry) && 'footnote',
  ]
}

/** Values of the placeholders. Signs of currencies and percents are part of the template. */
export function contractValues(
  { income, option }: CardContent,
  format: NumberFormats,
): Readonly<Record<string, string | number>> {
  const { locale, decimal } = format
  const { optionsAsOf, underlying } = income
  const { premium, premiumParts, impliedEvent } = option
  const percent = (value: number, digits: number) => decimal(Number(`${value}e2`), digits)
  const { assignmentCost } = premiumParts
  return {
    symbol: underlying,
    id: option.id,
    warnings: option.warnings.join(' '),
    expiry: exchangeDay(locale, option.expiryDate),
    strike: strikeText(format, option.strike),
    days: option.daysUntilExpiry,
    delta: decimal(sellerGreek(option.delta)),
    // 0 means that there is no bid or ask.
    bid: decimal(option.bid || null),
    ask: decimal(option.ask || null),
    asOf: optionsAsOf!,
    asOfDay: newYorkDay(locale, optionsAsOf),
    asOfTime: newYorkTime(locale, optionsAsOf),
    score: option.serviceScore,
    dashes: ringDashes(option.serviceScore),
    probability: percent(option.probability, 0),
    profit: percent(option.probabilityOfProfit, 0),
    return: percent(option.return, percentDigits(option.return)),
    mark: annualizedMark(option.daysUntilExpiry),
    annualized: percent(option.annualizedReturn, 1),
    breakeven: decimal(option.breakeven),
    maxReward: decimal(option.maxReward),
    maxRisk: decimal(option.maxRisk),
    cost: decimal(assignmentCost * sharesPerContract),
    costShare: percent(assignmentCost / premium, 0),
    spread: percent(spreadOf(option) ?? 0, 0),
    commission: decimal(income.commission),
    commissionShare: percent(income.commission / (option.bid * sharesPerContract), 0),
    ...(impliedEvent && {
      eventDay: exchangeDayShort(locale, impliedEvent.until),
      move: percent(impliedEvent.move, 0),
    }),
  }
}
