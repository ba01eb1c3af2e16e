/** Columns of the chain: the layout that fits the width, and the texts of the figures. */
import type { WireChainOption, WireChainRow } from '#contract/responses/chain.ts'
import type { LegType } from '#contract/responses/income.ts'
import type { Format } from '#app/i18n/format.ts'
import { sellerGreek } from '#app/panels/how/seller-greek.ts'

export const columnNames = [
  'bid',
  'ask',
  'return',
  'probability',
  'delta',
  'iv',
  'interest',
  'volume',
] as const
export type ChainColumnName = (typeof columnNames)[number]

/** Columns that are shown only if all six others fit, in order of preference. */
const optionalColumns: readonly ChainColumnName[] = ['return', 'volume']
const baseColumns = columnNames.filter((name) => !optionalColumns.includes(name))
/** Pairs of figures, stacked in one column each, for tables that are too narrow for six columns. */
const stackedColumns: readonly (readonly ChainColumnName[])[] = [
  ['bid', 'ask'],
  ['probability', 'return'],
  ['delta', 'iv'],
  ['interest', 'volume'],
]

/** Columns that a partner who may show no option prices sees: the others are empty. */
const unpricedColumns: readonly ChainColumnName[] = ['probability', 'delta', 'iv']

/** Returns whether the partner may not show the prices of the contracts. */
export const hasHiddenPrices = (rows: readonly WireChainRow[]): boolean =>
  rows.some(({ call, put }) => (call ?? put)?.bid === null)

/** Formats a number of contracts, compact from ten thousand: 5,120, but 12.3K. */
const formatCount = (format: Format, value: number | null) =>
  value !== null && value >= 10_000 ? format.compact(value) : format.whole(value)

/** Formats the figure of a column; "—" if it is unknown. */
export const figureText = (format: Format, column: ChainColumnName, option: WireChainOption): string =>
  ({
    bid: () => format.decimal(option.bid),
    ask: () => format.decimal(option.ask),
    return: () => format.percent(option.return),
    probability: () => format.probability(option.probability),
    delta: () => format.decimal(sellerGreek(option.delta)),
    iv: () => format.percent(option.impliedVolatility, 1),
    interest: () => formatCount(format, option.openInterest),
    volume: () => formatCount(format, option.volume),
  })[column]()

/** Character widths in the table by pattern, rem; the first match applies. */
const charWidths: readonly (readonly [RegExp, number])[] = [
  [/[\u200E\u200F\u061C]/, 0],
  [/[.,'’\s]/, 0.21],
  [/[\d−]/, 0.485],
  [/[%<>\p{Lu}\p{Script=Greek}]/u, 0.62],
  [/[\p{Script=Latin}\p{Script=Arabic}\p{Script=Hebrew}]/u, 0.42],
  [/./u, 0.75],
]

/**
 * Estimates the width of a text in the table, including padding, in rem. Precise enough to choose
 * the columns.
 */
export const estimateTextWidth = (text: string): number =>
  Array.from(text).reduce(
    (sum, char) => sum + (charWidths.find(([pattern]) => pattern.test(char))?.[1] ?? 0),
    0.5,
  )

/** Width of the strike column, rem: fits the longest risk profile with an arrow. */
const strikeWidth = 5.5

export type ChainLayout = {
  /** Calls and puts side by side, the strikes between them. */
  hasBothLegs: boolean
  /**
   * Columns of one leg, starting beside the strikes. The figures of each inner list are stacked in
   * one column.
   */
  columns: readonly (readonly ChainColumnName[])[]
}

/**
 * Returns the layout that fits the table.
 *
 * @param width of the table, rem
 * @param widths of the longest text in each column, rem
 * @param options.hidesPrices whether the partner may not show the prices of the contracts
 */
export function fitLayout(
  width: number,
  widths: Readonly<Record<ChainColumnName, number>>,
  { hidesPrices = false } = {},
): ChainLayout {
  const totalWidth = (names: readonly ChainColumnName[]) => names.reduce((sum, name) => sum + widths[name], 0)
  if (hidesPrices)
    return {
      hasBothLegs: 2 * totalWidth(unpricedColumns) + strikeWidth <= width,
      columns: unpricedColumns.map((name) => [name]),
    }
  const hasBothLegs = 2 * totalWidth(baseColumns) + strikeWidth <= width
  const widthPerLeg = hasBothLegs ? (width - strikeWidth) / 2 : width - strikeWidth
  if (totalWidth(baseColumns) > widthPerLeg) return { hasBothLegs: false, columns: stackedColumns }
  const shownColumns = new Set(baseColumns)
  for (const column of optionalColumns) {
    if (totalWidth([...shownColumns, column]) > widthPerLeg) break
    shownColumns.add(column)
  }
  return { hasBothLegs, columns: columnNames.filter((name) => shownColumns.has(name)).map((name) => [name]) }
}

/**
 * Returns the columns in display order: reversed for calls beside puts, because their strikes are
 * at the end.
 */
export const columnsInDisplayOrder = (
  { hasBothLegs, columns }: ChainLayout,
  leg: LegType,
): ChainLayout['columns'] => (hasBothLegs && leg === 'call' ? columns.toReversed() : columns)
