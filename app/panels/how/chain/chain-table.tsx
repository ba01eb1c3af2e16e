/**
 * Contracts of one expiration: an ARIA grid with one tab stop, in which each cell is a contract.
 * Arrows, PageUp, PageDown, Home and End move the focus; Enter and Space select; Tab moves to the button that adds the
 * contract to the comparison. The grid has the height that remains in the panel; initially the selected contract or the
 * at-the-money strike is in the middle. The parent remounts it (React key) for another expiration or leg.
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
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireChainExpiry, WireChainOption } from '#contract/responses/chain.ts'
import { type LegType, legTypes } from '#contract/responses/income.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { toggleCompare } from '#app/state/choices/trade-choice.ts'
import { useView } from '#app/state/view.ts'
import { overscan, rowsToRender, useVisibleRows, widen } from '#app/ui/visible-rows.ts'
import { ChainBody } from './chain-body.tsx'
import { ChainHead } from './chain-head.tsx'
import { isChoosable } from './choosable.ts'
import { columnsInDisplayOrder, type ChainLayout } from './columns.ts'
import {
  nextPosition,
  type ChainPosition,
  positionAtTheMoney,
  positionOf,
  countStrikesUpTo,
} from './chain-navigation.ts'

/** Rows that PageUp and PageDown move. */
const pageRows = 8

type SelectionProps = {
  /** OSI symbol of the contract that the How panel shows. */
  selected: string | null
  /** Called with the focused contract; null when the focus leaves the grid. */
  onFocusChange: (option: WireChainOption | null) => void
  onChoose: (option: WireChainOption, leg: LegType) => void
}

