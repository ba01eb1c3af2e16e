/**
 * The implied distribution of each expiry of recorded and synthetic chains is valid: probabilities
 * rise from 0 to 1, the put price is their integral and convex, and the mean is the forward. Scores
 * use the same distribution. Integrals are independent sums over fine grids.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Chain } from '#service/markets/market.ts'
import { expiriesOf, type PricedExpiry } from '#service/analysis/surface.ts'
import { volatilityBetweenReports } from './bars.oracle.ts'
import { noBars } from '#service/markets/no-bars.ts'
import { disagreementsAmong } from './disagreements.fixture.ts'
import { chainFrom, syntheticMarket, rate, skewedSmile, today } from './synthetic-market.fixture.ts'
import {
  densityOf,
  expectation,
  lognormal,
  mixOutcomes,
  outcomeOf,
  profitOf,
  type GridDensity,
} from './pricing.oracle.ts'
import { commissionPerShare } from './income.oracle.ts'
import {
  symbolsWithRecordedChain,
  analyseSymbols,
  tradeName,
  tradesOf,
  type AnalysedSymbol,
} from './trades.fixture.ts'
import { hasRecordedData, recordedFolders, recordedMarket } from './scenarios.fixture.ts'

/** An expiry with a distribution, and its chain. */
type Distribution = { readonly name: string; readonly expiry: PricedExpiry; readonly chain: Chain }

const expiriesFor = ({
  chain,
  profile,
  today: day,
  rate: riskFreeRate,
}: AnalysedSymbol): readonly PricedExpiry[] =>
  expiriesOf(chain, chain.underlyingPrice, {
    today: day,
    date: day,
    riskFreeRate,
    dividendYield: profile.dividendYield,
  })

const dataSources: [string, boolean, () => Promise<AnalysedSymbol[]>][] = [
  [
    `recorded chains (needs ../shared/market-data/${recordedFolders.join(', ')})`,
    hasRecordedData,
    async () => analyseSymbols(await recordedMarket(), symbolsWithRecordedChain()),
  ],
  [
    'synthetic chains',
    true,
    async () =>
      analyseSymbols(
        syntheticMarket({
          SKEW: { chain: chainFrom('SKEW', { volatility: skewedSmile(0.3) }) },
          WILD: { chain: chainFrom('WILD', { volatility: skewedSmile(0.9), spread: 0.2, tick: 0.05 }) },
          CALM: { chain: chainFrom('CALM', { volatility: skewedSmile(0.15), tick: 0.01 }) },
        }),
        ['SKEW', 'WILD', 'CALM'],
      ),
  ],
]

/** Log-spaced prices around the forward. */
const priceGrid = (expiry: PricedExpiry, cells: number): number[] => {
  const { forward, years } = expiry
  const reach = Math.min(7, Math.max(0.3, 8 * (expiry.atTheMoney() ?? 0.5) * Math.sqrt(years)))
  return Array.from(
    { length: cells + 1 },
    (_, index) => forward * Math.exp(reach * ((2 * index) / cells - 1)),
  )
}

const cachedDensities = new Map<PricedExpiry, GridDensity>()

/**
 * Returns the cached density of an expiry, from a thousandth of the forward to 55 times the
 * forward.
 */
const densityFor = (expiry: PricedExpiry): GridDensity => {
  const [lower, upper] = [expiry.forward * Math.exp(-7), expiry.forward * Math.exp(4)]
  const density =
    cachedDensities.get(expiry) ??
    densityOf((price) => expiry.probabilityBelow(price), { from: lower, to: upper, cells: 7_000 })
  cachedDensities.set(expiry, density)
  return density
}

