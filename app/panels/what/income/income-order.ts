/** Order of the best income trades. */
import type { BestIncomeOrder } from '#contract/responses/lists/best-income-orders.ts'
import type { Screen } from '#app/state/view.ts'

/** Orders whose first direction is the lowest first; the others start with the highest. */
const ascendingFirst: readonly BestIncomeOrder[] = ['symbol', 'cash', 'days', 'delta', 'spread']

export const orderOf = ({
  sort = 'score',
  order,
}: Screen): { sort: BestIncomeOrder; order: 'asc' | 'desc' } => ({
  sort,
  order: order ?? firstOrder(sort),
})

const firstOrder = (sort: BestIncomeOrder): 'asc' | 'desc' => (ascendingFirst.includes(sort) ? 'asc' : 'desc')

/** Returns the change of the screen that sorts by a figure, in its first direction. `score`, the expected profit, is the default. */
export const sortedBy = (sort: BestIncomeOrder): Pick<Screen, 'sort' | 'order'> =>
  sort === 'score' ? { sort: undefined, order: undefined } : { sort, order: firstOrder(sort) }

/** Returns the change after a click on a header: first direction, the other one, and the default order. */
export function nextOrder(screen: Screen, sort: BestIncomeOrder): Pick<Screen, 'sort' | 'order'> {
  const current = orderOf(screen)
  if (current.sort !== sort) return sortedBy(sort)
  return current.order === firstOrder(sort)
    ? { sort, order: current.order === 'asc' ? 'desc' : 'asc' }
    : sortedBy('score')
}
