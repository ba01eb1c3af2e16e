/** Columns of the chain: which ones fit, and the texts of their figures. */
import type { ChainOption } from '#contract/responses/chain.ts'
import type { LegType } from '#contract/responses/income.ts'
import type { Format } from '#app/i18n/format.ts'

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

/** Columns added to the other six if there is room, in this order. */
const extras: readonly ChainColumnName[] = ['return', 'volume']
const baseColumns = columnNames.filter((name) => !extras.includes(name))
/** Two figures per column, stacked, if not even six fit side by side. */
const stacked: readonly (readonly ChainColumnName[])[] = [
  ['bid', 'ask'],
  ['probability', 'return'],
  ['delta', 'iv'],
  ['interest', 'volume'],
]

/** Formats a number of contracts, compact from ten thousand: 5,120, but 12.3K. */
const count = (format: Format, value: number | null) =>
  value !== null && value >= 10_000 ? format.compact(value) : format.whole(value)

/** Formats the figure of a column; "—" if it is unknown. */
export const figureText = (format: Format, column: ChainColumnName, option: ChainOption): string =>
  ({
    bid: () => format.decimal(option.bid),
    ask: () => format.decimal(option.ask),
    return: () => format.percent(option.return),
    probability: () => format.probability(option.probability),
    delta: () => format.decimal(option.delta),
    iv: () => format.percent(option.impliedVolatility, 1),
    interest: () => count(format, option.openInterest),
    volume: () => count(format, option.volume),
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

/** Estimates the width of a text in the table, padding included, in rem; precise enough to choose the columns. */
export const estimateTextWidth = (text: string): number =>
  Array.from(text).reduce(
    (sum, char) => sum + (charWidths.find(([pattern]) => pattern.test(char))?.[1] ?? 0),
    0.5,
  )

/** Width of the strike column, rem: fits the name of a grid column, and with both legs an arrow. */
const strikeWidth = { single: 4.5, both: 5.25 }

export type ChainLayout = {
  /** Calls and puts side by side, the strikes between them. */
  hasBothLegs: boolean
  /** Columns of one leg, starting next to the strikes; each inner list is stacked in one column. */
  columns: readonly (readonly ChainColumnName[])[]
}

/**
 * Returns the layout that fits the table.
 *
 * @param width of the table, rem
 * @param widths of the longest text in each column, rem
 */
export function fitLayout(width: number, widths: Readonly<Record<ChainColumnName, number>>): ChainLayout {
  const totalWidth = (names: readonly ChainColumnName[]) => names.reduce((sum, name) => sum + widths[name], 0)
  const hasBothLegs = 2 * totalWidth(baseColumns) + strikeWidth.both <= width
  const room = hasBothLegs ? (width - strikeWidth.both) / 2 : width - strikeWidth.single
  if (totalWidth(baseColumns) > room) return { hasBothLegs: false, columns: stacked }
  const chosen = new Set(baseColumns)
  for (const extra of extras) {
    if (totalWidth([...chosen, extra]) > room) break
    chosen.add(extra)
  }
  return { hasBothLegs, columns: columnNames.filter((name) => chosen.has(name)).map((name) => [name]) }
}

/** Returns the columns in display order: reversed for calls beside puts, whose strikes follow at the end. */
export const columnsInDisplayOrder = (
  { hasBothLegs, columns }: ChainLayout,
  leg: LegType,
): ChainLayout['columns'] => (hasBothLegs && leg === 'call' ? columns.toReversed() : columns)
