/** Notes and dashes in place of prices that the partner may not show. */
import { Suspense } from 'react'
import { missingValueText } from '#app/i18n/number-format.ts'
import { useView } from '#app/state/view.ts'
import { HiddenPrice, UnpricedNote } from '#app/ui/unknown.tsx'
import { countFilters, priceFilters } from './filters/filter-and-sort.ts'
import { useHiddenIdeaFigures } from './hidden-prices.ts'

/** Id of the note below a list. Controls that need hidden prices are described by it. */
export const listNoteId = 'what-unpriced'

/** Note that stays visible below a list: what the partner may not show, and whether set filters are not applied. */
export function ListNote({ subject }: { subject: 'prices' | 'options' }) {
  const hasPriceFilters = useView((view) => countFilters(view.filters, priceFilters) > 0)
  return (
    <UnpricedNote
      subject={subject}
      hasUnusedFilters={hasPriceFilters}
      className="what-unpriced"
      id={listNoteId}
    />
  )
}

/** The note below the ideas; null if every figure is shown. */
export function IdeasNote() {
  const { prices, yields } = useHiddenIdeaFigures()
  if (!prices && !yields) return null
  return (
    <Suspense>
      <ListNote subject={prices ? 'prices' : 'options'} />
    </Suspense>
  )
}

/** A hidden price in a row of the ideas. While the texts are loading, the dash has no label. */
export const HiddenPriceCell = () => (
  <Suspense fallback={missingValueText}>
    <HiddenPrice />
  </Suspense>
)
