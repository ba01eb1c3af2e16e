/**
 * Thresholds of the checklist's severities. If the usual rounding of a figure would contradict its
 * severity ("moderate: 75%"), the sentence prints hundredths of a percent, the precision that
 * severities are computed with.
 */
import { fairScore, goodScore, wideSpread } from '#contract/responses/conventions.ts'
import type { severities } from '#contract/responses/income.ts'

type Severity = (typeof severities)[number]

/** Bands of one figure: thresholds of Good and Neutral, and the decimals that its sentences usually print. */
type Bands = {
  readonly good: number
  readonly neutral: number
  readonly digits: number
  /** If set, a lower figure is better, and the thresholds are upper limits. */
  readonly lowerIsBetter?: true
}

/** Values are decimals, except ranks and scores. */
export const checklistBands = {
  /** Probability of expiring worthless. */
  probability: { good: 0.75, neutral: 0.55, digits: 2 },
  annualizedReturn: { good: 0.05, neutral: 0.02, digits: 3 },
  /** Bid-ask spread over the mid price. */
  spread: { good: 0.05, neutral: wideSpread, digits: 2, lowerIsBetter: true },
  volatilityRank: { good: 50, neutral: 20, digits: 1 },
  score: { good: goodScore, neutral: fairScore, digits: 0 },
} as const satisfies Record<string, Bands>

type BandName = keyof typeof checklistBands

/** Rounds a figure to the decimals that its sentence prints. */
export const asPrinted = (value: number, digits: number): number => {
  const scale = 10 ** digits
  // 0.745 is 74.49999 in binary: rounding starts from the shortest decimal representation.
  return Math.round(Number((value * scale).toPrecision(12))) / scale
}

const severityIn = ({ good, neutral, lowerIsBetter }: Bands, value: number): Severity => {
  if (lowerIsBetter) return value < good ? 'Good' : value < neutral ? 'Neutral' : 'Bad'
  return value >= good ? 'Good' : value >= neutral ? 'Neutral' : 'Bad'
}

/** Decimals that severities are computed with, and that sentences print near a threshold. */
export const finestDigits = 4

/** Returns the severity of a figure. */
export const severityOf = (name: BandName, value: number): Severity =>
  severityIn(checklistBands[name], asPrinted(value, finestDigits))

/** Whether the usual rounding of the figure has another severity than the figure. */
export const isAtEdge = (name: BandName, value: number): boolean => {
  const bands: Bands = checklistBands[name]
  return severityIn(bands, asPrinted(value, bands.digits)) !== severityOf(name, value)
}

/** A severity, and the threshold that the figure's standard error does not clearly exclude; null if there is none. */
export type Rating = { readonly severity: Severity; readonly limit: number | null }

/**
 * Returns the severity of a figure that is better if higher and has a standard error: Good and Bad only if the figure is
 * at least one error beyond the threshold, otherwise Neutral.
 */
export const ratingOf = (name: 'probability' | 'score', value: number, error: number): Rating => {
  const { good, neutral } = checklistBands[name]
  const severity = severityOf(name, value)
  if (severity === 'Good' && severityOf(name, value - error) !== 'Good')
    return { severity: 'Neutral', limit: good }
  if (severity === 'Bad' && severityOf(name, value + error) !== 'Bad')
    return { severity: 'Neutral', limit: neutral }
  return { severity, limit: null }
}
