/**
 * The score is 100 x expected gain over expected loss at expiry, and 100 is fair: gains and losses integrated over
 * densities that are made here, from distribution functions and bell curves, never from put prices of the code.
 */
import { describe, expect, test } from 'vitest'
import type { Alternative, IncomeOption } from '#contract/responses/income.ts'
import type { Chain, Day } from '#service/markets/market.ts'
import { tradingDaysBetween } from '#service/markets/calendar.ts'
import { yangZhang } from './bars.oracle.ts'
import { disagreementsAmong } from './disagreements.fixture.ts'
import { realizedSessions } from './income.oracle.ts'
import {
  barsFrom,
  chainFrom,
  farEarnings,
  flat,
  syntheticMarket,
  rate,
  skewed,
  today,
  walk,
  type SyntheticSymbol,
  type SyntheticChainOptions,
} from './synthetic-chains.fixture.ts'
import { densityOf, lognormal, mixed, outcomeOf, profitOf, scoreOf, type Outcome } from './pricing.oracle.ts'
import { sliceOfSmile, type Slice } from './surface.oracle.ts'
import { symbolsOf, tradeName, tradesOf, type TradeWithContract } from './trades.fixture.ts'

/** A negligible spread: the bid is the fair price. */
const hair = 2e-5

const bars = barsFrom(walk({ price: 100, volatility: 0.3, seed: 5 }))
/**
 * Expiries clearly within 20 and beyond 60 sessions, so that the window of realised volatility is
 * unambiguous.
 */
const clearDays = [7, 21, 25, 98, 126, 175]

const tradesOver = async (chain: Chain, symbolData: SyntheticSymbol = {}): Promise<TradeWithContract[]> => {
  const [symbol] = await symbolsOf(syntheticMarket({ TEST: { bars, chain, ...symbolData } }), ['TEST'])
  return tradesOf(symbol!)
}

const unrounded = ({ scoreParts: { expectedGain, expectedLoss } }: IncomeOption | Alternative): number =>
  scoreOf({ gain: expectedGain, loss: expectedLoss })

type Known = Pick<SyntheticChainOptions, 'spot'> & {
  readonly volatility: (moneyness: number, years: number) => number
}

const sliceFor = (day: Day, { spot = 100, volatility }: Known): Slice =>
  sliceOfSmile(day, { today, spot, rate, volatility })

/** Gain and loss of a trade under the smile's own density. */
const implied = ({ option, contract }: TradeWithContract, knownSmile: Known): Outcome => {
  const slice = sliceFor(option.expiryDate, knownSmile)
  const { forward, growth } = slice
  const width = 8 * slice.volatility(forward) * Math.sqrt(slice.years)
  const density = densityOf(slice.below, { from: forward * Math.exp(-width), to: forward * Math.exp(width) })
  return outcomeOf(profitOf({ ...contract, forward, growth }), density)
}

/** And under the lognormal one of a volatility. */
const realized = (
  { option, contract }: TradeWithContract,
  knownSmile: Known,
  volatility: number,
): Outcome => {
  const { forward, growth, years } = sliceFor(option.expiryDate, knownSmile)
  return outcomeOf(
    profitOf({ ...contract, forward, growth }),
    lognormal(forward, volatility * Math.sqrt(years)),
  )
}

const european = { style: 'european', days: clearDays } as const

