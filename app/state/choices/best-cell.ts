import type { WireIncomeOption } from '#contract/responses/income.ts'

/** A cell of the grid; `option` is absent if it is empty. */
type ScoredCell = { option?: Pick<WireIncomeOption, 'serviceScore' | 'scoreParts'> }

/** What the score is computed from; 0 if the partner may not show it. */
const ratioOf = ({ expectedGain, expectedLoss }: WireIncomeOption['scoreParts']): number =>
  expectedGain === null || expectedLoss === null ? 0 : expectedGain / expectedLoss

/**
 * Returns the cell with the highest score. Scores are rounded: the ratio of expected gain to expected loss decides
 * between equal ones. Undefined if that does not decide, or with fewer than two contracts.
 */
export function bestCell<C extends ScoredCell>(cells: readonly C[]): C | undefined {
  const [first, second] = cells
    .flatMap((cell) =>
      cell.option ? [{ cell, score: cell.option.serviceScore, ratio: ratioOf(cell.option.scoreParts) }] : [],
    )
    .toSorted((a, b) => b.score - a.score || b.ratio - a.ratio)
  const isDecided = first && second && (first.score > second.score || first.ratio > second.ratio)
  return isDecided ? first.cell : undefined
}
