/**
 * Days to expiry are counted from the date in New York of the response, also before the open and at
 * weekends, when the quotes are of an earlier session.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Chain } from '#contract/responses/chain.ts'
import { timeframes, type Income } from '#contract/responses/income.ts'
import { config } from '#service/analysis/config.ts'
import { daysBetween, newYorkDay } from '#service/markets/calendar.ts'
import type { Market } from '#service/markets/market.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { silentLog } from '#service/shared/log.ts'
import { memoryBatches } from '#service/store/memory/batches.ts'
import { createLookups, type Lookups } from './lookups.ts'

const symbol = 'AAPL'
const marketAt = (time: string): Market => simulatedMarket({ seed: 7, clock: () => new Date(time) })
const lookupsOver = (market: Market): Lookups =>
  createLookups({ market, batches: memoryBatches(), elapsed: () => 0, log: silentLog })

/** The quotes are those of Friday, Nov 20, at all of these times. */
const afterClose = '2026-11-20T21:30:00Z'
const times = {
  'after the close on Friday': afterClose,
  'on Saturday': '2026-11-21T17:00:00Z',
  'late on Sunday, when it is Monday in UTC': '2026-11-23T04:30:00Z',
  'before the open on Monday': '2026-11-23T08:09:00Z',
}
const dates = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23']

const optionsOf = ({ callOptimals, putOptimals, callAlternatives, putAlternatives }: Income) => [
  ...callOptimals,
  ...putOptimals,
  ...callAlternatives,
  ...putAlternatives,
]
const rowsById = ({ expiries }: Chain) => {
  const options = expiries.flatMap(({ rows }) => rows.flatMap(({ call, put }) => [call, put]))
  return new Map(options.filter((option) => option !== null).map((option) => [option.id, option]))
}

describe.each(Object.entries(times))('%s', (name, time) => {
  let lookups: Lookups
  let date: string
  beforeAll(() => {
    lookups = lookupsOver(marketAt(time))
    date = newYorkDay(new Date(time))
    expect(date).toBe(dates[Object.keys(times).indexOf(name)])
  })

  test('income counts from the date of asOf, and annualises with these days', async () => {
    const income = (await lookups.income(symbol, {}))!
    expect(newYorkDay(new Date(income.dataStatus.asOf))).toBe(date)
    const options = optionsOf(income)
    expect(options.length).toBeGreaterThan(10)
    for (const option of options) {
      expect(option.daysUntilExpiry).toBe(daysBetween(date, option.expiryDate))
      expect(option.annualizedReturn).toBeCloseTo((option.return * 365) / option.daysUntilExpiry, 4)
    }
  })

  test('the chain counts from the same date, also for time frames, and has no expiry of today', async () => {
    const { expiries } = (await lookups.chain(symbol, {}))!
    expect(expiries.length).toBeGreaterThan(5)
    for (const { expiryDate, daysUntilExpiry, timeframe } of expiries) {
      expect([expiryDate, daysUntilExpiry]).toEqual([expiryDate, daysBetween(date, expiryDate)])
      const containing = timeframes.find((frame) => {
        const { from, to } = config.income.timeframes[frame]
        return daysUntilExpiry >= from && daysUntilExpiry <= to
      })
      expect([expiryDate, timeframe]).toEqual([expiryDate, containing ?? null])
    }
    expect(expiries[0]!.expiryDate > date).toBe(true)
  })

  test('roll and scenario count from the same date; the value of the option today is its fair value', async () => {
    const { id, expiryDate } = optionsOf((await lookups.income(symbol, {}))!)[0]!
    expect((await lookups.roll(symbol, { contract: id }))!.daysUntilExpiry).toBe(
      daysBetween(date, expiryDate),
    )
    const scenario = (await lookups.scenario(symbol, id))!
    expect(scenario.daysLeft[0]).toBe(daysBetween(date, expiryDate))
    const today = scenario.values[0]![scenario.volatilityShifts.indexOf(0)]!
    const atChainPrice = scenario.prices.findIndex((price) => Math.abs(price - scenario.chainPrice) < 0.01)
    expect(today[atChainPrice]).toBeCloseTo(scenario.fairValue!, 1)
  })
})

test('theta is the loss of time value per calendar day from the date, as in the scenario', async () => {
  const monday = times['before the open on Monday']
  const { id } = (await lookupsOver(marketAt(monday)).income(symbol, {}))!.callOptimals[0]!
  /** Decrease of the scenario's value per day until its next day, relative to theta. */
  const decayOverTheta = async (time: string) => {
    const lookups = lookupsOver(marketAt(time))
    const { theta } = (await lookups.income(symbol, { contract: id }))!.contract!
    const { prices, chainPrice, volatilityShifts, values, daysLeft } = (await lookups.scenario(symbol, id))!
    const price = prices.findIndex((item) => Math.abs(item - chainPrice) < 0.01)
    const [today, later] = values.map((ofDay) => ofDay[volatilityShifts.indexOf(0)]![price]!)
    return (later! - today!) / (daysLeft[0]! - daysLeft[1]!) / theta
  }
  // The days to the scenario's next day are several, so the ratio is above 1, but the same on both days.
  const [onFriday, onMonday] = [await decayOverTheta(afterClose), await decayOverTheta(monday)]
  expect(onFriday).toBeCloseTo(1, 0)
  expect(Math.abs(onMonday / onFriday - 1)).toBeLessThan(0.04)
})

test('the same quotes give the same probabilities and volatilities, however many days have passed since', async () => {
  const fridayMarket = marketAt(afterClose)
  const friday = rowsById((await lookupsOver(fridayMarket).chain(symbol, {}))!)
  for (const time of Object.values(times)) {
    const lookups = lookupsOver({ ...fridayMarket, now: () => new Date(time) })
    const rows = [...rowsById((await lookups.chain(symbol, {}))!).values()]
    expect(rows.length).toBeGreaterThan(100)
    for (const row of rows) {
      const { probability, delta, impliedVolatility, return: unannualized } = friday.get(row.id)!
      expect(row).toMatchObject({ probability, delta, impliedVolatility, return: unannualized })
    }
  }
})