describe('a contract that is priced fairly scores 100', () => {
  test.each([
    // A lognormal is fitted exactly. For a parabola the fit may miss a price by up to a hundredth, less than
    // a quote resolves.
    ['a flat smile', flat(0.3), 0.1],
    ['a skewed smile', skewed(0.3), 1],
    ['a calm stock', skewed(0.16), 1],
    ['a wild stock', skewed(0.7), 1],
  ])('under what the options imply: %s', async (_, volatility, slack) => {
    const trades = await tradesOver(chainFrom('TEST', { ...european, volatility, spread: hair }), {
      earnings: null,
    })
    expect(trades.length).toBeGreaterThan(9)
    expect(new Set(trades.map(({ option }) => option.scoreParts.forecast))).toEqual(new Set(['implied']))
    expect(
      disagreementsAmong(
        trades,
        tradeName,
        ({ option }) => !(Math.abs(unrounded(option) - 100) <= slack) && `${unrounded(option)}`,
      ),
    ).toEqual([])
  })

  test('under the mixture, where realised and implied volatility are the same', async () => {
    const volatility = (_: number, years: number): number => yangZhang(bars, years < 0.1 ? 20 : 60)
    const trades = await tradesOver(chainFrom('TEST', { ...european, volatility, spread: hair }))
    expect(trades.length).toBeGreaterThan(6)
    expect(
      disagreementsAmong(trades, tradeName, ({ option }) => {
        if (option.scoreParts.forecast !== 'mixture') return `forecast ${option.scoreParts.forecast}`
        return !(Math.abs(unrounded(option) - 100) <= 0.1) && `${unrounded(option)}`
      }),
    ).toEqual([])
  })
})

describe('gain and loss are integrals over the forecast', () => {
  const knownSmile: Known = { volatility: skewed(0.34) }
  const agrees = (actual: number, expected: number): boolean =>
    Math.abs(actual - expected) <= 0.0002 + 0.013 * expected

  test.each([0.01, 0.06, 0.2])('of what the options imply, at a spread of %f', async (spread) => {
    const trades = await tradesOver(chainFrom('TEST', { ...european, ...knownSmile, spread }), {
      earnings: null,
    })
    expect(trades.length).toBeGreaterThan(9)
    expect(
      disagreementsAmong(trades, tradeName, (trade) => {
        const { expectedGain, expectedLoss, impliedWeight, realizedVolatility } = trade.option.scoreParts
        if (impliedWeight !== 1 || realizedVolatility !== null) return `weight ${impliedWeight}`
        const { gain, loss } = implied(trade, knownSmile)
        return (
          !(agrees(expectedGain, gain) && agrees(expectedLoss, loss)) &&
          `gain ${expectedGain} loss ${expectedLoss}, not ${gain.toFixed(4)} and ${loss.toFixed(4)}`
        )
      }),
    ).toEqual([])
  })

  test('of half that and half the realised lognormal, by Yang and Zhang over twenty to sixty sessions', async () => {
    const trades = await tradesOver(chainFrom('TEST', { ...european, ...knownSmile, spread: 0.03 }))
    expect(trades.length).toBeGreaterThan(9)
    expect(
      disagreementsAmong(trades, tradeName, (trade) => {
        const { expectedGain, expectedLoss, impliedWeight, realizedVolatility } = trade.option.scoreParts
        if (impliedWeight !== 0.5) return `weight ${impliedWeight}`
        const sessions = realizedSessions(today, trade.option.expiryDate)
        const volatilities = sessions.map((count) => yangZhang(bars, count))
        if (!volatilities.some((volatility) => Math.abs(volatility - realizedVolatility!) < 0.0006))
          return `realised ${realizedVolatility}, not ${volatilities.join(' or ')}`
        const { gain, loss } = mixed(
          0.5,
          implied(trade, knownSmile),
          realized(trade, knownSmile, volatilities[0]!),
        )
        return (
          !(agrees(expectedGain, gain) && agrees(expectedLoss, loss)) &&
          `gain ${expectedGain} loss ${expectedLoss}, not ${gain.toFixed(4)} and ${loss.toFixed(4)}`
        )
      }),
    ).toEqual([])
  })

  test('the score is their ratio, rounded', async () => {
    const trades = await tradesOver(chainFrom('TEST', { ...european, ...knownSmile, spread: 0.03 }))
    expect(
      disagreementsAmong(
        trades,
        tradeName,
        ({ option }) =>
          !(Math.abs(option.serviceScore - unrounded(option)) <= 0.55) &&
          `${option.serviceScore}, not ${unrounded(option)}`,
      ),
    ).toEqual([])
  })
})

