/** Which of the contracts compared is best by a figure. */
import type { IncomeOption } from '#contract/responses/income.ts'

/** A contract as a column of the comparison has it; `price` of the underlying that its figures are worked out at. */
export type Compared = { readonly option: IncomeOption; readonly price: number | null }

/**
 * Figures by which one contract is better than another whatever stocks and sizes they are of, each as a number of which more
 * is better. Not among them: dollars, which grow with the stock's price and the position's size (premium, max reward, max
 * risk, what it needs, the break-even, for which the cushion stands), delta, and the return where expiries differ: the
 * longer one would win by its time alone.
 */
export const merits = {
  spread: ({ option }) => -option.spread,
  return: ({ option }) => option.return,
  annualized: ({ option }) => option.annualizedReturn,
  probability: ({ option }) => option.probability,
  profit: ({ option }) => option.probabilityOfProfit,
  cushion: (compared) => cushionOf(compared),
  score: ({ option }) => option.serviceScore,
} as const satisfies Record<string, (compared: Compared) => number | null>
export type Merit = keyof typeof merits

/** How far the underlying may fall until the position loses, decimal of its price; null where that is not known. */
export const cushionOf = ({ option, price }: Compared): number | null =>
  price === null || price <= 0 ? null : 1 - option.breakeven / price

/**
 * The ids of the best. Several where they read the same; none where all do, and where there is nothing to compare with.
 *
 * @param textOf the figure as it stands on screen
 */
export function bestBy(
  merit: Merit,
  compared: readonly Compared[],
  textOf: (compared: Compared) => string,
): ReadonlySet<string> {
  const days = new Set(compared.map(({ option }) => option.daysUntilExpiry))
  if (merit === 'return' && days.size > 1) return new Set()
  const known = compared.flatMap((each) => {
    const value: number | null = merits[merit](each)
    return value === null ? [] : [{ id: each.option.id, value, text: textOf(each) }]
  })
  const best = known.toSorted((a, b) => b.value - a.value)[0]
  const ids = known.filter(({ text }) => text === best?.text).map(({ id }) => id)
  return new Set(ids.length === known.length ? [] : ids)
}
