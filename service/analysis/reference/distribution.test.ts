/**
 * The implied distribution of each expiry is valid: probabilities rise from 0 to 1, the put integrates them,
 * is convex and has the forward as its mean; and scores are gains over losses under the same distribution.
 * Independent sums over fine grids, for recorded and synthetic chains.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Chain } from '#service/markets/market.ts'
import { expiriesOf, type PricedExpiry } from '#service/analysis/surface.ts'
import { yangZhang } from './bars.oracle.ts'
import { disagreementsAmong } from './disagreements.fixture.ts'
import { realizedSessions } from './income.oracle.ts'
import { chainFrom, syntheticMarket, rate, skewed, today } from './synthetic-chains.fixture.ts'
import {
  densityOf,
  expectation,
  lognormal,
  mixed,
  outcomeOf,
  profitOf,
  type GridDensity,
} from './pricing.oracle.ts'
import { recordedChains, symbolsOf, tradeName, tradesOf, type Symbol } from './trades.fixture.ts'
import { isRecorded, recordedFolders, recordedMarket } from './scenarios.fixture.ts'

type Distribution = { readonly name: string; readonly expiry: PricedExpiry; readonly chain: Chain }

const expiriesFor = ({ chain, profile, today: day, rate: riskFreeRate }: Symbol): readonly PricedExpiry[] =>
  expiriesOf(chain, chain.underlyingPrice, {
    today: day,
    riskFreeRate,
    dividendYield: profile.dividendYield,
  })

const environments: [string, boolean, () => Promise<Symbol[]>][] = [
  [
    `recorded chains (needs ../shared/market-data/${recordedFolders.join(', ')})`,
    isRecorded,
    async () => symbolsOf(await recordedMarket(), recordedChains()),
  ],
  [
    'made-up chains',
    true,
    async () =>
      symbolsOf(
        syntheticMarket({
          SKEW: { chain: chainFrom('SKEW', { volatility: skewed(0.3) }) },
          WILD: { chain: chainFrom('WILD', { volatility: skewed(0.9), spread: 0.2, tick: 0.05 }) },
          CALM: { chain: chainFrom('CALM', { volatility: skewed(0.15), tick: 0.01 }) },
        }),
        ['SKEW', 'WILD', 'CALM'],
      ),
  ],
]

/** Prices even in their logarithm around the forward. */
const grid = (expiry: PricedExpiry, cells: number): number[] => {
  const { forward, years } = expiry
  const reach = Math.min(7, Math.max(0.3, 8 * (expiry.atTheMoney() ?? 0.5) * Math.sqrt(years)))
  return Array.from(
    { length: cells + 1 },
    (_, index) => forward * Math.exp(reach * ((2 * index) / cells - 1)),
  )
}

const densities = new Map<PricedExpiry, GridDensity>()

/** Its density, down to a thousandth of the price: what little lies there is deep in the loss. */
const densityBy = (expiry: PricedExpiry): GridDensity => {
  const [lower, upper] = [expiry.forward * Math.exp(-7), expiry.forward * Math.exp(4)]
  const distribution =
    densities.get(expiry) ??
    densityOf((price) => expiry.probabilityBelow(price), { from: lower, to: upper, cells: 7_000 })
  densities.set(expiry, distribution)
  return distribution
}

