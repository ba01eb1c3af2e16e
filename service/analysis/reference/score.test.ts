/**
 * The score is 100 x expected gain / expected loss at expiry; 100 is fair. The tests integrate
 * gains and losses over densities of their own, independent of the code under test.
 */
import { describe, expect, test } from 'vitest'
import type { Alternative, IncomeOption } from '#contract/responses/income.ts'
import type { Chain, Day } from '#service/markets/market.ts'
import { tradingDaysUpTo } from '#service/markets/calendar.ts'
import { noBars } from '#service/markets/no-bars.ts'
import { volatilityBetweenReports } from './bars.oracle.ts'
import { disagreementsAmong } from './disagreements.fixture.ts'
import {
  barsFrom,
  chainFrom,
  earningsAfterExpiries,
  flatSmile,
  syntheticMarket,
  rate,
  skewedSmile,
  today,
  randomWalk,
  type SyntheticSymbol,
  type SyntheticChainOptions,
} from './synthetic-market.fixture.ts'
import {
  densityOf,
  lognormal,
  mixOutcomes,
  outcomeOf,
  profitOf,
  scoreOf,
  type Outcome,
} from './pricing.oracle.ts'
import { sliceOfSmile, type Slice } from './surface.oracle.ts'
import { analyseSymbols, tradeName, tradesOf, type TradeWithContract } from './trades.fixture.ts'

/** A spread with which the bid is practically the fair price, as a share of the mid. */
const negligibleSpread = 2e-5

const bars = barsFrom(randomWalk({ price: 100, volatility: 0.3, seed: 5 }))
const volatilityOfBars = volatilityBetweenReports(bars, earningsAfterExpiries)

/** @param commission dollars per contract; default: that of the service */
const tradesOver = async (
  chain: Chain,
  symbolData: SyntheticSymbol = {},
  commission?: number,
): Promise<TradeWithContract[]> => {
  const market = syntheticMarket({ TEST: { bars, chain, ...symbolData } })
  const [symbol] = await analyseSymbols(market, ['TEST'], {}, commission)
  return tradesOf(symbol!)
}

/** The score of a trade from its published gain and loss. */
const unroundedScore = ({ scoreParts: { expectedGain, expectedLoss } }: IncomeOption | Alternative): number =>
  scoreOf({ gain: expectedGain, loss: expectedLoss })

/** The smile from which a synthetic chain was created. */
type KnownSmile = Pick<SyntheticChainOptions, 'spot'> & {
  readonly volatility: (moneyness: number, years: number) => number
}

const sliceFor = (day: Day, { spot = 100, volatility }: KnownSmile): Slice =>
  sliceOfSmile(day, { today, spot, rate, volatility })

/** Gain and loss of a trade under the density of the smile. */
const impliedOutcome = ({ option, contract }: TradeWithContract, knownSmile: KnownSmile): Outcome => {
  const slice = sliceFor(option.expiryDate, knownSmile)
  const { forward, growth } = slice
  const width = 8 * slice.volatility(forward) * Math.sqrt(slice.years)
  const density = densityOf(slice.below, { from: forward * Math.exp(-width), to: forward * Math.exp(width) })
  return outcomeOf(profitOf({ ...contract, premium: contract.bid, forward, growth }), density)
}

/** Gain and loss of a trade under the lognormal distribution with a volatility. */
const realizedOutcome = (
  { option, contract }: TradeWithContract,
  knownSmile: KnownSmile,
  volatility: number,
): Outcome => {
  const { forward, growth, years } = sliceFor(option.expiryDate, knownSmile)
  return outcomeOf(
    profitOf({ ...contract, premium: contract.bid, forward, growth }),
    lognormal(forward, volatility * Math.sqrt(years)),
  )
}

const european = { style: 'european', days: [7, 21, 25, 98, 126, 175] } as const

describe('without a commission, a contract at its fair price scores 100', () => {
  test.each([
    // The fit of a lognormal is exact. With a parabola the fit may miss a price by up to 1 %, which is less than real
    // quotes resolve.
    ['a flat smile', flatSmile(0.3), 0.1],
    ['a skewed smile', skewedSmile(0.3), 1],
    ['a calm stock', skewedSmile(0.16), 1],
    ['a volatile stock', skewedSmile(0.7), 1],
  ])('under the implied distribution: %s', async (_, volatility, slack) => {
    const trades = await tradesOver(
      chainFrom('TEST', { ...european, volatility, spread: negligibleSpread }),
      { bars: noBars },
      0,
    )
    expect(trades.length).toBeGreaterThan(9)
    expect(new Set(trades.map(({ option }) => option.scoreParts.forecast))).toEqual(new Set(['implied']))
    expect(
      disagreementsAmong(
        trades,
        tradeName,
        ({ option }) => !(Math.abs(unroundedScore(option) - 100) <= slack) && `${unroundedScore(option)}`,
      ),
    ).toEqual([])
  })

  test('under the mixture, if realised and implied volatility are equal', async () => {
    const volatility = (): number => volatilityOfBars
    const fairChain = chainFrom('TEST', { ...european, volatility, spread: negligibleSpread })
    const trades = await tradesOver(fairChain, {}, 0)
    expect(trades.length).toBeGreaterThan(6)
    expect(
      disagreementsAmong(trades, tradeName, ({ option }) => {
        if (option.scoreParts.forecast !== 'mixture') return `forecast ${option.scoreParts.forecast}`
        return !(Math.abs(unroundedScore(option) - 100) <= 0.1) && `${unroundedScore(option)}`
      }),
    ).toEqual([])
  })
})

