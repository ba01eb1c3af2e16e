/**
 * What How chooses from recorded chains: `npm run bench:chains` prints the section and writes it into docs/accuracy.md.
 * Reads the folder of recorded data `../shared/market-data`, or the one that the first argument names. Exits 1 if a pick
 * is above its fair value plus three standard errors, an implied event has no warning, or the picks are filled below
 * 0.94 of fair value in the median.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { analyseIncome } from '#service/analysis/income.ts'
import { readSymbolFacts } from '#service/lookups/symbol-facts.ts'
import type { Market } from '#service/markets/market.ts'
import { openRecordedMarket } from '#service/markets/recorded/recorded-market.ts'
import { memoryBatches } from '#service/store/memory/batches.ts'
import { cellsOf, type ChainCells } from './chains/cells.ts'
import { chainsHeading, chainsSection, summaryOf } from './chains/page.ts'
import { withSection } from './page-section.ts'

/** The lowest median of fill over fair value. */
const minFill = 0.94

const folder = process.argv[2] ?? fileURLToPath(new URL('../../shared/market-data', import.meta.url))

async function cellsOfSymbol(market: Market, symbol: string): Promise<ChainCells | undefined> {
  const facts = await readSymbolFacts({ market, batches: memoryBatches() }, symbol)
  return facts?.chain && cellsOf(analyseIncome({ ...facts, benchmark: undefined }, {}))
}

const market = await openRecordedMarket(folder)
const chains: ChainCells[] = []
for (const symbol of await market.universe()) {
  const cells = await cellsOfSymbol(market, symbol)
  if (cells) chains.push(cells)
}
const day = market.today()
await market.close()
const section = chainsSection(
  chains.toSorted((a, b) => a.symbol.localeCompare(b.symbol)),
  day,
)
console.log(section)
const path = 'docs/accuracy.md'
writeFileSync(path, withSection(readFileSync(path, 'utf8'), chainsHeading, section))
const { medianFill, aboveFair, unwarned } = summaryOf(chains)
if (aboveFair > 0 || unwarned > 0 || !(medianFill >= minFill)) process.exitCode = 1
