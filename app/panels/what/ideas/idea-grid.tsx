/**
 * The list of ideas, an ARIA grid with one tab stop. Up, Down, PageUp, PageDown, Home and End move the
 * focus between rows, letters move it to a symbol, Enter and Space select an idea. Up from the first row
 * moves the focus to the headers; there Left and Right move it, and Enter sorts (grid/grid-keys.ts).
 */
import { useMemo, useRef } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireTradeIdea } from '#contract/responses/lists/ideas.ts'
import { numberFormats } from '#app/i18n/number-format.ts'
import { useSubscription } from '#app/api/feed/use-subscription.ts'
import { useAppState } from '#app/state/app-state.ts'
import { isAnnualizedHidden, useHost } from '#app/state/host.ts'
import { useMarket } from '#app/state/live.ts'
import { type IdeaColumn, type IdeaSort, setSort, useView } from '#app/state/view.ts'
import { columns, isDeferred } from './columns.ts'
import type { FullIdeas } from '#app/panels/what/filters/filter-and-sort.ts'
import { IdeaRow } from './idea-row.tsx'
import type * as LazyListFeatures from '#app/panels/what/lazy-list-features.ts'
import { listClass } from '#app/panels/what/list-class.ts'
import { rowsToRender, useVisibleRows, widen } from '#app/ui/visible-rows.ts'
import { useGridFocus } from '#app/panels/what/grid/use-grid-focus.ts'
import { useEarlyInput } from '#app/panels/what/grid/use-early-input.ts'
import { VirtualGrid } from '#app/panels/what/grid/virtual-grid.tsx'

export function IdeaGrid({
  ideas,
  overscan,
  features,
  fullIdeas,
  onPick,
}: {
  ideas: readonly WireTradeIdea[]
  /** Number of rows to render above and below the visible ones. */
  overscan: number
  /** Undefined until loaded. */
  features: typeof LazyListFeatures | undefined
  fullIdeas: FullIdeas
  onPick: (symbol: string) => void
}) {
  const { t, i18n } = useTranslation(['what', 'common'])
  const format = useMemo(() => numberFormats(i18n.language), [i18n.language])
  const symbol = useView((view) => view.symbol)
  const { stale } = useMarket()
  const hidesAnnualized = useHost(isAnnualizedHidden)
  const grid = useRef<HTMLTableElement>(null)
  // The grid renders on each scroll step, while the list rarely changes.
  const symbols = useMemo(() => ideas.map((idea) => idea.symbol), [ideas])
  const focus = useGridFocus(symbols, symbols.indexOf(symbol))
  const { tabStop, focusedHeader, focusRow, setFocusedHeader } = focus
  const visible = useVisibleRows(grid, '[data-idea]', ideas.length)
  const span = widen(visible, overscan, ideas.length)
  useSubscription(symbols.slice(span.first, span.last + 1))
  useEarlyInput(grid, features, onPick)
  return (
    <VirtualGrid
      grid={grid}
      className={useMemo(() => listClass(ideas, hidesAnnualized), [ideas, hidesAnnualized])}
      label={t('heading')}
      header={
        <Headers
          features={features}
          focused={focusedHeader}
          isHidden={(column) => features?.isColumnHidden(column, ideas[0], fullIdeas)}
          onFocused={setFocusedHeader}
        />
      }
      items={ideas}
      rendered={rowsToRender(span, ideas.length, tabStop)}
      renderRow={(idea, index) => (
        <IdeaRow
          key={idea.symbol}
          idea={idea}
          fullIdea={fullIdeas?.get(idea.symbol)}
          features={features}
          position={index + 1}
          selected={idea.symbol === symbol}
          focusable={focusedHeader === null && index === tabStop}
          isVisible={index >= visible.first && index <= visible.last}
          quiet={stale}
          t={t}
          format={format}
        />
      )}
      rowAttribute="data-idea"
      onKeyDown={(event) =>
        features?.handleGridKey(event, {
          ...focus,
          symbols,
          rowAttribute: 'data-idea',
          span,
          headerCount: columns.length,
          onPick,
        })
      }
      onPick={(pickedSymbol) => {
        focusRow(pickedSymbol)
        onPick(pickedSymbol)
      }}
    />
  )
}

function Headers({
  features,
  focused,
  isHidden,
  onFocused,
}: {
  features: typeof LazyListFeatures | undefined
  /** Index of the header with the tab stop; null if a row has it. */
  focused: number | null
  /** Returns whether the partner may not show the figures of a column. */
  isHidden: (column: IdeaColumn) => boolean | undefined
  onFocused: (index: number) => void
}) {
  const app = useAppState()
  const sort = useView((view) => view.sort)
  return columns.map((column, index) => (
    <Header
      key={column}
      column={column}
      sort={sort}
      DeferredName={features?.DeferredColumnName}
      focusable={focused === index}
      isHidden={isHidden(column)}
      onSort={() => {
        onFocused(index)
        if (features && !isHidden(column)) setSort(app, features.nextSort(sort, column))
      }}
    />
  ))
}

function Header({
  column,
  sort,
  DeferredName,
  focusable,
  isHidden,
  onSort,
}: {
  column: IdeaColumn
  sort: IdeaSort
  /** Renders the name of a deferred column; undefined until loaded. */
  DeferredName: typeof LazyListFeatures.DeferredColumnName | undefined
  focusable: boolean
  isHidden: boolean | undefined
  onSort: () => void
}) {
  const { t } = useTranslation('what')
  const isSorted = sort.column === column
  const deferred = isDeferred(column)
  return (
    <th
      scope="col"
      className={`column-${column}`}
      aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        tabIndex={focusable ? 0 : -1}
        aria-disabled={isHidden}
        // The note below the list, with the reason.
        aria-describedby={isHidden ? 'what-unpriced' : undefined}
        title={deferred ? undefined : t(`columnName.${column}`)}
        onClick={onSort}
      >
        <span className="column-name">
          {deferred ? DeferredName && <DeferredName column={column} /> : t(`column.${column}`)}
        </span>
        {isSorted && (
          <span className="sort-mark" aria-hidden="true">
            {sort.descending ? '↓' : '↑'}
          </span>
        )}
      </button>
    </th>
  )
}
