/**
 * Expected statements about a trade: the severities of the checklist, their bands, and the numbers
 * in sentences. Independent of the code under test.
 */
import type { ChecklistItem, IncomeOption } from '#contract/responses/income.ts'
import type { Tone, Trend, Why } from '#contract/responses/resources.ts'
import type { Contract, Earnings } from '#service/markets/market.ts'

/** A trade and the facts on which statements about it are based. */
export type StatedTrade = {
  readonly option: IncomeOption
  readonly contract: Contract
  readonly earnings: Earnings | null
  readonly why: Why
  readonly tone: Tone
}

type Severity = ChecklistItem['severity']

/** Good from the first minimum on, Neutral from the second, otherwise Bad. */
const severityByMinimum = (
  value: number,
  [goodMinimum, neutralMinimum]: readonly [number, number],
): Severity => (value >= goodMinimum ? 'Good' : value >= neutralMinimum ? 'Neutral' : 'Bad')

/** The same for a value with a standard error: Good and Bad only if the error does not reach the other side of the minimum. */
const severityWithError = (value: number, error: number, minimums: readonly [number, number]): Severity => {
  // Rounding removes the error of binary fractions.
  const atDistance = (distance: number) => severityByMinimum(Number((value + distance).toFixed(9)), minimums)
  const severity = atDistance(0)
  if (severity === 'Good') return atDistance(-error) === 'Good' ? 'Good' : 'Neutral'
  if (severity === 'Bad') return atDistance(error) === 'Bad' ? 'Bad' : 'Neutral'
  return 'Neutral'
}

/** Returns the checklist item of a trade; throws if there is none. */
export const itemOf = ({ option }: StatedTrade, name: ChecklistItem['name']): ChecklistItem => {
  const item = option.checklist.find((candidate) => candidate.name === name)
  if (!item) throw new Error(`the checklist of ${option.id} has no item ${name}`)
  return item
}

const severityOfTrend = (trend: Trend | null): Severity =>
  trend && ({ Bullish: 'Good', Neutral: 'Neutral', Bearish: 'Bad' } as const)[trend.sentimentInterpretation]

/**
 * The trend for a trade: the one-month trend under 60 days to expiry, otherwise the six-month
 * trend.
 */
const trendFor = (days: number, { oneMonthTrend, sixMonthTrend }: Why | Tone): Trend | null =>
  days < 60 ? oneMonthTrend : sixMonthTrend

/**
 * Whether earnings are reported before the expiry; `undefined` on the day of expiry, which depends
 * on the hour.
 */
export const hasReportBeforeExpiry = ({ earnings, contract }: StatedTrade): boolean | undefined =>
  earnings === null || earnings.day > contract.expiry ? false : earnings.day < contract.expiry || undefined

/** Whether a report is known, and if its day is estimated, at least 11 days after the expiry. */
const isClearOfEstimate = ({ earnings, contract }: StatedTrade): boolean =>
  earnings !== null &&
  (!earnings.estimated || Date.parse(earnings.day) - Date.parse(contract.expiry) > 10 * 86_400_000)

/**
 * Expected severity of each item. Omits items that the definition does not determine, and
 * `Dividend`, which has its own tests.
 */
export const expectedSeverities = (trade: StatedTrade): Partial<Record<ChecklistItem['name'], Severity>> => {
  const { option, contract, why, tone } = trade
  // Rounding removes the error of binary fractions: a spread of two cents on a mid of twenty is exactly a tenth.
  const spread = Number(((contract.ask - contract.bid) / ((contract.ask + contract.bid) / 2)).toFixed(9))
  const isReportBefore = hasReportBeforeExpiry(trade)
  const rank = why.impliedVolatilityRank
  return {
    ProbabilityOfProfit: severityWithError(
      Number(itemOf(trade, 'ProbabilityOfProfit').sentenceMessage.params['probability']),
      option.probabilityError,
      [0.75, 0.55],
    ),
    AnnualizedReturn: severityByMinimum(option.annualizedReturn, [0.05, 0.02]),
    Liquidity: spread < 0.05 ? 'Good' : spread < 0.15 ? 'Neutral' : 'Bad',
    Score: severityWithError(option.serviceScore, option.scoreError, [100, 80]),
    StockTrend: severityOfTrend(trendFor(option.daysUntilExpiry, why)),
    MarketTrend: severityOfTrend(trendFor(option.daysUntilExpiry, tone)),
    ImpliedVolatility: rank === null ? null : severityByMinimum(rank, [50, 20]),
    ...(isReportBefore === undefined
      ? {}
      : {
          Earnings:
            isReportBefore || trade.option.impliedEvent || !isClearOfEstimate(trade) ? 'Neutral' : 'Good',
        }),
  }
}

/** Formats an amount as sentences print it. */
const dollars = (value: number): string =>
  `${value < 0 ? '\u2212' : ''}$${Math.abs(value)
    .toFixed(2)
    .replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',')}`
/** Formats a percentage. Halves are rounded up, even if their binary fraction is slightly lower. */
const percent = (value: number, digits: number): string => `${(value * 100 + 1e-9).toFixed(digits)}%`

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
/** Formats a day as sentences print it, such as "Aug 21, 2026". */
export const dayText = (day: string): string =>
  `${months[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8))}, ${day.slice(0, 4)}`

/** Returns the figures that the sentence about a trade must contain, in English format. */
export const expectedFigures = ({ option, contract }: StatedTrade): string[] => [
  `${option.contracts} `,
  dayText(option.expiryDate),
  dollars(option.strike),
  dollars(option.premium),
  percent(option.return, 2),
  `${option.daysUntilExpiry} days`,
  dollars(option.breakeven),
  dollars(option.maxRisk),
  ...(contract.right === 'put' ? [dollars(option.strike * 100 * option.contracts)] : []),
  option.probability > 0.99 ? '>99%' : option.probability < 0.01 ? '<1%' : percent(option.probability, 0),
]

/** Matches the first percentage of a sentence, and "just under" before it. */
const percentagePattern = /(just under )?(\d+(?:\.\d+)?)%/

/** Matches a percentage, its standard error and the threshold between them. */
const uncertainPattern = /([\d.]+)% with a standard error of ([\d.]+)%: not clearly above or below ([\d.]+)%/

/**
 * The severity that the percentage in the sentence suggests; `undefined` without a percentage or
 * band.
 */
export const severityOfSentence = ({ name, sentence }: ChecklistItem): Severity | undefined => {
  const match = percentagePattern.exec(sentence)
  if (!match) return undefined
  const [, figure, error, limit] = (uncertainPattern.exec(sentence) ?? []).map(Number)
  if (figure !== undefined)
    return Math.abs(figure - limit!) <= error! + 1e-9 ? 'Neutral' : figure > limit! ? 'Good' : 'Bad'
  const value = Number(match[2]) / 100 - (match[1] ? 1e-6 : 0)
  if (name === 'ProbabilityOfProfit') return severityByMinimum(value, [0.75, 0.55])
  if (name === 'AnnualizedReturn') return severityByMinimum(value, [0.05, 0.02])
  if (name === 'Liquidity') return value < 0.05 ? 'Good' : value < 0.15 ? 'Neutral' : 'Bad'
  return undefined
}
