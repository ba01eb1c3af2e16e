/** Every figure of every recommended trade over the recorded chains, against its definition. */
import { beforeAll, describe, expect, test } from 'vitest'
import { disagreementsAmong } from './disagreements.fixture.ts'
import { expectedFields, fieldDisagreement, isInRow, columns, spreadOf } from './income.oracle.ts'
import { slicesOf, type Slice } from './surface.oracle.ts'
import {
  recordedChains,
  symbolsOf,
  tradeName,
  tradesOf,
  type Symbol,
  type TradeWithContract,
} from './trades.fixture.ts'
import { expiryOf } from './synthetic-chains.fixture.ts'
import { isRecorded, recordedFolders, recordedMarket } from './scenarios.fixture.ts'

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

describe.skipIf(!isRecorded)(
  `recorded chains (needs ../shared/market-data/${recordedFolders.join(', ')})`,
  () => {
    let symbols: readonly Symbol[]
    let trades: readonly TradeWithContract[]
    const slices = new Map<string, ReadonlyMap<string, Slice>>()
    const sliceOf = ({ symbol, option }: TradeWithContract): Slice | undefined =>
      slices.get(symbol)?.get(option.expiryDate)

    beforeAll(async () => {
      symbols = await symbolsOf(await recordedMarket(), recordedChains())
      trades = symbols.flatMap(tradesOf)
      for (const { symbol, chain, today, rate } of symbols) slices.set(symbol, slicesOf(chain, today, rate))
    }, 60_000)

    test('there are enough trades', () => {
      expect(symbols.length).toBeGreaterThan(15)
      expect(trades.filter(({ isOptimal }) => isOptimal).length).toBeGreaterThan(250)
      expect([...slices.values()].flatMap((slicesOfChain) => [...slicesOfChain]).length).toBeGreaterThan(150)
    })

    test('the response has the time and price of its options', () => {
      expect(
        disagreementsAmong(
          symbols,
          ({ symbol }) => symbol,
          ({ chain, price, income }) => {
            if (income.optionsAsOf !== chain.asOf.toISOString()) return `options of ${income.optionsAsOf}`
            if (income.chainPrice !== chain.underlyingPrice) return `chain at ${income.chainPrice}`
            if (income.stockPrice !== price) return `stock at ${income.stockPrice}`
            return income.listedContracts !== chain.contracts.length && `${income.listedContracts} listed`
          },
        ),
      ).toEqual([])
    })

    test('returns, breakeven, reward, risk, spread and fill are their definitions', () => {
      expect(
        disagreementsAmong(trades, tradeName, ({ option, contract, chain, today }) =>
          fieldDisagreement(option, {
            ...expectedFields(contract, chain, today),
            expiry: expiryOf(contract.expiry),
          }),
        ),
      ).toEqual([])
    })

    test('optimal trades lie in their cells', () => {
      expect(
        disagreementsAmong(trades, tradeName, ({ option, isOptimal }) => {
          if (!isOptimal) return undefined
          const { low, high } = columns[option.riskProfile]
          if (option.probability < low - 1e-4 || option.probability > high + 1e-4)
            return `${option.probability}`
          return !isInRow(option.timeframe, option.daysUntilExpiry) && `${option.daysUntilExpiry} days`
        }),
      ).toEqual([])
    })

    test('each expiry has one expected move around the price, by the at-the-money volatility', () => {
      expect(
        disagreementsAmong(trades, tradeName, (trade) => {
          const { option, chain } = trade
          const slice = sliceOf(trade)
          const { low, high, deviation } = option.expectedMove
          const price = chain.underlyingPrice
          if (!(Math.abs(low + deviation - price) <= 0.02) || !(Math.abs(high - deviation - price) <= 0.02))
            return `${low} to ${high} is not ${deviation} around ${price}`
          if (!slice) return undefined
          const expected = price * slice.volatility(slice.forward) * Math.sqrt(slice.years)
          return !(Math.abs(deviation / expected - 1) <= 0.06) && `${deviation}, not ${expected.toFixed(2)}`
        }),
      ).toEqual([])
    })

    test('probabilities are slopes of the smile: within four points of a rough one, half a point in the middle', () => {
      const errors: number[] = []
      expect(
        disagreementsAmong(trades, tradeName, (trade) => {
          const { option, contract } = trade
          const slice = sliceOf(trade)
          if (!slice) return undefined
          const isCall = contract.right === 'call'
          const worthless = isCall ? slice.below(contract.strike) : 1 - slice.below(contract.strike)
          errors.push(option.probability - worthless)
          if (!(Math.abs(option.probability - worthless) <= 0.04))
            return `${option.probability}, not ${worthless.toFixed(3)}`
          const profit = 1 - slice.below(option.breakeven)
          return (
            !(Math.abs(option.probabilityOfProfit - profit) <= 0.05) &&
            `profit ${option.probabilityOfProfit}, not ${profit.toFixed(3)}`
          )
        }),
      ).toEqual([])
      expect(Math.abs(median(errors))).toBeLessThan(0.005)
    })

    test('the fair value is within the smile, and the sold price is not far below it', () => {
      expect(
        disagreementsAmong(trades, tradeName, (trade) => {
          const { option, contract } = trade
          const slice = sliceOf(trade)
          if (!slice) return undefined
          const put = slice.put(contract.strike)
          const value =
            (contract.right === 'put' ? put : put + slice.forward - contract.strike) / slice.growth
          const slack = Math.max(0.08 * value, contract.ask - contract.bid, 0.02)
          return (
            !(Math.abs(option.fairValue - value) <= slack) && `${option.fairValue}, not ${value.toFixed(3)}`
          )
        }),
      ).toEqual([])
    })

    test('the more probable cells of a row pay less', () => {
      expect(
        disagreementsAmong(
          symbols,
          ({ symbol }) => symbol,
          ({ income }) => {
            for (const side of [income.callOptimals, income.putOptimals])
              for (const row of Map.groupBy(side, ({ expiryDate }) => expiryDate).values()) {
                const sorted = row.toSorted((a, b) => a.probability - b.probability)
                const misplaced = sorted.find(
                  (option, index) => index > 0 && option.premium > sorted[index - 1]!.premium,
                )
                if (misplaced) return `${misplaced.id} pays more than a less probable one`
              }
            return undefined
          },
        ),
      ).toEqual([])
    })

    test('no spread above a quarter of the mid where a neighbour within four points has half of it', () => {
      expect(
        disagreementsAmong(trades, tradeName, (trade) => {
          const { option, contract, chain } = trade
          const slice = sliceOf(trade)
          const spread = spreadOf(contract)
          if (spread <= 0.25 || !slice) return undefined
          const [lower, upper] = [0.5, 0.95]
          const probability = (strike: number): number =>
            contract.right === 'call' ? slice.below(strike) : 1 - slice.below(strike)
          const better = chain.contracts.find(
            (otherTrade) =>
              otherTrade.right === contract.right &&
              otherTrade.expiry === contract.expiry &&
              otherTrade.bid >= 0.05 &&
              otherTrade.ask > otherTrade.bid &&
              spreadOf(otherTrade) <= spread / 2 &&
              Math.abs(probability(otherTrade.strike) - probability(contract.strike)) <= 0.04 &&
              probability(otherTrade.strike) >= lower &&
              probability(otherTrade.strike) <= upper,
          )
          return better && `spread ${option.spread}, ${better.id} has ${spreadOf(better).toFixed(3)}`
        }),
      ).toEqual([])
    })
  },
)