export function ChainTable({
  symbol,
  expiry,
  price,
  leg,
  layout,
  tracks,
  ...selection
}: SelectionProps & {
  symbol: string
  expiry: WireChainExpiry
  /** Price of the underlying that the options were quoted at. */
  price: number | null
  /** The displayed leg if the table is too narrow for both. */
  leg: LegType
  layout: ChainLayout
  /** Returns the widths of columns as CSS grid tracks. */
  tracks: (columns: ChainLayout['columns']) => string
}) {
  const { t } = useTranslation('chain')
  const format = useFormat()
  const grid = useRef<HTMLTableElement>(null)
  const { rows, expiryDate } = expiry
  const legs: readonly LegType[] = layout.hasBothLegs ? legTypes : [leg]
  const strikesUpToPrice = countStrikesUpTo(rows, price)
  const currentMoneyLineRow = strikesUpToPrice > 0 && strikesUpToPrice < rows.length ? strikesUpToPrice : null
  const { held: moneyLineRow, ...pointerHandlers } = useHeldUnderPointer(currentMoneyLineRow)
  const app = useAppState()
  const compare = useView((view) => view.compare)
  const { tabStop, ...handlers } = useGridNavigation(grid, {
    rows,
    legs,
    price,
    leg,
    ...selection,
    onCompare: ({ id }) => toggleCompare(app, { symbol, id }),
  })
  const visibleRows = useVisibleRows(grid, '.chain-row', rows.length, '.chain-scroll')
  const renderedSpan = widen(visibleRows, overscan, rows.length)
  useInitialScroll(grid, tabStop?.row ?? 0)
  return (
    <div className="chain-scroll" {...pointerHandlers}>
      {/* ARIA APG grid pattern on a table, which keeps its rows and headers. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table
        ref={grid}
        role="grid"
        className="chain-table"
        data-both={layout.hasBothLegs}
        data-stacked={layout.columns.some((column) => column.length > 1)}
        style={trackStyle(layout, tracks)}
        aria-label={t('label', { symbol, expiry: format.day(expiryDate) })}
        aria-rowcount={rows.length + (moneyLineRow === null ? 1 : 2)}
        {...handlers}
      >
        <ChainHead layout={layout} legs={legs} />
        <ChainBody
          symbol={symbol}
          rows={rows}
          renderedRows={rowsToRender(renderedSpan, rows.length, tabStop?.row ?? -1)}
          price={price}
          moneyLineRow={moneyLineRow}
          legs={legs}
          layout={layout}
          selected={selection.selected}
          compare={compare}
          tabStop={tabStop}
        />
      </table>
    </div>
  )
}

/** Returns a value that does not change while the pointer is over the element with the handlers. */
function useHeldUnderPointer<Value>(value: Value) {
  const [isOver, setIsOver] = useState(false)
  const [held, setHeld] = useState(value)
  if (!isOver && held !== value) setHeld(value)
  return {
    held: isOver ? held : value,
    onPointerEnter: () => setIsOver(true),
    onPointerLeave: () => setIsOver(false),
  }
}

/** Returns the CSS grid tracks of both legs as custom properties. */
const trackStyle = (layout: ChainLayout, tracks: (columns: ChainLayout['columns']) => string) =>
  ({
    '--chain-call': tracks(columnsInDisplayOrder(layout, 'call')),
    '--chain-put': tracks(columnsInDisplayOrder(layout, 'put')),
  }) as CSSProperties

/**
 * Scrolls a row into the middle. Only on mount, so that the user's scrolling is never overridden.
 */
function useInitialScroll(grid: RefObject<HTMLTableElement | null>, row: number): void {
  const initialRow = useRef(row)
  useLayoutEffect(() => {
    const scroller = grid.current?.closest<HTMLElement>('.chain-scroll')
    const height = grid.current?.querySelector('.chain-row')?.getBoundingClientRect().height
    if (scroller && height)
      scroller.scrollTop = (initialRow.current + 1.5) * height - scroller.clientHeight / 2
  }, [grid])
}

/** Returns the position of the tab stop, and event handlers for keys, clicks and focus. */
function useGridNavigation(
  grid: RefObject<HTMLTableElement | null>,
  {
    rows,
    legs,
    price,
    leg,
    selected,
    onFocusChange,
    onChoose,
    onCompare,
  }: SelectionProps & {
    /** Adds a contract to the comparison, or removes it. */
    onCompare: (option: WireChainOption) => void
    rows: WireChainExpiry['rows']
    legs: readonly LegType[]
    price: number | null
    leg: LegType
  },
) {
  const [focused, setFocused] = useState<string | null>(null)
  const ifDisplayed = (position: ChainPosition | undefined) =>
    position && legs.includes(position.leg) ? position : undefined
  const tabStop =
    ifDisplayed(positionOf(rows, focused)) ??
    ifDisplayed(positionOf(rows, selected)) ??
    positionAtTheMoney(rows, leg, price)
  const optionAt = (position: ChainPosition | undefined) =>
    (position && rows[position.row]?.[position.leg]) ?? null
  const choose = (position: ChainPosition | undefined) => {
    const option = optionAt(position)
    if (position && option && isChoosable(option)) onChoose(option, position.leg)
  }
  const positionOfTarget = (target: EventTarget) =>
    positionOf(rows, (target as Element).closest<HTMLElement>('[data-contract]')?.dataset['contract'])
  const isButton = (target: EventTarget) => (target as Element).closest('button') !== null
  return {
    tabStop,
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (!tabStop || event.ctrlKey || event.metaKey || event.altKey) return
      const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
      const legAtRight = legs.length < 2 ? null : isRtl ? 'call' : 'put'
      const next = nextPosition(rows, tabStop, { key: event.key, pageRows, legAtRight })
      const isActivation = event.key === 'Enter' || event.key === ' '
      if (isActivation && isButton(event.target)) return
      if (isActivation) choose(tabStop)
      else if (!next) return
      event.preventDefault()
      const id = optionAt(next)?.id
      if (!id) return
      // A distant row is not in the DOM yet: render it synchronously, so that it can be focused.
      flushSync(() => setFocused(id))
      grid.current?.querySelector<HTMLElement>(`[data-contract="${id}"]`)?.focus()
    },
    onClick({ target }: { target: EventTarget }) {
      const position = positionOfTarget(target)
      const option = optionAt(position)
      if (option && isButton(target)) onCompare(option)
      else choose(position)
    },
    onFocus({ target }: { target: EventTarget }) {
      const option = optionAt(positionOfTarget(target))
      if (!option) return
      setFocused(option.id)
      onFocusChange(option)
    },
    onBlur: () => onFocusChange(null),
  }
}
