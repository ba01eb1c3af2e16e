/**
 * The list of ideas: an ARIA grid with one tab stop. ↑ ↓ PageUp PageDown Home End move, Enter or Space shows the idea,
 * letters jump to a symbol; above the first row are the headings, where ← → move and Enter sorts (grid-keys.ts).
 */
import { type CSSProperties, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TradeIdea } from '#contract/responses/ideas.ts'
import { useBasicFormat } from '#app/i18n/basic-format.ts'
import { useSubscription } from '#app/api/use-subscription.ts'
import { useAppState } from '#app/state/app-state.ts'
import { isAnnualizedHidden, useHost } from '#app/state/host.ts'
import { useMarket } from '#app/state/live.ts'
import { type IdeaColumn, type IdeaSort, setSort, useView } from '#app/state/view.ts'
import { columns, isLater } from './columns.ts'
import type { Whole } from './filter-and-sort.ts'
import { IdeaRow } from './idea-row.tsx'
import type * as Tools from './lazy-list-features.ts'
import { overscan, rowsToRender, useVisibleRows } from '#app/ui/visible-rows.ts'

export function IdeaGrid({
  ideas,
  complete,
  tools,
  whole,
  onPick,
}: {
  ideas: readonly TradeIdea[]
  /** The ideas are on screen: what they do not need for that may be loaded. */
  complete: boolean
  /** Undefined until they are loaded. */
  tools: typeof Tools | undefined
  whole: Whole
  onPick: (symbol: string) => void
}) {
  const app = useAppState()
  const { t } = useTranslation(['what', 'common'])
  const format = useBasicFormat()
  const sort = useView((view) => view.sort)
  const symbol = useView((view) => view.symbol)
  const { stale } = useMarket()
  const plain = useHost(isAnnualizedHidden)
  const grid = useRef<HTMLTableElement>(null)
  /** The row with the tab stop; null = the displayed idea's, or the first. */
  const [focused, setFocused] = useState<string | null>(null)
  const [heading, setHeading] = useState<number | null>(null)
  const typed = useRef({ text: '', at: 0 })

  const indexOf = (wanted: string | null) => ideas.findIndex((idea) => idea.symbol === wanted)
  const at = Math.max(0, indexOf(focused) >= 0 ? indexOf(focused) : indexOf(symbol))
  const span = useVisibleRows(grid, '[data-idea]', ideas.length, complete ? overscan : 0)
  const rows = rowsToRender(span, ideas.length, at, complete)
  useSubscription(ideas.slice(span.first, span.last + 1).map((idea) => idea.symbol))

  const body: ReactNode[] = []
  let before = -1
  for (const index of rows) {
    const idea = ideas[index]
    if (!idea) continue
    if (index - before > 1) body.push(<Gap key={`gap${index}`} rows={index - before - 1} />)
    before = index
    body.push(
      <IdeaRow
        key={idea.symbol}
        idea={idea}
        whole={whole?.get(idea.symbol)}
        Later={tools?.Later}
        position={index + 1}
        selected={idea.symbol === symbol}
        focusable={heading === null && index === at}
        quiet={stale}
        t={t}
        format={format}
      />,
    )
  }
  if (before < ideas.length - 1) body.push(<Gap key="end" rows={ideas.length - 1 - before} />)

  return (
    <table
      ref={grid}
      className={plain ? 'ideas ideas-plain' : 'ideas'}
      role="grid"
      aria-label={t('heading')}
      aria-rowcount={ideas.length + 1}
      onKeyDown={(event) =>
        tools?.press(event, {
          symbols: ideas.map((idea) => idea.symbol),
          row: 'data-idea',
          at,
          span,
          heading,
          columns: columns.length,
          typed: typed.current,
          setFocused,
          setHeading,
          onPick,
        })
      }
      onClick={(event) => {
        const picked = (event.target as Element).closest<HTMLElement>('[data-idea]')?.dataset['idea']
        if (!picked) return
        setHeading(null)
        setFocused(picked)
        onPick(picked)
      }}
    >
      <thead>
        <tr aria-rowindex={1}>
          {columns.map((column, index) => (
            <Heading
              key={column}
              column={column}
              sort={sort}
              Name={tools?.LaterName}
              focusable={heading === index}
              onSort={() => {
                setHeading(index)
                if (tools) setSort(app, tools.nextSort(sort, column))
              }}
            />
          ))}
        </tr>
      </thead>
      <tbody>{body}</tbody>
    </table>
  )
}

function Heading({
  column,
  sort,
  Name,
  focusable,
  onSort,
}: {
  column: IdeaColumn
  sort: IdeaSort
  /** Of a column that is filled later. */
  Name: typeof Tools.LaterName | undefined
  focusable: boolean
  onSort: () => void
}) {
  const { t } = useTranslation('what')
  const sorted = sort.column === column
  const later = isLater(column)
  return (
    <th
      scope="col"
      className={`column-${column}`}
      aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        tabIndex={focusable ? 0 : -1}
        title={later ? undefined : t(`columnName.${column}`)}
        onClick={onSort}
      >
        <span className="column-name">
          {later ? Name && <Name column={column} /> : t(`column.${column}`)}
        </span>
        {sorted && (
          <span className="sort-mark" aria-hidden="true">
            {sort.descending ? '↓' : '↑'}
          </span>
        )}
      </button>
    </th>
  )
}

/** Stands for rows that are not rendered. */
const Gap = ({ rows }: { rows: number }) => (
  <tr aria-hidden="true" style={{ '--rows': rows } as CSSProperties} />
)
