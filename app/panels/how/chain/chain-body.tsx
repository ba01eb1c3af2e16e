import type { CSSProperties, ReactNode } from 'react'
import type { ChainRow } from '#contract/responses/chain.ts'
import type { LegType } from '#contract/responses/income.ts'
import { useBasicFormat } from '#app/i18n/basic-format.ts'
import { ChainRowView } from './chain-row.tsx'
import type { ChainLayout } from './columns.ts'
import type { ChainPosition } from './positions.ts'

/** The rendered rows, gaps in place of the others, and the at-the-money line between the strikes. */
export function ChainBody({
  symbol,
  rows,
  rendered,
  price,
  line,
  legs,
  layout,
  selected,
  tabStop,
}: {
  symbol: string
  rows: readonly ChainRow[]
  /** Indexes of the rows to render, ascending. */
  rendered: readonly number[]
  price: number | null
  /** The row after the at-the-money line; null without one. */
  line: number | null
  legs: readonly LegType[]
  layout: ChainLayout
  /** OSI symbol of the contract that the How panel shows. */
  selected: string | null
  /** The contract with the tab stop. */
  tabStop: ChainPosition | undefined
}) {
  const body: ReactNode[] = []
  let previous = -1
  const pushGapBefore = (index: number) => {
    const skipped = index - previous - 1
    const lines = line !== null && previous < line && line < index ? 1 : 0
    if (skipped > 0) body.push(<Gap key={`gap${index}`} rows={skipped} lines={lines} />)
  }
  for (const index of rendered) {
    const row = rows[index]
    if (!row) continue
    pushGapBefore(index)
    if (index === line)
      body.push(
        <MoneyLine
          key="money"
          symbol={symbol}
          price={price}
          position={index + 2}
          hasBothLegs={layout.hasBothLegs}
        />,
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
        focusable={tabStop?.row === index ? tabStop.leg : null}
      />,
    )
    previous = index
  }
  pushGapBefore(rows.length)
  return <tbody>{body}</tbody>
}

/** At-the-money line: the price of the underlying that the options were quoted at. */
function MoneyLine({
  symbol,
  price,
  position,
  hasBothLegs,
}: {
  symbol: string
  price: number | null
  position: number
  hasBothLegs: boolean
}) {
  const format = useBasicFormat()
  return (
    <tr className="chain-money" aria-rowindex={position}>
      <td colSpan={hasBothLegs ? 3 : 2}>
        <bdi dir="ltr">{`${symbol} ${format.price(price)}`}</bdi>
      </td>
    </tr>
  )
}

/** Takes the space of rows that are not rendered, and of the at-the-money line if it is among them. */
const Gap = ({ rows, lines }: { rows: number; lines: number }) => (
  <tr
    aria-hidden="true"
    className="chain-gap"
    style={{ '--rows': rows, '--lines': lines } as CSSProperties}
  />
)