describe('the expected profit', () => {
  const knownSmile: KnownSmile = { volatility: skewedSmile(0.34) }

  test.each([0.01, 0.06, 0.2])(
    'is gain less loss and a standard error, per dollar at risk and root of the time, at a spread of %f',
    async (spread) => {
      const chain = chainFrom('TEST', { ...european, ...knownSmile, spread })
      const trades = await tradesOver(chain, { bars: noBars }, 0)
      expect(trades.length).toBeGreaterThan(9)
      expect(
        disagreementsAmong(trades, tradeName, (trade) => {
          const { option, contract } = trade
          const { gain, loss } = impliedOutcome(trade, knownSmile)
          const capital = contract.right === 'call' ? 100 : contract.strike
          const scale = capital * Math.sqrt(option.daysUntilExpiry / 365)
          // In dollars per share; the standard error has a floor of 1.5 % of the time value.
          const error = gain - loss - option.expectedProfit * scale
          const price = contract.last!
          return (
            !(error >= 0.008 * price && error <= (0.06 + 0.1 * spread) * price) &&
            `error ${error.toFixed(4)} of ${price.toFixed(4)}`
          )
        }),
      ).toEqual([])
    },
  )
})

describe('without a commission, gain and loss', () => {
  const knownSmile: KnownSmile = { volatility: skewedSmile(0.34) }
  const agrees = (actual: number, expected: number): boolean =>
    Math.abs(actual - expected) <= 0.0002 + 0.013 * expected

  test.each([0.01, 0.06, 0.2])(
    'are integrals over the implied distribution, at a spread of %f',
    async (spread) => {
      const chain = chainFrom('TEST', { ...european, ...knownSmile, spread })
      const trades = await tradesOver(chain, { bars: noBars }, 0)
      expect(trades.length).toBeGreaterThan(9)
      expect(
        disagreementsAmong(trades, tradeName, (trade) => {
          const { expectedGain, expectedLoss, impliedWeight, realizedVolatility } = trade.option.scoreParts
          if (impliedWeight !== 1 || realizedVolatility !== null) return `weight ${impliedWeight}`
          const { gain, loss } = impliedOutcome(trade, knownSmile)
          return (
            !(agrees(expectedGain, gain) && agrees(expectedLoss, loss)) &&
            `gain ${expectedGain} loss ${expectedLoss}, not ${gain.toFixed(4)} and ${loss.toFixed(4)}`
          )
        }),
      ).toEqual([])
    },
  )

  test('are integrals over the mixture with the lognormal distribution of the Yang-Zhang volatility', async () => {
    const chain = chainFrom('TEST', { ...european, ...knownSmile, spread: 0.03 })
    const trades = await tradesOver(chain, {}, 0)
    expect(trades.length).toBeGreaterThan(9)
    expect(
      disagreementsAmong(trades, tradeName, (trade) => {
        const { expectedGain, expectedLoss, impliedWeight, realizedVolatility } = trade.option.scoreParts
        if (impliedWeight !== 0.5) return `weight ${impliedWeight}`
        if (!(Math.abs(volatilityOfBars - realizedVolatility!) <= 0.000_06))
          return `realised ${realizedVolatility}, not ${volatilityOfBars}`
        const { gain, loss } = mixOutcomes(
          0.5,
          impliedOutcome(trade, knownSmile),
          realizedOutcome(trade, knownSmile, volatilityOfBars),
        )
        return (
          !(agrees(expectedGain, gain) && agrees(expectedLoss, loss)) &&
          `gain ${expectedGain} loss ${expectedLoss}, not ${gain.toFixed(4)} and ${loss.toFixed(4)}`
        )
      }),
    ).toEqual([])
  })

  test('have the score as their rounded ratio', async () => {
    const chain = chainFrom('TEST', { ...european, ...knownSmile, spread: 0.03 })
    const trades = await tradesOver(chain, {}, 0)
    expect(
      disagreementsAmong(
        trades,
        tradeName,
        ({ option }) =>
          !(Math.abs(option.serviceScore - unroundedScore(option)) <= 0.55) &&
          `${option.serviceScore}, not ${unroundedScore(option)}`,
      ),
    ).toEqual([])
  })
})

