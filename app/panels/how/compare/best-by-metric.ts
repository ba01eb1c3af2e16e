/** Determines which of the compared contracts are best by a metric. */
import type { IncomeOption } from '#contract/responses/income.ts'

/**
 * A contract in the comparison. `price` is the price of the underlying that its figures were
 * computed with.
 */
export type ComparedContract = { readonly option: IncomeOption; readonly price: number | null }

/**
 * Metrics that do not depend on stock price and position size; a higher number is better. Delta is
 * excluded. Amounts in dollars are excluded because they grow with stock price and position size;
 * the cushion replaces the break-even. `bestBy` ignores the return if expiries differ, because a
 * longer duration has a higher return.
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

/**
 * Returns the decline of the underlying's price to the break-even as a decimal, 0.1 = 10 %; null if
 * unknown.
 */
export const cushionOf = ({ option, price }: ComparedContract): number | null =>
  price === null || price <= 0 ? null : 1 - option.breakeven / price

/**
 * Returns the ids of the best contracts. Contracts with the same displayed figure are equal; the
 * result is empty if all are equal or if only one has a value.
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
