/**
 * Dividends: declared ones are reported with day and amount, those implied by options are called inferred,
 * unknown ones are Neutral; Bad means that early assignment is likely. Over synthetic chains whose forward
 * includes the dividend.
 */
import { describe, expect, test } from 'vitest'
import { daysBetween } from '#service/markets/calendar.ts'
import {
  noDividends,
  unknownDividends,
  type Chain,
  type Dividend,
  type Dividends,
} from '#service/markets/market.ts'
import { disagreementsAmong } from './disagreements.fixture.ts'
import { chainFrom, changeContracts, syntheticMarket, rate, today } from './synthetic-chains.fixture.ts'
import { americanPrice, blackPrice } from './pricing.oracle.ts'
import { dayText, itemOf } from './statements.oracle.ts'
import { symbolsOf, tradeName, tradesOf, type TradeWithContract } from './trades.fixture.ts'

const spot = 100
const volatility = 0.28
const days = [28, 63, 119]
const spread = 0.03

/** Forward of a price that pays dividends on the way (Hull, "Options, Futures, and Other Derivatives"). */
const forwardOf = (years: number, dividends: readonly Dividend[]): number => {
  const present = dividends
    .map(({ exDate, amount }) => ({ amount, at: daysBetween(today, exDate) / 365 }))
    .filter(({ at: exYears }) => exYears <= years)
    .reduce((sum, { amount, at: exYears }) => sum + amount * Math.exp(-rate * exYears), 0)
  return (spot - present) * Math.exp(rate * years)
}

/** The chain of a stock that pays them, American, by a tree. */
const payingChain = (dividends: readonly Dividend[], step = 1): Chain =>
  changeContracts(chainFrom('TEST', { spot, days, step }), (contract) => {
    const { right, strike, expiry } = contract
    const years = daysBetween(today, expiry) / 365
    const paid = dividends.map(({ exDate, amount }) => ({ years: daysBetween(today, exDate) / 365, amount }))
    const mid = americanPrice({ right, strike, spot, years, volatility, rate, dividends: paid })
    return { ...contract, bid: mid * (1 - spread / 2), ask: mid * (1 + spread / 2), last: mid }
  })

const tradesOver = async (
  dividends: Dividends,
  paid: readonly Dividend[],
  step?: number,
): Promise<TradeWithContract[]> => {
  const market = syntheticMarket({ TEST: { chain: payingChain(paid, step), profile: { dividends } } })
  return tradesOf((await symbolsOf(market, ['TEST']))[0]!)
}

const disagreements = (
  trades: readonly TradeWithContract[],
  look: (item: ReturnType<typeof itemOf>, trade: TradeWithContract) => string | undefined | false,
) => {
  expect(trades.length).toBeGreaterThan(7)
  return disagreementsAmong(trades, tradeName, (trade) => look(itemOf(trade, 'Dividend'), trade))
}

/** After the first expiry, before the second. */
const september: Dividend = { exDate: '2026-09-30', amount: 0.8 }
const far = '2027-12-31'

