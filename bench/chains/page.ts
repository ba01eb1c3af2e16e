/** Generates the section of docs/accuracy.md about the cells of recorded chains. */
import { median } from '#service/analysis/median.ts'
import { markdownTable } from '../markdown-table.ts'
import { sumOf, type ChainCells } from './cells.ts'

/** Heading of the section. */
export const chainsHeading = '## What is chosen from real chains'

const listOf = (counts: Readonly<Record<string, number>>): string =>
  sumOf([counts])
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')

export type ChainsSummary = {
  /** Median of fill over fair value of the picks. */
  readonly medianFill: number
  readonly aboveFair: number
  readonly unwarned: number
}

export const summaryOf = (chains: readonly ChainCells[]): ChainsSummary => ({
  medianFill: median(chains.flatMap(({ fillShares }) => fillShares)),
  aboveFair: chains.reduce((sum, { aboveFair }) => sum + aboveFair, 0),
  unwarned: chains.reduce((sum, { unwarned }) => sum + unwarned, 0),
})

/** @param day session of the chains, `2026-08-21` */
export function chainsSection(chains: readonly ChainCells[], day: string): string {
  const { medianFill, aboveFair, unwarned } = summaryOf(chains)
  const filled = chains.reduce((sum, chain) => sum + chain.filled, 0)
  const emptyRows = sumOf(chains.map(({ empty }) => empty)).map(([reason, count]) => [reason, String(count)])
  return `${chainsHeading}

Written by \`npm run bench:chains\` from the recorded chains of ${chains.length} symbols (${day}), each with 18 cells: three time
frames and three risk profiles of covered calls and of short puts. ${filled} of ${18 * chains.length} cells are filled. The premium of a pick is
${medianFill.toFixed(3)} of its fair value in the median. Bids more than three standard errors above fair value: ${aboveFair}. Picks over
an implied event without a warning: ${unwarned}.

An empty cell shows the nearest contract with the reason; \`none\` has no contract near enough. Refused contracts are not used
for any cell.

${markdownTable(
  ['symbol', 'filled', 'empty, by reason', 'refused contracts, by reason'],
  chains.map(({ symbol, filled: count, empty, refused }) => [
    symbol,
    String(count),
    listOf(empty),
    listOf(refused),
  ]),
  [0, 2, 3],
)}

${markdownTable(['reason of an empty cell', 'cells'], emptyRows)}
`
}
