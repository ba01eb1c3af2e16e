import type { CSSProperties, ReactNode } from 'react'
import type { WireChainRow } from '#contract/responses/chain.ts'
import { legTypes, type LegType } from '#contract/responses/income.ts'
import { useBasicFormat } from '#app/i18n/basic-format.ts'
import { isPinned, maxCompared } from '#app/state/choices/trade-choice.ts'
import type { Pin } from '#app/state/view.ts'
import { ChainRowView } from './chain-row.tsx'
import type { ChainLayout } from './columns.ts'
import type { ChainPosition } from './chain-navigation.ts'

/** Table body: the visible rows, gaps in place of the other rows, and the at-the-money line. */
export function ChainBody({
  symbol,
  rows,
  renderedRows,
  price,
  moneyLineRow,
  legs,
  layout,
  selected,
  compare,
  tabStop,
}: {
  symbol: string
  rows: readonly WireChainRow[]
  /** Indexes of the rows to render, ascending. */
  renderedRows: readonly number[]
  /** Price of the underlying that the options were quoted at; null if unknown. */
  price: number | null
  /** Index of the row after the at-the-money line; null without a line. */
  moneyLineRow: number | null
  legs: readonly LegType[]
  layout: ChainLayout
  /** OSI symbol of the contract that the How panel shows. */
  selected: string | null
  compare: readonly Pin[]
  /** The contract with the tab stop. */
  tabStop: ChainPosition | undefined
}) {
  const body: ReactNode[] = []
  let previousIndex = -1
  const pushGapBefore = (index: number) => {
    const skipped = index - previousIndex - 1
    const lines = moneyLineRow !== null && previousIndex < moneyLineRow && moneyLineRow < index ? 1 : 0
    if (skipped > 0) body.push(<Gap key={`gap${index}`} rows={skipped} lines={lines} />)
  }
  for (const index of renderedRows) {
    const row = rows[index]
    if (!row) continue
    pushGapBefore(index)
    if (index === moneyLineRow)
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
        position={index + 2 + (moneyLineRow !== null && index >= moneyLineRow ? 1 : 0)}
        legs={legs}
        layout={layout}
        price={price}
        selected={selected !== null && (call?.id === selected || put?.id === selected) ? selected : null}
        compared={legTypes.filter((leg) => isPinned(compare, row[leg]?.id ?? '')).join(' ')}
        isCompareFull={compare.length >= maxCompared}
        focusableLeg={tabStop?.row === index ? tabStop.leg : null}
      />,
    )
    previousIndex = index
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
  /** Row number for screen readers, from 1 (the header). */
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

/**
 * Has the height of rows that are not rendered, and of the at-the-money line if it is among them.
 */
const Gap = ({ rows, lines }: { rows: number; lines: number }) => (
  <tr
    aria-hidden="true"
    className="chain-gap"
    style={{ '--rows': rows, '--lines': lines } as CSSProperties}
  />
)
