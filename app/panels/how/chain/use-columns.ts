import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { useTranslation } from '#app/i18n/use-translation.ts'
import type { WireChainRow } from '#contract/responses/chain.ts'
import { useFormat } from '#app/i18n/format.ts'
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

/**
 * Returns the current width of an element in rem; 0 before the first layout effect.
 */
function useWidth(frame: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = frame.current!
    const measure = () =>
      setWidth(element.clientWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return width
}

/**
 * Returns the layout that fits the frame (undefined before it is measured), and the CSS grid tracks
 * of columns.
 */
export function useColumns(
  frame: RefObject<HTMLElement | null>,
  rows: readonly WireChainRow[],
): { layout: ChainLayout | undefined; tracks: (columns: ChainLayout['columns']) => string } {
  const { t } = useTranslation('chain')
  const format = useFormat()
  const width = useWidth(frame)
  const widths = useMemo(() => {
    const options = sampleRows(rows).flatMap(({ call, put }) =>
      [call, put].filter((option) => option !== null),
    )
    const widthOf = (column: ChainColumnName) =>
      Math.max(
        estimateTextWidth(t(`column.${column}`)),
        ...options.map((option) => estimateTextWidth(figureText(format, column, option))),
      )
    return Object.fromEntries(columnNames.map((column) => [column, widthOf(column)])) as Record<
      ChainColumnName,
      number
    >
  }, [rows, format, t])
  const hidesPrices = hasHiddenPrices(rows)
  const layout = useMemo(
    () => (width === 0 ? undefined : fitLayout(width, widths, { hidesPrices })),
    [width, widths, hidesPrices],
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
