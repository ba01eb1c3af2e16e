/**
 * The `Dividend` item of the checklist, over synthetic chains whose forward includes the dividends.
 * Declared dividends are reported with day and amount. Dividends implied by options are called
 * inferred. Unknown dividends are Neutral. Bad means that early assignment is likely.
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
import { expiriesOf } from '../surface.ts'
import {
  chainFrom,
  changeContracts,
  flatSmile,
  syntheticMarket,
  rate,
  today,
} from './synthetic-market.fixture.ts'
import { americanPrice, blackPrice } from './pricing.oracle.ts'
import { dayText, itemOf } from './statements.oracle.ts'
import { analyseSymbols, tradeName, tradesOf, type TradeWithContract } from './trades.fixture.ts'

const spot = 100
const volatility = 0.28
const days = [28, 63, 119]
const spread = 0.03

/**
 * Forward price of a stock with cash dividends (Hull, "Options, Futures, and Other Derivatives").
 */
const forwardOf = (years: number, dividends: readonly Dividend[]): number => {
  const presentValue = dividends
    .map(({ exDate, amount }) => ({ amount, exYears: daysBetween(today, exDate) / 365 }))
    .filter(({ exYears }) => exYears <= years)
    .reduce((sum, { amount, exYears }) => sum + amount * Math.exp(-rate * exYears), 0)
  return (spot - presentValue) * Math.exp(rate * years)
}

/** Creates a chain of American options on a stock with these dividends. */
const chainWithDividends = (dividends: readonly Dividend[], step = 1): Chain =>
  changeContracts(chainFrom('TEST', { spot, days, step }), (contract) => {
    const { right, strike, expiry } = contract
    const years = daysBetween(today, expiry) / 365
    const cashDividends = dividends.map(({ exDate, amount }) => ({
      years: daysBetween(today, exDate) / 365,
      amount,
    }))
    const mid = americanPrice({ right, strike, spot, years, volatility, rate, dividends: cashDividends })
    return { ...contract, bid: mid * (1 - spread / 2), ask: mid * (1 + spread / 2), last: mid }
  })

/** Analyses a stock with the known `dividends`, whose options are priced with `paidDividends`. */
const tradesOver = async (
  dividends: Dividends,
  paidDividends: readonly Dividend[],
  step?: number,
): Promise<TradeWithContract[]> => {
  const market = syntheticMarket({
    TEST: { chain: chainWithDividends(paidDividends, step), profile: { dividends } },
  })
  return tradesOf((await analyseSymbols(market, ['TEST']))[0]!)
}

const disagreements = (
  trades: readonly TradeWithContract[],
  check: (item: ReturnType<typeof itemOf>, trade: TradeWithContract) => string | undefined | false,
) => {
  expect(trades.length).toBeGreaterThan(7)
  return disagreementsAmong(trades, tradeName, (trade) => check(itemOf(trade, 'Dividend'), trade))
}

/** A dividend after the first expiry and before the second. */
const septemberDividend: Dividend = { exDate: '2026-09-30', amount: 0.8 }
/** A day after every expiry. */
const afterExpiries = '2027-12-31'

