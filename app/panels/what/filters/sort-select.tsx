/** Order of the ideas on touch screens, where the headings of the columns are too low to be tapped. */
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireTradeIdea } from '#contract/responses/lists/ideas.ts'
import { useAppState } from '#app/state/app-state.ts'
import { type IdeaColumn, setSort, useView } from '#app/state/view.ts'
import { Icon } from '#app/ui/icon.tsx'
import { columns, isDeferred } from '../ideas/columns.ts'
import { type FullIdeas, isColumnHidden } from './filter-and-sort.ts'

const sortIcon = 'M5 13V3M2.5 5.5 5 3l2.5 2.5M11 3v10M8.5 10.5 11 13l2.5-2.5'

export function SortSelect({
  idea,
  fullIdeas,
}: {
  /** Any idea: the partner may show the same figures of all. */
  idea: WireTradeIdea | undefined
  fullIdeas: FullIdeas
}) {
  const app = useAppState()
  const { t } = useTranslation(['filters', 'what'])
  const sort = useView((view) => view.sort)
  const name = (column: IdeaColumn) =>
    isDeferred(column) ? t(`columnName.${column}`) : t(`what:columnName.${column}`)
  const shown = columns.filter((column) => !isColumnHidden(column, idea, fullIdeas))
  return (
    <label className="what-sort button button-icon" title={t('sort')}>
      <Icon path={sortIcon} />
      <select
        aria-label={t('sort')}
        value={`${sort.column} ${sort.descending ? 'down' : 'up'}`}
        onChange={({ target }) => {
          const [column, direction] = target.value.split(' ')
          setSort(app, { column: column as IdeaColumn, descending: direction === 'down' })
        }}
      >
        {shown.flatMap((column) =>
          (column === 'symbol' ? ['up', 'down'] : ['down', 'up']).map((direction) => (
            <option key={`${column} ${direction}`} value={`${column} ${direction}`}>
              {`${name(column)} ${direction === 'down' ? '↓' : '↑'}`}
            </option>
          )),
        )}
      </select>
    </label>
  )
}
