import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChainRow } from '#contract/responses/chain.ts'
import { useFormat } from '#app/i18n/format.ts'
import { type Figure, figures, figureText, type Layout, layoutOf, roughWidth } from './columns.ts'

/** Rows of which the widths are taken: prices are at their longest at either end. */
const sample = (rows: readonly ChainRow[]) => [...rows.slice(0, 20), ...rows.slice(-20)]

/** Width of an element in rem, kept up to date; 0 until it is known, which is before anything is painted. */
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

/** The columns that the frame of the table has room for, and how wide each is beside the others. */
export function useColumns(
  frame: RefObject<HTMLElement | null>,
  rows: readonly ChainRow[],
): { layout: Layout | undefined; tracks: (columns: Layout['columns']) => string } {
  const { t } = useTranslation('chain')
  const format = useFormat()
  const width = useWidth(frame)
  const widths = useMemo(() => {
    const options = sample(rows).flatMap(({ call, put }) => [call, put].filter((each) => each !== null))
    const widthOf = (figure: Figure) =>
      Math.max(
        roughWidth(t(`column.${figure}`)),
        ...options.map((option) => roughWidth(figureText(format, figure, option))),
      )
    return Object.fromEntries(figures.map((figure) => [figure, widthOf(figure)])) as Record<Figure, number>
  }, [rows, format, t])
  const layout = useMemo(() => (width === 0 ? undefined : layoutOf(width, widths)), [width, widths])
  return {
    layout,
    tracks: (columns) =>
      columns
        .map((column) => `${Math.max(...column.map((figure) => widths[figure])).toFixed(2)}fr`)
        .join(' '),
  }
}
