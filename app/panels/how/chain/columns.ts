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

/**
 * Formats a number of contracts, compact from ten thousand: 5,120, but 12.3K. The whole number if that is narrower, as in
 * languages that abbreviate with a word.
 */
function formatCount(format: Format, value: number | null): string {
  const whole = format.whole(value)
  if (value === null || value < 10_000) return whole
  const compact = format.compact(value)
  return estimateTextWidth(whole) < estimateTextWidth(compact) ? whole : compact
}

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
  [/\p{Script=Latin}/u, 0.42],
  [/\p{Script=Hebrew}/u, 0.5],
  [/\p{Script=Arabic}/u, 0.56],
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
/** Width of the bar of contracts in the money, between strikes and puts, rem. */
const barWidth = 0.1875
/** Widths from which calls and puts are shown side by side, rem: half a frame of 1024 px. */
const bothLegsWidth = 32
/** Minimum number of columns for each leg beside the strikes. */
const minColumnsOfLeg = 3

export type ChainLayout = {
  /** Calls and puts side by side, the strikes between them. */
  hasBothLegs: boolean
  /**
   * Columns of one leg, starting beside the strikes. The figures of each inner list are stacked in
   * one column.
   */
  columns: readonly (readonly ChainColumnName[])[]
}

type LayoutOptions = {
  /** The partner may not show the prices of the contracts. */
  hidesPrices?: boolean
  /** The user's columns; null = those that fit. */
  chosen?: readonly ChainColumnName[] | null
  /** Width of the button beside each leg that adds a contract to the comparison, rem. */
  buttonWidth?: number
}

/** Returns the columns that the user can choose. */
export const choosableColumns = (hidesPrices: boolean): readonly ChainColumnName[] =>
  hidesPrices ? unpricedColumns : columnNames

/**
 * Returns the layout that fits the table. Calls and puts are side by side from `bothLegsWidth`, or if all base columns
 * fit.
 *
 * @param width of the table, rem
 * @param widths of the longest text in each column, rem
 */
export function fitLayout(
  width: number,
  widths: Readonly<Record<ChainColumnName, number>>,
  { hidesPrices = false, chosen = null, buttonWidth = 0 }: LayoutOptions = {},
): ChainLayout {
  const isChoosable = (name: ChainColumnName) => choosableColumns(hidesPrices).includes(name)
  const chosenColumns = chosen?.filter(isChoosable) ?? []
  const base = baseColumns.filter(isChoosable)
  const [wanted, optional] =
    chosenColumns.length > 0 ? [chosenColumns, []] : [base, optionalColumns.filter(isChoosable)]
  const widthOfEach = (name: ChainColumnName) => widths[name]
  const bothWidth = (width - strikeWidth) / 2 - buttonWidth - barWidth
  const firstColumns = wanted.slice(0, minColumnsOfLeg)
  const hasBothLegs =
    sum(wanted.map(widthOfEach)) <= bothWidth ||
    (width >= bothLegsWidth && sum(firstColumns.map(widthOfEach)) <= bothWidth)
  const legWidth = hasBothLegs ? bothWidth : width - strikeWidth - buttonWidth - barWidth
  const fitting = (columns: ChainLayout['columns']) => columnsThatFit(columns, widths, legWidth)
  const single = (names: readonly ChainColumnName[]) => names.map((name) => [name])
  if (sum(wanted.map(widthOfEach)) <= legWidth) {
    const shown = new Set(fitting(single([...wanted, ...optional])).flat())
    return { hasBothLegs, columns: single(columnNames.filter((name) => shown.has(name))) }
  }
  if (chosenColumns.length > 0) return { hasBothLegs, columns: fitting(pairsOf(chosenColumns)) }
  return { hasBothLegs, columns: hasBothLegs || hidesPrices ? fitting(single(wanted)) : stackedColumns }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Returns the columns up to the first that does not fit, at least one. */
function columnsThatFit(
  columns: ChainLayout['columns'],
  widths: Readonly<Record<ChainColumnName, number>>,
  legWidth: number,
): ChainLayout['columns'] {
  const widthOf = (names: readonly ChainColumnName[]) => Math.max(...names.map((name) => widths[name]))
  const count = columns.findIndex((_, index) => sum(columns.slice(0, index + 1).map(widthOf)) > legWidth)
  return count === -1 ? columns : columns.slice(0, Math.max(1, count))
}

/** Returns neighbouring names in pairs, to be stacked in one column each. */
const pairsOf = (names: readonly ChainColumnName[]): ChainLayout['columns'] =>
  names.flatMap((_, index) => (index % 2 === 0 ? [names.slice(index, index + 2)] : []))

/**
 * Returns the columns in display order: reversed for calls beside puts, because their strikes are
 * at the end.
 */
export const columnsInDisplayOrder = (
  { hasBothLegs, columns }: ChainLayout,
  leg: LegType,
): ChainLayout['columns'] => (hasBothLegs && leg === 'call' ? columns.toReversed() : columns)
