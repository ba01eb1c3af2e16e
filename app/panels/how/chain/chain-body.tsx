import type { CSSProperties, ReactNode } from 'react'
import type { ChainRow } from '#contract/responses/chain.ts'
import type { LegType } from '#contract/responses/income.ts'
import { useBasicFormat } from '#app/i18n/basic-format.ts'
import { ChainRowView } from './chain-row.tsx'
import type { Layout } from './columns.ts'
import type { Place } from './positions.ts'

/** The rows that are rendered, room for those that are not, and the line where the underlying stands between the strikes. */
export function ChainBody({
  symbol,
  rows,
  rendered,
  price,
  line,
  legs,
  layout,
  selected,
  at,
}: {
  symbol: string
  rows: readonly ChainRow[]
  /** Indexes of the rows to render, ascending. */
  rendered: readonly number[]
  price: number | null
  /** The row that the line at the money stands before; null = there is none. */
  line: number | null
  legs: readonly LegType[]
  layout: Layout
  /** OSI symbol of the contract that How shows. */
  selected: string | null
  /** The contract with the tab stop. */
  at: Place | undefined
}) {
  const body: ReactNode[] = []
  let before = -1
  const leave = (index: number) => {
    const left = index - before - 1
    const lines = line !== null && before < line && line < index ? 1 : 0
    if (left > 0) body.push(<Gap key={`gap${index}`} rows={left} lines={lines} />)
  }
  for (const index of rendered) {
    const row = rows[index]
    if (!row) continue
    leave(index)
    if (index === line)
      body.push(
        <MoneyLine key="money" symbol={symbol} price={price} position={index + 2} both={layout.both} />,
      )
    const { call, put } = row
    body.push(
      <ChainRowView
        key={`${row.strike} ${call?.id ?? put?.id}`}
        row={row}
        position={index + 2 + (line !== null && index >= line ? 1 : 0)}
        legs={legs}
        layout={layout}
        price={price}
        selected={selected !== null && (call?.id === selected || put?.id === selected) ? selected : null}
        focusable={at?.row === index ? at.leg : null}
      />,
    )
    before = index
  }
  leave(rows.length)
  return <tbody>{body}</tbody>
}

/** At the money: the price of the underlying that the quotes were made at. */
function MoneyLine({
  symbol,
  price,
  position,
  both,
}: {
  symbol: string
  price: number | null
  position: number
  both: boolean
}) {
  const format = useBasicFormat()
  return (
    <tr className="chain-money" aria-rowindex={position}>
      <td colSpan={both ? 3 : 2}>
        <bdi dir="ltr">{`${symbol} ${format.price(price)}`}</bdi>
      </td>
    </tr>
  )
}

/** Stands for rows that are not rendered, and for the line at the money where it is among them. */
const Gap = ({ rows, lines }: { rows: number; lines: number }) => (
  <tr
    aria-hidden="true"
    className="chain-gap"
    style={{ '--rows': rows, '--lines': lines } as CSSProperties}
  />
)
