/**
 * The contracts of one expiration: an ARIA grid with one tab stop, of which each cell is a contract. Arrows, PageUp,
 * PageDown, Home and End move, Enter or Space chooses. It scrolls by itself, the chosen contract or the money in the middle
 * at first: another expiration, or the other leg, is another table, by its key.
 */
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { ChainExpiry, ChainOption } from '#contract/responses/chain.ts'
import { type LegType, legTypes } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { overscan, rowsToRender, useVisibleRows } from '#app/ui/visible-rows.ts'
import { ChainBody } from './chain-body.tsx'
import { ChainHead } from './chain-head.tsx'
import { isChoosable } from './choosable.ts'
import { inOrder, type Layout } from './columns.ts'
import { nextPlace, type Place, placeAtTheMoney, placeOf, rowsBelow } from './positions.ts'

/** Rows that a page key goes. */
const page = 8

type Chosen = {
  /** OSI symbol of the contract that How shows. */
  selected: string | null
  /** The contract that has the focus; null = none. */
  onFocused: (option: ChainOption | null) => void
  onChoose: (option: ChainOption, leg: LegType) => void
}

export function ChainTable({
  symbol,
  expiry,
  price,
  leg,
  layout,
  tracks,
  ...chosen
}: Chosen & {
  symbol: string
  expiry: ChainExpiry
  /** Of the underlying, as the quotes were made at. */
  price: number | null
  /** The one that is shown where there is no room for both. */
  leg: LegType
  layout: Layout
  /** Widths of columns, for a style sheet. */
  tracks: (columns: Layout['columns']) => string
}) {
  const { t } = useTranslation('chain')
  const format = useFormat()
  const grid = useRef<HTMLTableElement>(null)
  const { rows, expiryDate } = expiry
  const legs: readonly LegType[] = layout.both ? legTypes : [leg]
  const below = rowsBelow(rows, price)
  const line = below > 0 && below < rows.length ? below : null
  const { at, ...heard } = usePlaces(grid, { rows, legs, price, leg, ...chosen })
  const span = useVisibleRows(grid, '.chain-row', rows.length, overscan, '.chain-scroll')
  useFirstSight(grid, at?.row ?? 0)
  const style = {
    '--chain-call': tracks(inOrder(layout, 'call')),
    '--chain-put': tracks(inOrder(layout, 'put')),
  }
  return (
    <div className="chain-scroll">
      {/* The APG's grid: the table keeps its rows and headings. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table
        ref={grid}
        role="grid"
        className="chain-table"
        data-both={layout.both}
        data-stacked={layout.columns.some((column) => column.length > 1)}
        style={style as CSSProperties}
        aria-label={t('label', { symbol, expiry: format.day(expiryDate) })}
        aria-rowcount={rows.length + (line === null ? 1 : 2)}
        {...heard}
      >
        <ChainHead layout={layout} legs={legs} />
        <ChainBody
          symbol={symbol}
          rows={rows}
          rendered={rowsToRender(span, rows.length, at?.row ?? -1)}
          price={price}
          line={line}
          legs={legs}
          layout={layout}
          selected={chosen.selected}
          at={at}
        />
      </table>
    </div>
  )
}

/** Brings a row into the middle of what scrolls, once: where the reader goes then is his. */
function useFirstSight(grid: RefObject<HTMLTableElement | null>, row: number): void {
  const first = useRef(row)
  useLayoutEffect(() => {
    const scroller = grid.current?.closest<HTMLElement>('.chain-scroll')
    const height = grid.current?.querySelector('.chain-row')?.getBoundingClientRect().height
    if (scroller && height) scroller.scrollTop = (first.current + 1.5) * height - scroller.clientHeight / 2
  }, [grid])
}

/** Which contract has the tab stop, and what keys, clicks and the focus do. */
function usePlaces(
  grid: RefObject<HTMLTableElement | null>,
  {
    rows,
    legs,
    price,
    leg,
    selected,
    onFocused,
    onChoose,
  }: Chosen & {
    rows: ChainExpiry['rows']
    legs: readonly LegType[]
    price: number | null
    leg: LegType
  },
) {
  const [focused, setFocused] = useState<string | null>(null)
  const inSight = (place: Place | undefined) => (place && legs.includes(place.leg) ? place : undefined)
  const at =
    inSight(placeOf(rows, focused)) ?? inSight(placeOf(rows, selected)) ?? placeAtTheMoney(rows, leg, price)
  const optionAt = (place: Place | undefined) => (place && rows[place.row]?.[place.leg]) ?? null
  const choose = (place: Place | undefined) => {
    const option = optionAt(place)
    if (place && option && isChoosable(option)) onChoose(option, place.leg)
  }
  const ofTarget = (target: EventTarget) =>
    placeOf(rows, (target as Element).closest<HTMLElement>('[data-contract]')?.dataset['contract'])
  return {
    at,
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (!at || event.ctrlKey || event.metaKey || event.altKey) return
      const isMirrored = getComputedStyle(event.currentTarget).direction === 'rtl'
      const toTheRight = legs.length < 2 ? null : isMirrored ? 'call' : 'put'
      const next = nextPlace(rows, at, { key: event.key, page, toTheRight })
      if (event.key === 'Enter' || event.key === ' ') choose(at)
      else if (!next) return
      event.preventDefault()
      const id = optionAt(next)?.id
      if (!id) return
      // A row far away is rendered first.
      flushSync(() => setFocused(id))
      grid.current?.querySelector<HTMLElement>(`[data-contract="${id}"]`)?.focus()
    },
    onClick: ({ target }: { target: EventTarget }) => choose(ofTarget(target)),
    onFocus({ target }: { target: EventTarget }) {
      const option = optionAt(ofTarget(target))
      if (!option) return
      setFocused(option.id)
      onFocused(option)
    },
    onBlur: () => onFocused(null),
  }
}