describe.each(dataSources)('%s', (_, isAvailable, readSymbols) => {
  describe.skipIf(!isAvailable)('distributions', () => {
    let symbols: AnalysedSymbol[]
    let distributions: Distribution[]
    beforeAll(async () => {
      symbols = await readSymbols()
      distributions = symbols.flatMap((symbol) =>
        expiriesFor(symbol)
          .filter((expiry) => expiry.probabilityBelow(expiry.forward) !== undefined)
          .map((expiry) => ({ name: `${symbol.symbol} ${expiry.day}`, expiry, chain: symbol.chain })),
      )
    }, 60_000)
    const disagreements = (check: (expiry: PricedExpiry, chain: Chain) => string | undefined | false) =>
      disagreementsAmong(
        distributions,
        ({ name }) => name,
        ({ expiry, chain }) => check(expiry, chain),
      )

    test('there are more than four per symbol', () => {
      expect(distributions.length).toBeGreaterThan(symbols.length * 4)
    })

    test('probabilities rise from 0 to 1', () => {
      expect(
        disagreements((expiry) => {
          let previous = 0
          for (const price of priceGrid(expiry, 400)) {
            const probability = expiry.probabilityBelow(price)!
            if (!(probability >= previous - 1e-9 && probability <= 1 + 1e-9))
              return `probability ${previous}, then ${probability} at ${price}`
            previous = probability
          }
          const [first, last] = [priceGrid(expiry, 1)[0]!, priceGrid(expiry, 1)[1]!]
          const [lowest, highest] = [expiry.probabilityBelow(first)!, expiry.probabilityBelow(last)!]
          return !(lowest < 0.02 && highest > 0.98) && `from ${lowest} to ${highest}`
        }),
      ).toEqual([])
    })

    test('the put price is the integral of the probabilities and convex, and implies the forward as the mean', () => {
      expect(
        disagreements((expiry) => {
          const { forward } = expiry
          const prices = priceGrid(expiry, 2_000)
          let integral = expiry.undiscountedPut(prices[0]!)!
          let slope = 0
          for (let index = 1; index < prices.length; index++) {
            const [low, high] = [prices[index - 1]!, prices[index]!]
            const middle = expiry.probabilityBelow((low + high) / 2)!
            integral += middle * (high - low)
            if (index % 100 !== 0) continue
            const put = expiry.undiscountedPut(high)!
            if (!(Math.abs(put - integral) <= 1e-4 * forward)) return `put ${put} at ${high}, not ${integral}`
            const nextSlope =
              (put - expiry.undiscountedPut(prices[index - 100]!)!) / (high - prices[index - 100]!)
            if (!(nextSlope >= slope - 1e-7 && nextSlope <= 1 + 1e-9))
              return `slope ${slope}, then ${nextSlope} at ${high}`
            slope = nextSlope
          }
          const far = prices.at(-1)!
          const mean = far - expiry.undiscountedPut(far)!
          return !(Math.abs(mean / forward - 1) <= 0.001) && `mean ${mean}, forward ${forward}`
        }),
      ).toEqual([])
    })

    test('the mean of the density is the forward', () => {
      expect(
        disagreements((expiry) => {
          const prices = priceGrid(expiry, 1)
          const density = densityOf((price) => expiry.probabilityBelow(price), {
            from: prices[0]!,
            to: prices[1]!,
            cells: 1_500,
          })
          const mean = expectation((price) => price, density)
          return !(Math.abs(mean / expiry.forward - 1) <= 0.002) && `mean ${mean}, forward ${expiry.forward}`
        }),
      ).toEqual([])
    })

    test('no contract is both accepted and refused', () => {
      expect(
        disagreements(({ contracts, refused, day }, chain) => {
          const acceptedIds = new Set(contracts.map(({ id }) => id))
          const duplicate = refused.find(({ contract }) => acceptedIds.has(contract.id))
          if (duplicate) return `${duplicate.contract.id} is accepted and refused`
          const listed = chain.contracts.filter(({ expiry }) => expiry === day).length
          return (
            acceptedIds.size + refused.length > listed &&
            `${acceptedIds.size} accepted and ${refused.length} refused of ${listed}`
          )
        }),
      ).toEqual([])
    })

    test(
      'gains and losses of trades are integrals over the distribution, or over its mixture with the realised one',
      { timeout: 30_000 },
      () => {
        const trades = symbols.flatMap(tradesOf)
        const expiriesBySymbol = new Map(
          symbols.map((symbol) => [
            symbol.symbol,
            new Map(expiriesFor(symbol).map((expiry) => [expiry.day, expiry])),
          ]),
        )
        let mixtures = 0
        expect(
          disagreementsAmong(
            trades,
            tradeName,
            ({ symbol, contract, option, bars, profile, earnings, rate: r }) => {
              const expiry = expiriesBySymbol.get(symbol)!.get(contract.expiry)!
              const { forward, years } = expiry
              const premium = contract.bid - commissionPerShare
              const profit = profitOf({ ...contract, premium, forward, growth: Math.exp(r * years) })
              const { expectedGain, expectedLoss, impliedWeight, realizedVolatility, reportMove } =
                option.scoreParts
              const implied = outcomeOf(profit, densityFor(expiry))
              if (realizedVolatility !== null) {
                mixtures++
                const expected = volatilityBetweenReports(
                  bars,
                  profile.kind === 'stock' ? earnings : undefined,
                )
                if (!(Math.abs(expected - realizedVolatility) <= 0.000_06))
                  return `realised ${realizedVolatility}, not ${expected}`
              }
              const { gain, loss } =
                realizedVolatility === null
                  ? implied
                  : mixOutcomes(
                      impliedWeight,
                      implied,
                      outcomeOf(
                        profit,
                        lognormal(
                          forward,
                          Math.hypot(realizedVolatility * Math.sqrt(years), reportMove ?? 0),
                        ),
                      ),
                    )
              const slack = (value: number): number => 0.0001 + 0.0005 * value + 1e-5 * forward
              return (
                !(
                  Math.abs(gain - expectedGain) <= slack(gain) && Math.abs(loss - expectedLoss) <= slack(loss)
                ) &&
                `gain ${expectedGain} loss ${expectedLoss}, not ${gain.toFixed(4)} and ${loss.toFixed(4)}`
              )
            },
          ),
        ).toEqual([])
        expect(mixtures).toBeGreaterThan(5)
      },
    )
  })
})