describe('declared', () => {
  const declaredDividends: Dividends = { declared: [september], knownThrough: far }

  test('Good before its day, from then on Neutral with day and amount, and warned of', async () => {
    expect(
      disagreements(
        await tradesOver(declaredDividends, [september]),
        ({ severity, sentence }, { option, contract }) => {
          const isBefore = contract.expiry < september.exDate
          if (option.warnings.includes('dividend-before-expiry') === isBefore) return option.warnings.join()
          if (isBefore) return severity !== 'Good' && `${severity}: ${sentence}`
          if (severity !== 'Neutral') return `${severity}: ${sentence}`
          return !(sentence.includes(dayText(september.exDate)) && sentence.includes('$0.80')) && sentence
        },
      ),
    ).toEqual([])
  })

  test('on the day of the expiry itself it counts', async () => {
    const onExpiry: Dividend = { exDate: '2026-10-23', amount: 0.8 }
    expect(
      disagreements(
        await tradesOver({ declared: [onExpiry], knownThrough: far }, [onExpiry]),
        ({ severity, sentence }, { contract }) =>
          (severity === 'Good') === contract.expiry >= onExpiry.exDate && sentence,
      ),
    ).toEqual([])
  })

  test('a call in the money whose time value is less than the dividend is Bad', async () => {
    const special: Dividend = { exDate: '2026-09-30', amount: 4 }
    // Few strikes, the one within reach of 60 % a little in the money.
    const trades = await tradesOver({ declared: [special], knownThrough: far }, [special], 7)
    let likely = 0
    expect(
      disagreements(trades, ({ severity, sentence }, { contract }) => {
        if (contract.expiry < special.exDate) return severity !== 'Good' && sentence
        const inTheMoney = contract.right === 'call' && contract.strike < spot
        const timeValue = (contract.bid + contract.ask) / 2 - Math.max(0, spot - contract.strike)
        const isLikely = inTheMoney && timeValue < special.amount
        if (isLikely) likely++
        return severity !== (isLikely ? 'Bad' : 'Neutral') && `${severity}: ${sentence}`
      }),
    ).toEqual([])
    expect(likely).toBeGreaterThan(0)
  })

  test.each([0.8, 2, 4])('probabilities know it: the price falls by $%f', async (amount) => {
    const paid: Dividend = { ...september, amount }
    const trades = await tradesOver({ declared: [paid], knownThrough: far }, [paid])
    expect(
      disagreements(trades, (_, { option, contract }) => {
        const years = daysBetween(today, contract.expiry) / 365
        const step = contract.strike * 1e-4
        const put = (strike: number): number =>
          blackPrice({ right: 'put', strike, forward: forwardOf(years, [paid]), years, volatility })
        const below = (put(contract.strike + step) - put(contract.strike - step)) / (2 * step)
        const worthless = contract.right === 'call' ? below : 1 - below
        return (
          !(Math.abs(option.probability - worthless) <= 0.012) && `${option.probability}, not ${worthless}`
        )
      }),
    ).toEqual([])
  })
})

describe('not told', () => {
  test('nothing in the options either: Neutral, and said to be unknown', async () => {
    expect(
      disagreements(
        await tradesOver(unknownDividends, []),
        ({ severity, sentence, sentenceMessage }) =>
          (severity !== 'Neutral' || /no dividend/i.test(sentence) || 'amount' in sentenceMessage.params) &&
          `${severity}: ${sentence}`,
      ),
    ).toEqual([])
  })

  test('the forward lacks what a dividend takes: Neutral, and what it may be is called inferred', async () => {
    const paid = [september, { exDate: '2026-12-02', amount: 0.8 }]
    const trades = await tradesOver(unknownDividends, paid)
    expect(
      disagreements(trades, ({ severity, sentence, sentenceMessage }) => {
        if (severity === 'Good') return sentence
        const { amount } = sentenceMessage.params
        if (amount === undefined) return undefined
        return (
          !/impl|infer|suggest|point to/i.test(`${sentenceMessage.code} ${sentence}`) &&
          `not called inferred: ${sentence}`
        )
      }),
    ).toEqual([])
    // And the inferred amount is close to the actual one.
    for (const { contract, option } of trades) {
      const { amount } = option.checklist.find(({ name }) => name === 'Dividend')!.sentenceMessage.params
      const actual = paid
        .filter(({ exDate }) => exDate <= contract.expiry)
        .reduce((sum, dividend) => sum + dividend.amount, 0)
      if (amount !== undefined) expect(Math.abs(Number(amount) - actual), option.id).toBeLessThan(0.4)
    }
  })

  test('known for a while only: Good up to then', async () => {
    const knownThrough = '2026-09-25'
    expect(
      disagreements(
        await tradesOver({ declared: [], knownThrough }, []),
        ({ severity, sentence }, { contract }) =>
          (severity === 'Good') !== contract.expiry <= knownThrough && `${severity}: ${sentence}`,
      ),
    ).toEqual([])
  })
})

test('known to be none: Good, and not warned of', async () => {
  expect(
    disagreements(
      await tradesOver(noDividends, []),
      ({ severity, sentence }, { option }) =>
        (severity !== 'Good' || option.warnings.includes('dividend-before-expiry')) &&
        `${severity}: ${sentence}`,
    ),
  ).toEqual([])
})
