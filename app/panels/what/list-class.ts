import type { WireTradeIdea } from '#contract/responses/lists/ideas.ts'

/** Returns the value that more than two thirds of the ideas have. */
const usualOf = (values: readonly unknown[]): unknown =>
  [...new Set(values)].find(
    (value) => values.filter((other) => other === value).length * 3 > values.length * 2,
  )

/**
 * Returns the classes of the list. The usual direction and liquidity are drawn weakly, so that the rows that differ
 * are seen. `isPlain`: without annualised returns.
 */
export const listClass = (ideas: readonly WireTradeIdea[], isPlain: boolean): string =>
  `ideas ${isPlain ? 'ideas-plain ' : ''}usual-${String(usualOf(ideas.map((idea) => idea.sentiment)))} usual-${String(usualOf(ideas.map((idea) => idea.liquidityRank)))}`
