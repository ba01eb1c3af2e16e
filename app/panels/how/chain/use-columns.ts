import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireChainRow } from '#contract/responses/chain.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useAppState } from '#app/state/app-state.ts'
import { useChosenColumns } from './chosen-columns.ts'
import {
  type ChainColumnName,
  columnNames,
  figureText,
  type ChainLayout,
  fitLayout,
  hasHiddenPrices,
  estimateTextWidth,
} from './columns.ts'

/**
 * Returns the rows whose texts are measured: the first and last 20, because they have the longest
 * prices.
 */
const sampleRows = (rows: readonly WireChainRow[]) => [...rows.slice(0, 20), ...rows.slice(-20)]

type Measured = {
  /** Width of the frame, rem. */
  width: number
  /** Width of the button beside each leg, rem. */
  buttonWidth: number
}

/** Returns the widths of the frame; null before the first layout effect. */
function useMeasured(frame: RefObject<HTMLElement | null>): Measured | null {
  const [measured, setMeasured] = useState<Measured | null>(null)
  useLayoutEffect(() => {
    const element = frame.current!
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      const width = element.clientWidth / rem
      const buttonWidth = Number.parseFloat(getComputedStyle(element).getPropertyValue('--chain-button')) || 0
      // A hidden frame has no width; its layout stays.
      if (width > 0)
        setMeasured((last) =>
          last?.width === width && last.buttonWidth === buttonWidth ? last : { width, buttonWidth },
        )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return measured
}

type Widths = Readonly<Record<ChainColumnName, number>>

/**
 * Returns the widths of the longest text in each column, rem. While the table shows the same contracts they only grow,
 * so that the columns do not move with every new quote.
 */
function useColumnWidths(rows: readonly WireChainRow[], tableKey: string): Widths {
  const { t } = useTranslation('chain')
  const format = useFormat()
  const widths = useMemo(() => {
    const options = sampleRows(rows).flatMap(({ call, put }) =>
      [call, put].filter((option) => option !== null),
    )
    const widthOf = (column: ChainColumnName) =>
      Math.max(
        estimateTextWidth(t(`column.${column}`)),
        ...options.map((option) => estimateTextWidth(figureText(format, column, option))),
      )
    return Object.fromEntries(columnNames.map((column) => [column, widthOf(column)])) as Widths
  }, [rows, format, t])
  const key = `${tableKey} ${format.locale}`
  const [held, setHeld] = useState({ key, widths })
  const isSameTable = held.key === key
  const grows = columnNames.some((column) => widths[column] > held.widths[column])
  if (isSameTable && !grows) return held.widths
  const largest = (column: ChainColumnName) => Math.max(widths[column], isSameTable ? held.widths[column] : 0)
  const next = Object.fromEntries(columnNames.map((column) => [column, largest(column)])) as Widths
  setHeld({ key, widths: next })
  return next
}

/**
 * Returns the layout that fits the frame (undefined before it is measured), and the CSS grid tracks of columns.
 *
 * @param tableKey identifies the contracts, whose figures may change
 */
export function useColumns(
  frame: RefObject<HTMLElement | null>,
  rows: readonly WireChainRow[],
  tableKey: string,
): { layout: ChainLayout | undefined; tracks: (columns: ChainLayout['columns']) => string } {
  const chosen = useChosenColumns(useAppState())
  const measured = useMeasured(frame)
  const widths = useColumnWidths(rows, tableKey)
  const hidesPrices = hasHiddenPrices(rows)
  const layout = useMemo(
    () =>
      measured
        ? fitLayout(measured.width, widths, { hidesPrices, chosen, buttonWidth: measured.buttonWidth })
        : undefined,
    [measured, widths, hidesPrices, chosen],
  )
  return {
    layout,
    tracks: (columns) =>
      columns
        .map(
          (stackedColumns) => `${Math.max(...stackedColumns.map((column) => widths[column])).toFixed(2)}fr`,
        )
        .join(' '),
  }
}
