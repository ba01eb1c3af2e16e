/** Why and income of a symbol without cached results, for eight symbols in rotation. */
import { judgeBars } from '#service/analysis/bars/judge-bars.ts'
import { analyseIncome } from '#service/analysis/income.ts'
import { analyseWhy } from '#service/analysis/why.ts'
import { latestClosedSession } from '#service/markets/calendar.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { fastest } from './measure.ts'
import type { Group, AnalysisBenchmark } from './row.ts'

const symbols = ['AAPL', 'MSFT', 'NVDA', 'SPY', 'TSLA', 'KO', 'XOM', 'JPM']
/** The cost is proportional to the contracts, so figures are scaled to this many. */
const perContracts = 2500
const asOf = '2026-11-20T21:30:00.000Z'

const inputsOf = async () => {
  const market = simulatedMarket({ seed: 1, clock: () => new Date(asOf) })
  const inputs = await Promise.all(
    symbols.map(async (symbol) => {
      const [profile, bars, chain, quote, earnings, volatilities] = await Promise.all([
        market.profile(symbol),
        market.bars(symbol),
        market.chain(symbol),
        market.quote(symbol),
        market.earnings(symbol),
        market.volatilityHistory(symbol),
      ])
      if (!profile || !bars) throw new Error(`the simulated market does not know ${symbol}`)
      return {
        profile,
        bars: judgeBars(bars, { lastSession: latestClosedSession(market.now()), chain, price: quote?.last }),
        chain,
        quote,
        earnings,
        volatilities,
        scores: [],
        benchmark: undefined,
        dataStatus: { asOf, simulated: true, delayedSeconds: 0 },
        riskFreeRate: market.riskFreeRate(),
        today: market.today(),
      }
    }),
  )
  await market.close()
  return inputs
}

const rowsOf = async (): Promise<AnalysisBenchmark[]> => {
  const inputs = await inputsOf()
  const contracts = inputs.reduce((sum, { chain }) => sum + (chain?.contracts.length ?? 0), 0)
  const millisecondsPerSymbol = (work: (input: (typeof inputs)[number]) => unknown): number =>
    ((1000 * fastest(() => inputs.forEach(work))) / contracts) * perContracts
  return [
    {
      label: `Why of a symbol with ${perContracts} contracts`,
      unit: 'ms',
      bar: { maximum: 10 },
      measure: async () => ({ figure: millisecondsPerSymbol((input) => analyseWhy(input)) }),
    },
    {
      label: `income of a symbol with ${perContracts} contracts, both sides, 18 cells`,
      unit: 'ms',
      bar: { maximum: 10 },
      measure: async () => ({ figure: millisecondsPerSymbol((input) => analyseIncome(input, {})) }),
    },
  ]
}

export const symbolRows: Group = { name: 'symbols', rows: rowsOf }