describe('which forecast', () => {
  const chain = chainFrom('TEST', { days: [28, 63, 119], spread: 0.03 })
  const forecasts = async (symbolData: SyntheticSymbol) =>
    (await tradesOver(chain, symbolData)).map(({ option: { scoreParts, expiryDate } }) => ({
      ...scoreParts,
      expiryDate,
    }))
  const impliedOnly = { forecast: 'implied', impliedWeight: 1, realizedVolatility: null }

  test('earnings after every expiry: the mixture', async () => {
    for (const parts of await forecasts({ earnings: farEarnings }))
      expect(parts).toMatchObject({ forecast: 'mixture', impliedWeight: 0.5 })
  })
  test('earnings before an expiry: what the options imply alone, and only there', async () => {
    const day = '2026-10-01'
    const parts = await forecasts({ earnings: { day, time: 'AfterClose', estimated: true } })
    expect(new Set(parts.map(({ forecast }) => forecast)).size).toBe(2)
    for (const scoreParts of parts)
      expect(scoreParts).toMatchObject(scoreParts.expiryDate > day ? impliedOnly : { forecast: 'mixture' })
  })
  test.each<[string, SyntheticSymbol]>([
    ['no known earnings date', { earnings: null }],
    ['bars of two weeks ago', { bars: barsFrom(walk(), '2026-08-07') }],
    ['bars of half a year ago', { bars: barsFrom(walk(), '2026-02-20') }],
    ['eight bars', { bars: barsFrom(walk({ sessions: 8 })) }],
  ])('%s: what the options imply alone', async (_, symbolData) => {
    const parts = await forecasts(symbolData)
    expect(parts.length).toBeGreaterThan(9)
    for (const scoreParts of parts) expect(scoreParts).toMatchObject(impliedOnly)
  })
})

describe('how the score moves', () => {
  const scores = async (smile: SyntheticChainOptions, symbolData: SyntheticSymbol = {}) =>
    new Map(
      (await tradesOver(chainFrom('TEST', { ...european, ...smile }), { earnings: null, ...symbolData })).map(
        ({ option }) => [option.id, unrounded(option)],
      ),
    )

  test('more premium means more score, at every contract', async () => {
    const [narrow, wide] = [await scores({ spread: 0.02 }), await scores({ spread: 0.05 })]
    const commonIds = [...narrow.keys()].filter((id) => wide.has(id))
    expect(commonIds.length).toBeGreaterThan(5)
    expect(commonIds.filter((id) => !(narrow.get(id)! > wide.get(id)!))).toEqual([])
  })

  test('a fill below the fair price stays under 100 where the options alone are the forecast', async () => {
    const allScores = [...(await scores({ spread: 0.05 })).values()]
    expect(Math.max(...allScores)).toBeLessThan(100)
    expect(Math.min(...allScores)).toBeGreaterThan(50)
  })

  test('calm bars under dear options score above 100, wild ones below', async () => {
    const quoted = { spread: 0.01, volatility: flat(0.35) }
    const createSymbol = (volatility: number): SyntheticSymbol => ({
      bars: barsFrom(walk({ volatility, seed: 8 })),
      earnings: farEarnings,
    })
    expect(Math.min(...(await scores(quoted, createSymbol(0.12))).values())).toBeGreaterThan(100)
    expect(Math.max(...(await scores(quoted, createSymbol(1.8))).values())).toBeLessThan(100)
  })
})

test('the windows of realised volatility in these tests are beyond doubt', () => {
  const expiries = chainFrom('TEST', european).contracts.map(({ expiry }) => expiry)
  for (const day of new Set(expiries)) {
    const sessions = tradingDaysBetween(today, day)
    expect(sessions < 19 || sessions > 60, `${day}: ${sessions}`).toBe(true)
  }
})
