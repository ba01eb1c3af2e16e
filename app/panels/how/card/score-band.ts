import { goodScore, maxScore } from '#contract/responses/conventions.ts'
import type { WireIncomeOption } from '#contract/responses/income.ts'

export const scoreBands = ['good', 'even', 'fair', 'poor'] as const
export type ScoreBand = (typeof scoreBands)[number]

/**
 * The band follows the checklist's rating, which considers the standard error of the score. 100 is a fair bet, so only a
 * higher score is good.
 */
export function bandOf({
  serviceScore: score,
  checklist,
}: Pick<WireIncomeOption, 'serviceScore' | 'checklist'>): ScoreBand {
  const severity = checklist.find(({ name }) => name === 'Score')?.severity
  if (severity === 'Bad') return 'poor'
  if (severity === 'Good' && score > goodScore) return 'good'
  return score >= goodScore ? 'even' : 'fair'
}

/** Circumference of the ring, which has a radius of 17. */
const circumference = 2 * Math.PI * 17

/** The dashes of the ring (`stroke-dasharray`), which is full at `maxScore`. */
export const ringDashes = (score: number): string =>
  `${(Math.min(score, maxScore) / maxScore) * circumference} ${circumference}`
