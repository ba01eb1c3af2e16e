/** Speed of Why and income without cached results, over eight symbols. */
import { validateBars } from '#service/analysis/bars/validate-bars.ts'
import { config } from '#service/analysis/config.ts'
import { analyseIncome } from '#service/analysis/income.ts'
import { analyseWhy } from '#service/analysis/why.ts'
import { latestClosedSession } from '#service/markets/calendar.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { fastestRoundSeconds } from './measure.ts'
import type { AnalysisBenchmark, BenchmarkGroup } from './row.ts'

const symbols = ['AAPL', 'MSFT', 'NVDA', 'SPY', 'TSLA', 'KO', 'XOM', 'JPM']
/**
 * Figures are scaled to a symbol with this many contracts: the time is proportional to their
 * number.
 */
const nominalContracts = 2500
const asOf = '2026-11-20T21:30:00.000Z'

const loadInputs = async () => {
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
      if (!profile || !bars) throw new Error(`the simulated market has no profile or no bars of ${symbol}`)
      return {
        profile,
        bars: validateBars(bars, {
          lastSession: latestClosedSession(market.now()),
          chain,
          price: quote?.last,
        }),
        chain,
        quote,
        earnings,
        volatilities,
        scores: [],
        benchmark: undefined,
        dataStatus: { asOf, simulated: true, delayedSeconds: 0 },
        riskFreeRate: market.riskFreeRate(),
        commission: config.income.commission,
        today: market.today(),
        date: market.today(),
      }
    }),
  )
  await market.close()
  return inputs
}

const createRows = async (): Promise<AnalysisBenchmark[]> => {
  const inputs = await loadInputs()
  const contracts = inputs.reduce((sum, { chain }) => sum + (chain?.contracts.length ?? 0), 0)
  const millisecondsPerSymbol = (work: (input: (typeof inputs)[number]) => unknown): number =>
    ((1000 * fastestRoundSeconds(() => inputs.forEach(work))) / contracts) * nominalContracts
  return [
    {
      label: `Why of a symbol with ${nominalContracts} contracts`,
      unit: 'ms',
      // 15 % more than before expiries decided about each other (decision 80).
      bar: { maximum: 300 },
      measure: async () => ({ figure: millisecondsPerSymbol((input) => analyseWhy(input)) }),
    },
    {
      label: `income of a symbol with ${nominalContracts} contracts, both sides, 18 cells`,
      unit: 'ms',
      bar: { maximum: 440 },
      measure: async () => ({ figure: millisecondsPerSymbol((input) => analyseIncome(input, {})) }),
    },
  ]
}

export const symbolRows: BenchmarkGroup = { name: 'symbols', rows: createRows }