describe('declared dividends', () => {
  const declaredDividends: Dividends = { declared: [septemberDividend], knownThrough: afterExpiries }

  test('expiries before the ex-date are Good, later ones Neutral with day, amount and warning', async () => {
    expect(
      disagreements(
        await tradesOver(declaredDividends, [septemberDividend]),
        ({ severity, sentence }, { option, contract }) => {
          const isBefore = contract.expiry < septemberDividend.exDate
          if (option.warnings.includes('dividend-before-expiry') === isBefore) return option.warnings.join()
          if (isBefore) return severity !== 'Good' && `${severity}: ${sentence}`
          if (severity !== 'Neutral') return `${severity}: ${sentence}`
          return (
            !(sentence.includes(dayText(septemberDividend.exDate)) && sentence.includes('$0.80')) && sentence
          )
        },
      ),
    ).toEqual([])
  })

  test('a dividend on the day of the expiry counts', async () => {
    const expiryDividend: Dividend = { exDate: '2026-10-23', amount: 0.8 }
    expect(
      disagreements(
        await tradesOver({ declared: [expiryDividend], knownThrough: afterExpiries }, [expiryDividend]),
        ({ severity, sentence }, { contract }) =>
          (severity === 'Good') === contract.expiry >= expiryDividend.exDate && sentence,
      ),
    ).toEqual([])
  })

  test('a call in the money with a time value below the dividend is Bad', async () => {
    const special: Dividend = { exDate: '2026-09-30', amount: 4 }
    // Strikes are seven dollars apart, so that the one nearest the target of 60 % is slightly in the money.
    const trades = await tradesOver({ declared: [special], knownThrough: afterExpiries }, [special], 7)
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

  test.each([0.8, 2, 4])(
    'probabilities include that the price falls by the dividend of $%f',
    async (amount) => {
      const paidDividend: Dividend = { ...septemberDividend, amount }
      const trades = await tradesOver({ declared: [paidDividend], knownThrough: afterExpiries }, [
        paidDividend,
      ])
      expect(
        disagreements(trades, (_, { option, contract }) => {
          const years = daysBetween(today, contract.expiry) / 365
          const step = contract.strike * 1e-4
          const put = (strike: number): number =>
            blackPrice({ right: 'put', strike, forward: forwardOf(years, [paidDividend]), years, volatility })
          const below = (put(contract.strike + step) - put(contract.strike - step)) / (2 * step)
          const worthless = contract.right === 'call' ? below : 1 - below
          return (
            !(Math.abs(option.probability - worthless) <= 0.012) && `${option.probability}, not ${worthless}`
          )
        }),
      ).toEqual([])
    },
  )
})

describe('unknown dividends', () => {
  test('if the options imply none, the item is Neutral, without an amount or a denial', async () => {
    expect(
      disagreements(
        await tradesOver(unknownDividends, []),
        ({ severity, sentence, sentenceMessage }) =>
          (severity !== 'Neutral' || /no dividend/i.test(sentence) || 'amount' in sentenceMessage.params) &&
          `${severity}: ${sentence}`,
      ),
    ).toEqual([])
  })

  test('if the options imply dividends, no item is Good, and amounts are accurate and called inferred', async () => {
    const paidDividends = [
      { exDate: '2026-09-11', amount: 0.8 },
      { exDate: '2026-12-11', amount: 0.8 },
    ]
    const trades = await tradesOver(unknownDividends, paidDividends)
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
    // The inferred amount is close to the actual one.
    for (const { contract, option } of trades) {
      const { amount } = option.checklist.find(({ name }) => name === 'Dividend')!.sentenceMessage.params
      const actual = paidDividends
        .filter(({ exDate }) => exDate <= contract.expiry)
        .reduce((sum, dividend) => sum + dividend.amount, 0)
      if (amount !== undefined) expect(Math.abs(Number(amount) - actual), option.id).toBeLessThan(0.4)
    }
  })

  test('if it is known that there are none up to a day, expiries up to that day are Good', async () => {
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

test('a stock that is known to pay no dividends is Good and has no warning', async () => {
  expect(
    disagreements(
      await tradesOver(noDividends, []),
      ({ severity, sentence }, { option }) =>
        (severity !== 'Good' || option.warnings.includes('dividend-before-expiry')) &&
        `${severity}: ${sentence}`,
    ),
  ).toEqual([])
})

describe('one fit of dividends and borrow over all expiries', () => {
  const allDays = [7, 14, 21, 28, 35, 56, 91, 119, 147, 182]
  const context = { today, date: today, riskFreeRate: rate, dividendYield: 0 }
  const chainOf = (price: number, level: number, paid: readonly Dividend[], step: number): Chain =>
    changeContracts(
      chainFrom('TEST', { spot: price, days: allDays, step, volatility: flatSmile(level) }),
      (contract) => {
        const { right, strike, expiry } = contract
        const years = daysBetween(today, expiry) / 365
        const cash = paid.map(({ exDate, amount }) => ({ years: daysBetween(today, exDate) / 365, amount }))
        const mid = americanPrice({
          right,
          strike,
          spot: price,
          years,
          volatility: level,
          rate,
          dividends: cash,
        })
        return { ...contract, bid: mid * 0.99, ask: mid * 1.01, last: mid }
      },
    )

  test('BORROW: a slope is a borrow rate, not a dividend, and the volatility is right', async () => {
    const chain = chainFrom('TEST', {
      days: allDays,
      volatility: flatSmile(0.3),
      yield: 0.4,
      spread: 0.02,
      step: 2.5,
    })
    for (const expiry of expiriesOf(chain, 100, context)) {
      expect(expiry.borrowRate).toBeCloseTo(0.4, 1)
      expect(expiry.dividends?.presentValue ?? 0).toBe(0)
      // The truth is 0.30. An expiry on its own gave 0.36 at 147 days.
      expect(Math.abs(expiry.atTheMoney()! - 0.3), expiry.day).toBeLessThan(0.006)
    }
    const market = syntheticMarket({ TEST: { chain, profile: { dividends: unknownDividends } } })
    const trades = tradesOf((await analyseSymbols(market, ['TEST']))[0]!)
    expect(
      disagreements(trades, ({ severity, sentence, sentenceMessage }, { option }) => {
        const isBorrow = sentenceMessage.code === 'checklist.Dividend.Neutral.borrow'
        return (
          (!isBorrow ||
            severity !== 'Neutral' ||
            Math.abs(Number(sentenceMessage.params['rate']) - 0.4) > 0.02 ||
            option.warnings.includes('dividend-before-expiry')) &&
          sentence
        )
      }),
    ).toEqual([])
  })

  test('QUARTR: quarterly dividends are steps of one amount, also shortly after an ex-date', () => {
    const paid = ['2026-09-04', '2026-12-04', '2027-03-05'].map((exDate) => ({ exDate, amount: 0.5 }))
    const expiries = expiriesOf(chainOf(60, 0.2, paid, 1), 60, context)
    for (const { day, dividends: implied } of expiries) {
      const total = 0.5 * paid.filter(({ exDate }) => exDate <= day).length
      // An expiry on its own gave 0.26 on 2026-09-04 and 0.39 on 2026-09-11.
      expect(Math.abs((implied?.presentValue ?? 0) - total), day).toBeLessThan(0.08)
    }
    expect(expiries.every(({ borrowRate }) => borrowRate === 0)).toBe(true)
    const volatilities = expiries.map((expiry) => expiry.atTheMoney()!)
    expect(Math.max(...volatilities.map((value) => Math.abs(value - 0.2)))).toBeLessThan(0.012)
  })

  test('SPECDV: an announced special dividend is a date and an amount', () => {
    const special: Dividend = { exDate: '2026-10-01', amount: 10 }
    const expiries = expiriesOf(chainOf(100, 0.33, [special], 2.5), 100, {
      ...context,
      dividends: { declared: [special], knownThrough: '2026-10-01' },
    })
    for (const expiry of expiries) {
      const total = expiry.day >= special.exDate ? special.amount : 0
      expect(Math.abs(expiry.dividends!.presentValue - total), expiry.day).toBeLessThan(0.06)
      expect(expiry.hasPriceDrift).toBe(false)
    }
    const volatilityAt = (count: number) => expiries.find(({ days: left }) => left === count)!.atTheMoney()!
    // Undeclared, it made 0.44 of the truth of 0.33.
    expect(Math.abs(volatilityAt(56) - 0.33)).toBeLessThan(0.02)
    expect(Math.abs(volatilityAt(147) - 0.33)).toBeLessThan(0.01)
  })

  test('no chain without dividends and borrow implies any', () => {
    for (const { dividends: implied, borrowRate } of expiriesOf(chainOf(100, 0.3, [], 2.5), 100, context)) {
      expect(implied!.presentValue).toBe(0)
      expect(borrowRate).toBe(0)
    }
  })
})
