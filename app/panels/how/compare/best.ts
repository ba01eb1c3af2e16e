/** Determines the best of the compared contracts by a metric. */
import type { IncomeOption } from '#contract/responses/income.ts'

/** Contract in the comparison; `price` of the underlying behind its figures. */
export type ComparedContract = { readonly option: IncomeOption; readonly price: number | null }

/**
 * Metrics that compare contracts independently of stock and size; a higher number is better. Excluded are delta,
 * and amounts in dollars, which grow with the stock price and the size of the position (the cushion replaces the
 * break-even). `bestBy` skips the return if expiries differ, because the longer contract would win by its duration.
 */
export const metrics = {
  spread: ({ option }) => -option.spread,
  return: ({ option }) => option.return,
  annualized: ({ option }) => option.annualizedReturn,
  probability: ({ option }) => option.probability,
  profit: ({ option }) => option.probabilityOfProfit,
  cushion: (contract) => cushionOf(contract),
  score: ({ option }) => option.serviceScore,
} as const satisfies Record<string, (contract: ComparedContract) => number | null>
export type Metric = keyof typeof metrics

/** Returns how far the underlying may fall before the position loses, as a decimal of its price; null if unknown. */
export const cushionOf = ({ option, price }: ComparedContract): number | null =>
  price === null || price <= 0 ? null : 1 - option.breakeven / price

/**
 * Returns the ids of the best contracts: several if their displayed figures are equal, none if all are equal or if
 * there is nothing to compare with.
 *
 * @param textOf returns the displayed figure
 */
export function bestBy(
  metric: Metric,
  compared: readonly ComparedContract[],
  textOf: (contract: ComparedContract) => string,
): ReadonlySet<string> {
  const days = new Set(compared.map(({ option }) => option.daysUntilExpiry))
  if (metric === 'return' && days.size > 1) return new Set()
  const candidates = compared.flatMap((contract) => {
    const value: number | null = metrics[metric](contract)
    return value === null ? [] : [{ id: contract.option.id, value, text: textOf(contract) }]
  })
  const best = candidates.toSorted((a, b) => b.value - a.value)[0]
  const ids = candidates.filter(({ text }) => text === best?.text).map(({ id }) => id)
  return new Set(ids.length === candidates.length ? [] : ids)
}