describe.each(environments)('%s', (_, isThere, readDistributions) => {
  describe.skipIf(!isThere)('distributions', () => {
    let symbols: Symbol[]
    let distributions: Distribution[]
    beforeAll(async () => {
      symbols = await readDistributions()
      distributions = symbols.flatMap((symbol) =>
        expiriesFor(symbol)
          .filter((expiry) => expiry.probabilityBelow(expiry.forward) !== undefined)
          .map((expiry) => ({ name: `${symbol.symbol} ${expiry.day}`, expiry, chain: symbol.chain })),
      )
    }, 60_000)
    const disagreements = (look: (expiry: PricedExpiry, chain: Chain) => string | undefined | false) =>
      disagreementsAmong(
        distributions,
        ({ name }) => name,
        ({ expiry, chain }) => look(expiry, chain),
      )

    test('there are some', () => {
      expect(distributions.length).toBeGreaterThan(symbols.length * 4)
    })

    test('probabilities rise from 0 to 1 and never fall', () => {
      expect(
        disagreements((expiry) => {
          let previous = 0
          for (const price of grid(expiry, 400)) {
            const probability = expiry.probabilityBelow(price)!
            if (!(probability >= previous - 1e-9 && probability <= 1 + 1e-9))
              return `${previous} and then ${probability} at ${price}`
            previous = probability
          }
          const [first, last] = [grid(expiry, 1)[0]!, grid(expiry, 1)[1]!]
          const [lowest, highest] = [expiry.probabilityBelow(first)!, expiry.probabilityBelow(last)!]
          return !(lowest < 0.02 && highest > 0.98) && `from ${lowest} to ${highest}`
        }),
      ).toEqual([])
    })

    test('the put is the integral of the probabilities, convex, and its mean is the forward', () => {
      expect(
        disagreements((expiry) => {
          const { forward } = expiry
          const prices = grid(expiry, 2_000)
          let integral = expiry.undiscountedPut(prices[0]!)!
          let slope = 0
          for (let index = 1; index < prices.length; index++) {
            const [low, high] = [prices[index - 1]!, prices[index]!]
            const middle = expiry.probabilityBelow((low + high) / 2)!
            integral += middle * (high - low)
            if (index % 100 !== 0) continue
            const put = expiry.undiscountedPut(high)!
            if (!(Math.abs(put - integral) <= 1e-4 * forward)) return `put ${put} at ${high}, not ${integral}`
            const next = (put - expiry.undiscountedPut(prices[index - 100]!)!) / (high - prices[index - 100]!)
            if (!(next >= slope - 1e-7 && next <= 1 + 1e-9))
              return `slope ${slope} and then ${next} at ${high}`
            slope = next
          }
          const far = prices.at(-1)!
          const mean = far - expiry.undiscountedPut(far)!
          return !(Math.abs(mean / forward - 1) <= 0.001) && `mean ${mean}, forward ${forward}`
        }),
      ).toEqual([])
    })

    test('its mean is the forward by its density, too', () => {
      expect(
        disagreements((expiry) => {
          const prices = grid(expiry, 1)
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

    test('a contract is either taken or refused, never both', () => {
      expect(
        disagreements(({ contracts, refused, day }, chain) => {
          const tradedIds = new Set(contracts.map(({ id }) => id))
          const twice = refused.find(({ contract }) => tradedIds.has(contract.id))
          if (twice) return `${twice.contract.id} is both`
          const listed = chain.contracts.filter(({ expiry }) => expiry === day).length
          return (
            tradedIds.size + refused.length > listed && `${tradedIds.size} and ${refused.length} of ${listed}`
          )
        }),
      ).toEqual([])
    })

    test(
      'gains and losses of the trades are integrals over it, or over the mixture with what was realised',
      { timeout: 30_000 },
      () => {
        const trades = symbols.flatMap(tradesOf)
        const byDay = new Map(
          symbols.map((symbol) => [
            symbol.symbol,
            new Map(expiriesFor(symbol).map((expiry) => [expiry.day, expiry])),
          ]),
        )
        let mixtures = 0
        expect(
          disagreementsAmong(trades, tradeName, ({ symbol, contract, option, bars, today: day, rate: r }) => {
            const expiry = byDay.get(symbol)!.get(contract.expiry)!
            const { forward, years } = expiry
            const profit = profitOf({ ...contract, forward, growth: Math.exp(r * years) })
            const { expectedGain, expectedLoss, impliedWeight, realizedVolatility } = option.scoreParts
            const implied = outcomeOf(profit, densityBy(expiry))
            if (realizedVolatility !== null) {
              mixtures++
              const expected = realizedSessions(day, contract.expiry).map((count) => yangZhang(bars, count))
              if (!expected.some((volatility) => Math.abs(volatility - realizedVolatility) <= 0.0006))
                return `realised ${realizedVolatility}, not ${expected.join(' or ')}`
            }
            const { gain, loss } =
              realizedVolatility === null
                ? implied
                : mixed(
                    impliedWeight,
                    implied,
                    outcomeOf(profit, lognormal(forward, realizedVolatility * Math.sqrt(years))),
                  )
            const slack = (value: number): number => 0.0001 + 0.0005 * value + 1e-5 * forward
            return (
              !(
                Math.abs(gain - expectedGain) <= slack(gain) && Math.abs(loss - expectedLoss) <= slack(loss)
              ) && `gain ${expectedGain} loss ${expectedLoss}, not ${gain.toFixed(4)} and ${loss.toFixed(4)}`
            )
          }),
        ).toEqual([])
        expect(mixtures).toBeGreaterThan(5)
      },
    )
  })
})

test('a chain that is priced off the implied distribution is fair at every strike', async () => {
  const chain = chainFrom('TEST', { volatility: skewed(0.3), days: [28, 63, 119], style: 'european' })
  const fair = (original: Chain): Chain => {
    const expiries = new Map(
      expiriesOf(original, original.underlyingPrice, { today, riskFreeRate: rate, dividendYield: 0 }).map(
        (expiry) => [expiry.day, expiry],
      ),
    )
    return {
      ...original,
      contracts: original.contracts.flatMap((contract) => {
        const expiry = expiries.get(contract.expiry)!
        const { forward, discount } = expiry
        const put = expiry.undiscountedPut(contract.strike)!
        const mid = discount * (contract.right === 'put' ? put : put + forward - contract.strike)
        // Values of a fraction of a cent are too small to compare.
        return mid > 0.001 ? [{ ...contract, bid: mid * 0.99999, ask: mid * 1.00001 }] : []
      }),
    }
  }
  // A fit to prices of a fit reproduces it.
  const settled = Array.from({ length: 10 }).reduce<Chain>(fair, chain)
  const [symbol] = await symbolsOf(syntheticMarket({ TEST: { chain: settled, earnings: null } }), ['TEST'])
  const trades = tradesOf(symbol!)
  expect(trades.length).toBeGreaterThan(15)
  expect(
    disagreementsAmong(trades, tradeName, ({ option: { scoreParts } }) => {
      const score = (100 * scoreParts.expectedGain) / scoreParts.expectedLoss
      return !(Math.abs(score - 100) <= 0.2) && `${score}`
    }),
  ).toEqual([])
})
