/**
 * What a trade's checklist calls high, moderate and low. A figure is judged as it is printed: what reads "75%" has one
 * verdict, whatever the digits behind it, in every sentence and every language.
 */
import { fairScore, goodScore } from './conventions.ts'
import type { severities } from './resources.ts'

type Severity = (typeof severities)[number]

/** One figure's bands: where Good and Neutral begin, and the decimals its sentences print. */
type Bands = {
  readonly good: number
  readonly neutral: number
  readonly digits: number
  /** Whether less is better. */
  readonly falling?: true
}

/** Decimals, but for ranks and scores. */
export const checklistBands = {
  /** Of expiring worthless. */
  probability: { good: 0.75, neutral: 0.55, digits: 2 },
  annualizedReturn: { good: 0.05, neutral: 0.02, digits: 3 },
  /** Bid-ask spread over the mid price. */
  spread: { good: 0.05, neutral: 0.1, digits: 2, falling: true },
  volatilityRank: { good: 50, neutral: 20, digits: 0 },
  score: { good: goodScore, neutral: fairScore, digits: 0 },
} as const satisfies Record<string, Bands>

/** A figure as its sentences print it, as a number. */
export const asPrinted = (value: number, digits: number): number => {
  const scale = 10 ** digits
  // 0.745 is 74.49999 in binary: what is printed is rounded from its shortest decimals.
  return Math.round(Number((value * scale).toPrecision(12))) / scale
}

/** The verdict on a figure. */
export const severityOf = (name: keyof typeof checklistBands, value: number): Severity => {
  const { good, neutral, digits, falling }: Bands = checklistBands[name]
  const printed = asPrinted(value, digits)
  if (falling) return printed < good ? 'Good' : printed < neutral ? 'Neutral' : 'Bad'
  return printed >= good ? 'Good' : printed >= neutral ? 'Neutral' : 'Bad'
}