describe('the forecast', () => {
  const chain = chainFrom('TEST', { days: [28, 63, 119], spread: 0.03 })
  const forecasts = async (symbolData: SyntheticSymbol) =>
    (await tradesOver(chain, symbolData)).map(({ option: { scoreParts, expiryDate } }) => ({
      ...scoreParts,
      expiryDate,
    }))
  const impliedOnly = { forecast: 'implied', impliedWeight: 1, realizedVolatility: null, reportMove: null }

  const mixture = { forecast: 'mixture', impliedWeight: 0.5 }

  test('is the mixture without a report if earnings are after every expiry', async () => {
    for (const parts of await forecasts({ earnings: earningsAfterExpiries }))
      expect(parts).toMatchObject({ ...mixture, reportMove: null })
  })
  test('is the mixture with a report for expiries after earnings', async () => {
    const day = '2026-10-01'
    const parts = await forecasts({ earnings: { day, time: 'AfterClose', estimated: true } })
    expect(new Set(parts.map(({ reportMove }) => reportMove === null)).size).toBe(2)
    for (const { expiryDate, ...scoreParts } of parts) {
      expect(scoreParts).toMatchObject(mixture)
      // The smile shows no report: it moves as a usual one, four daily deviations.
      const usual = 4 * (scoreParts.realizedVolatility! / Math.sqrt(252))
      if (expiryDate > day) expect(scoreParts.reportMove).toBeCloseTo(usual, 3)
      else expect(scoreParts.reportMove).toBeNull()
    }
  })
  test('is the mixture with a share of a report if the earnings date is unknown', async () => {
    for (const { expiryDate, ...scoreParts } of await forecasts({ earnings: null })) {
      expect(scoreParts).toMatchObject(mixture)
      const sessions = tradingDaysUpTo(expiryDate, 200).filter((day) => day > today).length
      const usual = 4 * (scoreParts.realizedVolatility! / Math.sqrt(252))
      expect(scoreParts.reportMove).toBeCloseTo(usual * Math.sqrt(sessions / 63), 3)
    }
  })
  test.each<[string, SyntheticSymbol]>([
    ['bars that end two weeks ago', { bars: barsFrom(randomWalk(), '2026-08-07') }],
    ['bars that end half a year ago', { bars: barsFrom(randomWalk(), '2026-02-20') }],
    ['eight bars', { bars: barsFrom(randomWalk({ sessions: 8 })) }],
  ])('is the implied distribution with %s', async (_, symbolData) => {
    const parts = await forecasts(symbolData)
    expect(parts.length).toBeGreaterThan(9)
    for (const scoreParts of parts) expect(scoreParts).toMatchObject(impliedOnly)
  })
})

describe('the score', () => {
  const scores = async (smile: SyntheticChainOptions, symbolData: SyntheticSymbol = {}) =>
    new Map(
      (await tradesOver(chainFrom('TEST', { ...european, ...smile }), { bars: noBars, ...symbolData })).map(
        ({ option }) => [option.id, unroundedScore(option)],
      ),
    )

  test('of every contract is higher with a higher bid', async () => {
    const [narrow, wide] = [await scores({ spread: 0.02 }), await scores({ spread: 0.05 })]
    const commonIds = [...narrow.keys()].filter((id) => wide.has(id))
    expect(commonIds.length).toBeGreaterThan(5)
    expect(commonIds.filter((id) => !(narrow.get(id)! > wide.get(id)!))).toEqual([])
  })

  test('is under 100 for bids below the fair price if the forecast is the implied distribution', async () => {
    const allScores = [...(await scores({ spread: 0.05 })).values()]
    expect(Math.max(...allScores)).toBeLessThan(100)
    expect(Math.min(...allScores)).toBeGreaterThan(50)
  })

  test('is above 100 if the realised volatility is below the implied one, and below 100 if above', async () => {
    const smile = { spread: 0.01, volatility: flatSmile(0.35) }
    const createSymbol = (volatility: number): SyntheticSymbol => ({
      bars: barsFrom(randomWalk({ volatility, seed: 8 })),
      earnings: earningsAfterExpiries,
    })
    expect(Math.min(...(await scores(smile, createSymbol(0.12))).values())).toBeGreaterThan(100)
    expect(Math.max(...(await scores(smile, createSymbol(1.8))).values())).toBeLessThan(100)
  })
})