test('trades score 100 if the chain has the prices of its own implied distribution', async () => {
  const chain = chainFrom('TEST', { volatility: skewedSmile(0.3), days: [28, 63, 119], style: 'european' })
  /** Replaces the quotes of a chain by prices of the distribution that they imply. */
  const repriced = (original: Chain): Chain => {
    const expiries = new Map(
      expiriesOf(original, original.underlyingPrice, {
        today,
        date: today,
        riskFreeRate: rate,
        dividendYield: 0,
      }).map((expiry) => [expiry.day, expiry]),
    )
    return {
      ...original,
      contracts: original.contracts.flatMap((contract) => {
        const expiry = expiries.get(contract.expiry)!
        const { forward, discount } = expiry
        const put = expiry.undiscountedPut(contract.strike)!
        const mid = discount * (contract.right === 'put' ? put : put + forward - contract.strike)
        // Omits prices of less than a tenth of a cent: their scores would be rounding errors.
        return mid > 0.001 ? [{ ...contract, bid: mid * 0.99999, ask: mid * 1.00001 }] : []
      }),
    }
  }
  // Repeated repricing converges to a chain that its fit reproduces.
  const converged = Array.from({ length: 10 }).reduce<Chain>(repriced, chain)
  const market = syntheticMarket({ TEST: { chain: converged, bars: noBars } })
  const [symbol] = await analyseSymbols(market, ['TEST'], {}, 0)
  const trades = tradesOf(symbol!)
  expect(trades.length).toBeGreaterThan(15)
  expect(
    disagreementsAmong(trades, tradeName, ({ option: { scoreParts } }) => {
      const score = (100 * scoreParts.expectedGain) / scoreParts.expectedLoss
      return !(Math.abs(score - 100) <= 0.2) && `${score}`
    }),
  ).toEqual([])
})
