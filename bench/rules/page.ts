/** Generates docs/rules.md: how often each rule fired, the returns after it, and how an idea's strength is computed. */
import { config } from '#service/analysis/config.ts'
import type { CandidateOutcome } from './outcomes.ts'

export type PageInput = {
  readonly rules: readonly CandidateOutcome[]
  readonly variants: readonly CandidateOutcome[]
  /** All firings of a side; each symbol counts once a day. */
  readonly sides: readonly CandidateOutcome[]
  readonly symbols: number
  readonly refused: number
  readonly symbolDays: number
  readonly reach: number
  readonly from: string
  readonly to: string
}

const percent = (value: number): string =>
  Number.isFinite(value) ? `${value < 0 ? '−' : '+'}${Math.abs(value * 100).toFixed(2)} %` : '–'
const formatCount = (value: number): string => value.toLocaleString('en')

const headings = ['rule', 'side', 'fired', 'per 1,000', 'n', 'return', 'excess', '± error', 'right']

const cellsOf = ({ candidate, outcome }: CandidateOutcome, symbolDays: number): string[] => [
  candidate.name,
  candidate.side.toLowerCase(),
  formatCount(outcome.fired),
  ((outcome.fired / symbolDays) * 1000).toFixed(2),
  formatCount(outcome.withOutcome),
  percent(outcome.mean),
  percent(outcome.excess),
  Number.isFinite(outcome.error) ? `${(outcome.error * 100).toFixed(2)} %` : '–',
  Number.isFinite(outcome.hits) ? `${Math.round(outcome.hits * 100)} %` : '–',
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
export const pageOf = (input: PageInput): string => {
  const { symbolDays, reach } = input
  const { weights, liquidity, income } = config.strength
  const { sessions, decay, againstMarket, minWeight, minWeightNotLiquid } = config.ideas
  return `# Rules and the strength of an idea

Written by \`npm run bench:rules\`: the tables are measurements, not claims.

## How often each rule fired, and what followed

${formatCount(input.symbols)} US stocks (${input.refused} more have too few bars, or bars that are not good), every session from ${input.from} to ${input.to}
on which the six-month trend is known: ${formatCount(symbolDays)} symbol-days. \`per 1,000\` is of these. \`return\` is the mean change
of the close over the next ${reach} sessions, \`excess\` the same less that of all the stocks on the same day, \`right\` the
share of firings whose excess has the sign the rule expects (up for bullish rules, down for bearish ones). \`n\` are the
firings whose ${reach} sessions are over.

${tableOf(input.rules, symbolDays)}
${tableOf(input.sides, symbolDays).split('\n').slice(2).join('\n')}

**How far this can be trusted.** Not far. Returns of firings less than ${reach} sessions apart overlap, and stocks move
together, so that a thousand firings are nothing like a thousand independent trials: the error is clustered in blocks of
${reach} sessions, of which there are about a dozen, and an excess of less than two errors is no evidence of anything; with so
many rows one or two go beyond that by luck alone. It is one stretch of time of about a year, with one market in it. The stocks are those that were large when the data was gathered:
failed companies are missing, which favours rules that buy weakness and penalises those that sell it. Nothing was set aside for a
test: what was tuned here was tuned on the same days that the table shows. No costs. A rule is there because it says
what happened in words that people know; the weight it is given in an idea is the same for all but those that only support
others, because the figures do not justify finer ones.

## Variants of RSI and money flow

Turns of the two within a six-month trend, at other thresholds than the textbook's. A pullback within an uptrend rarely
takes the ${config.rules.period}-day RSI to 30 or the money flow index to 10 without ending the trend the rule asks for. So the RSI's
rules ask where it turns within a trend, at ${config.rules.rsi[0]} and ${config.rules.rsi[1]}: often enough to be met with, with the expected sign both ways and
no proof of more. The money flow index was dropped: its bullish turns were followed by less than the peers' returns at
every threshold but the last, at which it adds little to the price.

${tableOf(input.variants, symbolDays)}

## What makes an idea

- A rule that fired counts for ${sessions} sessions, ${decay} times as much with each after the first. One that fired on an earlier
  session is over once the six-month trend has turned against it. Each rule counts once, at its last match. Turns at
  support and resistance count on the last session only: the levels are those of that day.
- A rule weighs 1; those that only support others (MACD, turns at a level) weigh half.
- The market's six-month trend, by its benchmark: a signal against it counts ${againstMarket} times as much. So in a bearish market
  bullish ideas take more or fresher signals, and stand lower; and the other way round. The idea mentions it.
- Of a night the ${config.ideas.maxIdeas} strongest are published.
- The heavier side makes the idea, where its weights add up to ${minWeight}, or ${minWeightNotLiquid} where the options are not liquid.

## Strength

100 times the weighted mean of five parts, each 0 to 1. What is not known adds nothing and is \`null\` in \`strengthParts\`.

| part         | weight | what it is                                                                                                                                                  |
| ------------ | -----: | ----------------------------------------------------------------------------------------------------------------------------------------------------------- |
| \`signals\`    | ${String(weights.signals).padStart(6)} | 1 − 2^−w, w being the weights above, added up: each unit of weight halves what is missing                                                                   |
| \`rank\`       | ${String(weights.rank).padStart(6)} | share of the ranked symbols whose technical score it leaves behind; for a bearish idea, that are ahead of it                                                |
| \`liquidity\`  | ${String(weights.liquidity).padStart(6)} | half: 1 at no spread, 0 at a median of ${liquidity.maxSpread * 100} % of mid; half: by the logarithm of the open interest, 0 at ${formatCount(liquidity.openInterest[0])}, 1 at ${formatCount(liquidity.openInterest[1])} |
| \`volatility\` | ${String(weights.volatility).padStart(6)} | implied volatility rank / 100                                                                                                                               |
| \`income\`     | ${String(weights.income).padStart(6)} | best cell: half by its score, 0 at ${income.score[0]}, 1 at ${income.score[1]}; half by its annualized return y, 1 − 2^(−y / ${income.halfYield * 100} %). Bullish: covered call or put; bearish: the call |

Where the source gives no open interest, the spread alone makes \`liquidity\`. Ideas are listed by their unrounded strength,
then by ticker; the contract's \`strength\` has two decimals.
`
}
