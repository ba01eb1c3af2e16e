/** Which figures of a contract the chain has room for, and how each is written. */
import type { ChainOption } from '#contract/responses/chain.ts'
import type { LegType } from '#contract/responses/income.ts'
import type { Format } from '#app/i18n/format.ts'

export const figures = ['bid', 'ask', 'return', 'probability', 'delta', 'iv', 'interest', 'volume'] as const
export type Figure = (typeof figures)[number]

/** Those that come in where there is room for more than the six, the first one first. */
const extras: readonly Figure[] = ['return', 'volume']
const always = figures.filter((figure) => !extras.includes(figure))
/** Two of a column, one above the other, where not even six stand side by side. */
const stacked: readonly (readonly Figure[])[] = [
  ['bid', 'ask'],
  ['probability', 'return'],
  ['delta', 'iv'],
  ['interest', 'volume'],
]

/** Contracts, short from ten thousand on: 5,120, but 12.3K. */
const count = (format: Format, value: number | null) =>
  value !== null && value >= 10_000 ? format.compact(value) : format.whole(value)

/** A figure as it is written; "—" where it is not known. */
export const figureText = (format: Format, figure: Figure, option: ChainOption): string =>
  ({
    bid: () => format.decimal(option.bid),
    ask: () => format.decimal(option.ask),
    return: () => format.percent(option.return),
    probability: () => format.probability(option.probability),
    delta: () => format.decimal(option.delta),
    iv: () => format.percent(option.impliedVolatility, 1),
    interest: () => count(format, option.openInterest),
    volume: () => count(format, option.volume),
  })[figure]()

/** Widths of letters in the table, rem, by what they are: the first that fits says it. */
const letterWidths: readonly (readonly [RegExp, number])[] = [
  [/[\u200E\u200F\u061C]/, 0],
  [/[.,'’\s]/, 0.21],
  [/[\d−]/, 0.485],
  [/[%<>\p{Lu}\p{Script=Greek}]/u, 0.62],
  [/[\p{Script=Latin}\p{Script=Arabic}\p{Script=Hebrew}]/u, 0.42],
  [/./u, 0.75],
]

/** Width of a text of the table in rem, padding included; near enough to choose columns by. */
export const roughWidth = (text: string): number =>
  Array.from(text).reduce(
    (sum, letter) => sum + (letterWidths.find(([kind]) => kind.test(letter))?.[1] ?? 0),
    0.5,
  )

/** Width of the strikes, rem: the name of a column of the grid stands under them, between two legs with an arrow. */
const strikeWidth = { one: 4.5, both: 5.25 }

export type Layout = {
  /** Calls and puts side by side, the strikes between them. */
  both: boolean
  /** Of a contract, the nearest to the strikes first. */
  columns: readonly (readonly Figure[])[]
}

/** @param width of the table, and `widths` of each figure where it is written at its longest, rem */
export function layoutOf(width: number, widths: Readonly<Record<Figure, number>>): Layout {
  const needed = (of: readonly Figure[]) => of.reduce((sum, figure) => sum + widths[figure], 0)
  const both = 2 * needed(always) + strikeWidth.both <= width
  const room = both ? (width - strikeWidth.both) / 2 : width - strikeWidth.one
  if (needed(always) > room) return { both: false, columns: stacked }
  const chosen = new Set(always)
  for (const extra of extras) {
    if (needed([...chosen, extra]) > room) break
    chosen.add(extra)
  }
  return { both, columns: figures.filter((figure) => chosen.has(figure)).map((figure) => [figure]) }
}

/** Columns as they stand from the start of the line: of calls beside puts the nearest to the strikes comes last. */
export const inOrder = ({ both, columns }: Layout, leg: LegType): Layout['columns'] =>
  both && leg === 'call' ? columns.toReversed() : columns
