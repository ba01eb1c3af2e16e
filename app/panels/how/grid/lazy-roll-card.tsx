import { Suspense } from 'react'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import { useLazyModule } from '#app/api/lazy-module.ts'
import type { ChosenRoll } from '#app/api/rolled-position.ts'

/** Card of a roll, whose code is loaded with the open options. Empty while the figures of the roll are pending. */
export function LazyRollCard({
  chosen,
  ...props
}: {
  income: Income
  option: IncomeOption
  computedPrice: number
  chosen: ChosenRoll | 'pending'
}) {
  const rollModule = useLazyModule('how/roll', () => import('#app/panels/how/roll/open-option-list.tsx'))
  if (!rollModule.data || chosen === 'pending') return null
  return (
    <Suspense>
      <rollModule.data.RollCard {...props} chosen={chosen} />
    </Suspense>
  )
}
