/**
 * Generates docs/rules.md: how often each rule fired, the returns after it, and how an idea's
 * strength is computed.
 */
import { config } from '#service/analysis/config.ts'
import type { CandidateOutcome } from './outcomes.ts'

export type RulesPageInput = {
  readonly rules: readonly CandidateOutcome[]
  readonly variants: readonly CandidateOutcome[]
  /** Firings of any rule of a side; each symbol counts once a day. */
  readonly sides: readonly CandidateOutcome[]
  readonly symbolCount: number
  /** Number of symbols whose bars are too few or invalid. */
  readonly rejectedCount: number
  readonly symbolDays: number
  /** Sessions of a forward return. */
  readonly horizon: number
  /** First and last day, ISO 8601. */
  readonly from: string
  readonly to: string
}

const formatPercent = (value: number): string =>
  Number.isFinite(value) ? `${value < 0 ? '−' : '+'}${Math.abs(value * 100).toFixed(2)} %` : '–'
const formatCount = (value: number): string => value.toLocaleString('en')

const headings = ['rule', 'side', 'fired', 'per 1,000', 'n', 'return', 'excess', '± error', 'right']

const cellsOf = ({ candidate, outcome }: CandidateOutcome, symbolDays: number): string[] => [
  candidate.name,
  candidate.side.toLowerCase(),
  formatCount(outcome.firings),
  ((outcome.firings / symbolDays) * 1000).toFixed(2),
  formatCount(outcome.knownReturns),
  formatPercent(outcome.meanReturn),
  formatPercent(outcome.meanExcess),
  Number.isFinite(outcome.standardError) ? `${(outcome.standardError * 100).toFixed(2)} %` : '–',
  Number.isFinite(outcome.hitRate) ? `${Math.round(outcome.hitRate * 100)} %` : '–',
]

const tableOf = (rows: readonly CandidateOutcome[], symbolDays: number): string => {
  const lines = [headings, ...rows.map((row) => cellsOf(row, symbolDays))]
  const widths = headings.map((_, column) => Math.max(3, ...lines.map((cells) => cells[column]!.length)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => (column < 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join(' | ')} |`
  const rule = `| ${widths.map((width, column) => (column < 2 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [line(headings), rule, ...lines.slice(1).map(line)].join('\n')
}

/** The page in Markdown. */
export const rulesPage = (input: RulesPageInput): string => {
  const { symbolDays, horizon } = input
  const { weights, liquidity, income } = config.strength
  const { sessions, decay, againstMarket, minWeight, minWeightNotLiquid } = config.ideas
  return `# Rules and the strength of an idea

Written by \`npm run bench:rules\`: the tables are measurements, not claims.

## How often each rule fired, and the returns after it

${formatCount(input.symbolCount)} US stocks (${input.rejectedCount} more have too few or invalid bars), on every session from ${input.from} to ${input.to}
on which the six-month trend is known: ${formatCount(symbolDays)} symbol-days. The columns:

- \`fired\`: number of firings. \`per 1,000\`: firings per 1,000 symbol-days.
- \`n\`: firings whose next ${horizon} sessions are over. The other columns are about these.
- \`return\`: mean change of the close over those ${horizon} sessions.
- \`excess\`: mean of the return minus the mean return of all stocks on the same day.
- \`± error\`: standard error of the excess.
- \`right\`: share of firings whose excess has the expected sign: up for bullish rules, down for bearish ones.

${tableOf(input.rules, symbolDays)}
${tableOf(input.sides, symbolDays).split('\n').slice(2).join('\n')}

**Limits of these figures.** They are weak evidence, for these reasons:

- Returns of firings less than ${horizon} sessions apart overlap, and stocks move together, so a thousand firings are far
  fewer than a thousand independent trials. The error is therefore clustered in blocks of ${horizon} sessions, of which
  there are about a dozen.
- An excess of less than two errors is no evidence. With so many rows, one or two exceed that by chance.
- The data covers about a year of one market.
- The stocks are those that were large when the data was recorded. Failed companies are missing, which favours rules that
  buy weakness and penalises rules that sell it.
- There is no test set: the rules were tuned on the days that the table shows.
- The returns ignore trading costs.

A rule exists because it describes an event in familiar terms. All rules have the same weight in an idea, except those that
only support others, because the figures do not justify finer weights.

## Variants of RSI and money flow

The two oscillators turn within a six-month trend, here at other thresholds than the usual ones. A pullback within an uptrend
rarely takes the ${config.rules.period}-day RSI to 30 or the money flow index to 10 without ending the trend that the rule requires. The RSI
rules therefore use ${config.rules.rsi[0]} and ${config.rules.rsi[1]}: at these thresholds they fire often enough, and the excess has the expected sign for both
sides, although it is not significant. The money flow index has no rule: after its bullish turns, the return was lower than
that of all stocks at every threshold except the last, at which it adds little to the price.

${tableOf(input.variants, symbolDays)}

## What makes an idea

- A rule that fired counts for ${sessions} sessions. With each session after the first, its weight is multiplied by ${decay}. It no
  longer counts when the six-month trend turns against it. Each rule counts once, at its last match. Turns at support and
  resistance count on the last session only, because the levels are those of that day.
- A rule has the weight 1. Rules that only support others (MACD, turns at a level) have half the weight.
- The weight of a signal against the six-month trend of the market's benchmark is multiplied by ${againstMarket}. In a bearish market,
  bullish ideas therefore need more or newer signals and are weaker; in a bullish market, the same applies to bearish
  ideas. The idea mentions it.
- The side with the greater sum of weights makes the idea, if the sum is at least ${minWeight}, or ${minWeightNotLiquid} if the options are illiquid.
- Each night, the ${config.ideas.maxIdeas} strongest ideas are published.

## Strength

The five parts, each 0 to 1, are standardised over all ideas of the scan: the distance from the mean in standard
deviations, at most 3 either way. Their weighted sum, divided by the root of the sum of the squared weights, is mapped by
the normal distribution to 0 to 100. 50 is the average idea. The weights therefore decide how much a part counts, not how
widely its values spread. An unknown part is \`null\` in \`strengthParts\` and counts as the mean. Without a trade, \`income\`
is \`null\` and counts as 0.

| part         | weight | what it is                                                                                                                                                  |
| ------------ | -----: | ----------------------------------------------------------------------------------------------------------------------------------------------------------- |
| \`signals\`    | ${String(weights.signals).padStart(6)} | 1 − 2^−w, w being the weights above, added up: each unit of weight halves what is missing                                                                   |
| \`rank\`       | ${String(weights.rank).padStart(6)} | share of the ranked symbols whose technical score it leaves behind; for a bearish idea, that are ahead of it                                                |
| \`liquidity\`  | ${String(weights.liquidity).padStart(6)} | half: 1 at no spread, 0 at a median of ${liquidity.maxSpread * 100} % of mid; half: by the logarithm of the open interest, 0 at ${formatCount(liquidity.openInterest[0])}, 1 at ${formatCount(liquidity.openInterest[1])} |
| \`volatility\` | ${String(weights.volatility).padStart(6)} | implied volatility rank / 100                                                                                                                               |
| \`income\`     | ${String(weights.income).padStart(6)} | best cell: half by its score, 0 at ${income.score[0]}, 1 at ${income.score[1]}; half by its annualized return y, 1 − 2^(−y / ${income.halfYield * 100} %). Bullish: covered call or put; bearish: the call |

If the source has no open interest, \`liquidity\` depends on the spread only. Ideas are sorted by their unrounded strength, then
by ticker. In the API, \`strength\` has two decimals.
`
}
