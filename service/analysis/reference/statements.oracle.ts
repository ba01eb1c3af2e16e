/**
 * Valid statements about a trade and their ratings: the bands of the checklist and the data required for each
 * statement, independent of the code.
 */
import type { ChecklistItem, IncomeOption } from '#contract/responses/income.ts'
import type { Tone, Trend, Why } from '#contract/responses/resources.ts'
import type { Contract, Earnings } from '#service/markets/market.ts'

/** A trade and the known facts about it. */
export type Stated = {
  readonly option: IncomeOption
  readonly contract: Contract
  readonly earnings: Earnings | null
  readonly why: Why
  readonly tone: Tone
}

type Severity = ChecklistItem['severity']

/** Good from the first bound on, Neutral from the second, else Bad. */
const fromAbove = (value: number, [goodFrom, neutral]: readonly [number, number]): Severity =>
  value >= goodFrom ? 'Good' : value >= neutral ? 'Neutral' : 'Bad'

export const itemOf = ({ option }: Stated, name: ChecklistItem['name']): ChecklistItem => {
  const item = option.checklist.find((candidate) => candidate.name === name)
  if (!item) throw new Error(`${option.id} has no ${name}`)
  return item
}

const byTrend = (trend: Trend | null): Severity =>
  trend && ({ Bullish: 'Good', Neutral: 'Neutral', Bearish: 'Bad' } as const)[trend.sentimentInterpretation]

/** The trend over the life of a trade: the month's under sixty days. */
const trendFor = (days: number, { oneMonthTrend, sixMonthTrend }: Why | Tone): Trend | null =>
  days < 60 ? oneMonthTrend : sixMonthTrend

/** Whether a report comes before the expiry; undefined on the day itself, which depends on the hour. */
export const reportsBefore = ({ earnings, contract }: Stated): boolean | undefined =>
  earnings === null || earnings.day > contract.expiry ? false : earnings.day < contract.expiry || undefined

/**
 * Expected rating of each item; undefined if the definition leaves it open. Dividends are separate: they
 * depend on the known facts.
 */
export const severities = (trade: Stated): Partial<Record<ChecklistItem['name'], Severity>> => {
  const { option, contract, earnings, why, tone } = trade
  // Two cents on twenty are a tenth, despite binary fractions.
  const spread = Number(((contract.ask - contract.bid) / ((contract.ask + contract.bid) / 2)).toFixed(9))
  const isReportBefore = reportsBefore(trade)
  const rank = why.impliedVolatilityRank
  return {
    ProbabilityOfProfit: fromAbove(
      Number(itemOf(trade, 'ProbabilityOfProfit').sentenceMessage.params['probability']),
      [0.75, 0.55],
    ),
    AnnualizedReturn: fromAbove(option.annualizedReturn, [0.05, 0.02]),
    Liquidity: spread < 0.05 ? 'Good' : spread < 0.1 ? 'Neutral' : 'Bad',
    Score: fromAbove(option.serviceScore, [100, 80]),
    StockTrend: byTrend(trendFor(option.daysUntilExpiry, why)),
    MarketTrend: byTrend(trendFor(option.daysUntilExpiry, tone)),
    ImpliedVolatility: rank === null ? null : fromAbove(rank, [50, 20]),
    ...(isReportBefore === undefined
      ? {}
      : { Earnings: earnings !== null && !isReportBefore ? 'Good' : 'Neutral' }),
  }
}

const dollars = (value: number): string =>
  `${value < 0 ? '\u2212' : ''}$${Math.abs(value)
    .toFixed(2)
    .replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',')}`
/** Rounds halves up, despite binary fractions. */
const percent = (value: number, digits: number): string => `${(value * 100 + 1e-9).toFixed(digits)}%`

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
export const dayText = (day: string): string =>
  `${months[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8))}, ${day.slice(0, 4)}`

/** Figures that the trade's sentence must contain, as written in English. */
export const plainFigures = ({ option, contract }: Stated): string[] => [
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

/** The first percentage of a sentence, and whether it is marked as slightly less. */
const printed = /(just under )?(\d+(?:\.\d+)?)%/

/** The rating that the sentence's percentage suggests; undefined without one. */
export const severityAsRead = ({ name, sentence }: ChecklistItem): Severity | undefined => {
  const match = printed.exec(sentence)
  if (!match) return undefined
  const value = Number(match[2]) / 100 - (match[1] ? 1e-6 : 0)
  if (name === 'ProbabilityOfProfit') return fromAbove(value, [0.75, 0.55])
  if (name === 'AnnualizedReturn') return fromAbove(value, [0.05, 0.02])
  if (name === 'Liquidity') return value < 0.05 ? 'Good' : value < 0.1 ? 'Neutral' : 'Bad'
  return undefined
}
