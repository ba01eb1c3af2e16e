/** Why and income of a symbol without any cached result: the same eight in rotation. */
import { judgeBars } from '#service/analysis/bars/judge-bars.ts'
import { analyseIncome } from '#service/analysis/income.ts'
import { analyseWhy } from '#service/analysis/why.ts'
import { latestClosedSession } from '#service/markets/calendar.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { fastest } from './measure.ts'
import type { Group, AnalysisBenchmark } from './row.ts'

const symbols = ['AAPL', 'MSFT', 'NVDA', 'SPY', 'TSLA', 'KO', 'XOM', 'JPM']
/** The cost grows with the contracts: figures are scaled to this many. */
const perContracts = 2500
const now = '2026-11-20T21:30:00.000Z'

const inputsOf = async () => {
  const market = simulatedMarket({ seed: 1, clock: () => new Date(now) })
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
        dataStatus: { asOf: now, simulated: true, delayedSeconds: 0 },
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
  const each = (work: (input: (typeof inputs)[number]) => unknown): number =>
    ((1000 * fastest(() => inputs.forEach(work))) / contracts) * perContracts
  return [
    {
      what: `Why of a symbol with ${perContracts} contracts`,
      unit: 'ms',
      bar: { most: 10 },
      ours: async () => ({ figure: each((input) => analyseWhy(input)) }),
    },
    {
      what: `income of a symbol with ${perContracts} contracts, both sides, 18 cells`,
      unit: 'ms',
      bar: { most: 10 },
      ours: async () => ({ figure: each((input) => analyseIncome(input, {})) }),
    },
  ]
}

export const symbolRows: Group = { name: 'symbols', rows: rowsOf }
