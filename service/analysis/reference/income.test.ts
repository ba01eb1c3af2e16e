/** Compares every figure of the recommended trades of recorded chains with its definition. */
import { beforeAll, describe, expect, test } from 'vitest'
import { disagreementsAmong } from './disagreements.fixture.ts'
import {
  expectedFields,
  fieldDisagreement,
  isInTimeframe,
  probabilityBands,
  spreadOf,
} from './income.oracle.ts'
import { slicesOf, type Slice } from './surface.oracle.ts'
import {
  symbolsWithRecordedChain,
  analyseSymbols,
  tradeName,
  tradesOf,
  type AnalysedSymbol,
  type TradeWithContract,
} from './trades.fixture.ts'
import { expiryTimestamp } from './synthetic-market.fixture.ts'
import { hasRecordedData, recordedFolders, recordedMarket } from './scenarios.fixture.ts'

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

describe.skipIf(!hasRecordedData)(
  `recorded chains (needs ../shared/market-data/${recordedFolders.join(', ')})`,
  () => {
    let symbols: readonly AnalysedSymbol[]
    let trades: readonly TradeWithContract[]
    const slices = new Map<string, ReadonlyMap<string, Slice>>()
    const sliceOf = ({ symbol, option }: TradeWithContract): Slice | undefined =>
      slices.get(symbol)?.get(option.expiryDate)

    beforeAll(async () => {
      symbols = await analyseSymbols(await recordedMarket(), symbolsWithRecordedChain())
      trades = symbols.flatMap(tradesOf)
      for (const { symbol, chain, today, rate } of symbols) slices.set(symbol, slicesOf(chain, today, rate))
    }, 60_000)

    test('there are more than 250 optimal trades', () => {
      expect(symbols.length).toBeGreaterThan(15)
      expect(trades.filter(({ isOptimal }) => isOptimal).length).toBeGreaterThan(250)
      expect([...slices.values()].flatMap((slicesOfChain) => [...slicesOfChain]).length).toBeGreaterThan(150)
    })

    test('the response has the time, price and number of its options', () => {
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

    test('returns, breakeven, reward, risk, spread and fill price follow their definitions', () => {
      expect(
        disagreementsAmong(trades, tradeName, ({ option, contract, chain, today }) =>
          fieldDisagreement(option, {
            ...expectedFields(contract, chain, today),
            expiry: expiryTimestamp(contract.expiry),
          }),
        ),
      ).toEqual([])
    })

    test('optimal trades are within the probabilities and days of their cells', () => {
      expect(
        disagreementsAmong(trades, tradeName, ({ option, isOptimal }) => {
          if (!isOptimal) return undefined
          const { low, high } = probabilityBands[option.riskProfile]
          if (option.probability < low - 1e-4 || option.probability > high + 1e-4)
            return `${option.probability}`
          return !isInTimeframe(option.timeframe, option.daysUntilExpiry) && `${option.daysUntilExpiry} days`
        }),
      ).toEqual([])
    })

    test('the expected move is one standard deviation around the price at the at-the-money volatility', () => {
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

    test('probabilities are within four points of the oracle, with a median error under half a point', () => {
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

    test('the fair value is close to the price of the oracle’s smile', () => {
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

    test('of trades with the same expiry, the more probable have the lower premium', () => {
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

    test('no trade has a wide spread if a contract with a similar probability has at most half of it', () => {
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
            (candidate) =>
              candidate.right === contract.right &&
              candidate.expiry === contract.expiry &&
              candidate.bid >= 0.05 &&
              candidate.ask > candidate.bid &&
              spreadOf(candidate) <= spread / 2 &&
              Math.abs(probability(candidate.strike) - probability(contract.strike)) <= 0.04 &&
              probability(candidate.strike) >= lower &&
              probability(candidate.strike) <= upper,
          )
          return better && `spread ${option.spread}, ${better.id} has ${spreadOf(better).toFixed(3)}`
        }),
      ).toEqual([])
    })
  },
)
