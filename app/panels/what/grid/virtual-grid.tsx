import type { CSSProperties, KeyboardEvent, ReactElement, ReactNode, RefObject } from 'react'

/**
 * ARIA grid with a row for each symbol. It renders only some rows; gaps take the space of the others. CSS
 * computes the height of a gap from the custom property `--rows`, its number of rows.
 */
export function VirtualGrid<Item>({
  grid,
  className,
  label,
  header,
  items,
  rendered,
  renderRow,
  rowAttribute,
  onKeyDown,
  onPick,
}: {
  grid: RefObject<HTMLTableElement | null>
  className: string
  label: string
  /** Cells of the header row. */
  header: ReactNode
  items: readonly Item[]
  /** Indexes of the rows to render, ascending. */
  rendered: readonly number[]
  /** Returns the row of an item, with a key. */
  renderRow: (item: Item, index: number) => ReactElement
  /** Attribute of a row that contains its symbol. */
  rowAttribute: 'data-idea' | 'data-income'
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onPick: (symbol: string) => void
}) {
  const body: ReactNode[] = []
  let previous = -1
  for (const index of rendered) {
    const item = items[index]
    if (item === undefined) continue
    if (index - previous > 1) body.push(<Gap key={`gap${index}`} rows={index - previous - 1} />)
    previous = index
    body.push(renderRow(item, index))
  }
  if (previous < items.length - 1) body.push(<Gap key="end" rows={items.length - 1 - previous} />)
  return (
    <table
      ref={grid}
      className={className}
      role="grid"
      aria-label={label}
      aria-rowcount={items.length + 1}
      onKeyDown={onKeyDown}
      onClick={({ target }) => {
        const symbol = (target as Element).closest(`[${rowAttribute}]`)?.getAttribute(rowAttribute)
        if (symbol) onPick(symbol)
      }}
    >
      <thead>
        <tr aria-rowindex={1}>{header}</tr>
      </thead>
      <tbody>{body}</tbody>
    </table>
  )
}

/** Takes the space of rows that are not rendered. */
const Gap = ({ rows }: { rows: number }) => (
  <tr aria-hidden="true" style={{ '--rows': rows } as CSSProperties} />
)
