/* oxlint-disable import/no-nodejs-modules -- for tests only: it reads the recorded data beside the project */
/** A chain of another source, day and kind than all that the surface was made with: the Russell 2000's, European. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import type { Contract } from '#service/markets/market.ts'
import { dataFolder, hasRecorded } from '#service/analysis/reference/oracle-data.fixture.ts'
import { expiriesOf, fairValue } from '../surface.ts'

const file = 'vendors/cboe/_RUT-2023-09-21.json.gz'

const AnswerSchema = v.object({
  data: v.object({
    current_price: v.number(),
    options: v.array(
      v.object({
        option: v.string(),
        bid: v.number(),
        ask: v.number(),
        open_interest: v.number(),
        volume: v.number(),
      }),
    ),
  }),
})

const readChain = () => {
  const { data } = v.parse(
    AnswerSchema,
    JSON.parse(gunzipSync(readFileSync(dataFolder + file)).toString('utf8')),
  )
  const contracts = data.options.map((quote): Contract => {
    const [, year, month, day, right, strike] = /(\d\d)(\d\d)(\d\d)([CP])(\d{8})$/.exec(quote.option)!
    return {
      id: quote.option,
      expiry: `20${year}-${month}-${day}`,
      right: right === 'C' ? 'call' : 'put',
      strike: Number(strike) / 1000,
      bid: quote.bid,
      ask: quote.ask,
      last: null,
      volume: quote.volume,
      openInterest: quote.open_interest,
    }
  })
  const order = (a: Contract, b: Contract): number =>
    a.expiry < b.expiry ? -1 : a.expiry > b.expiry ? 1 : a.strike - b.strike || (a.right < b.right ? -1 : 1)
  return { price: data.current_price, contracts: contracts.toSorted(order) }
}

describe.skipIf(!hasRecorded(file))(`an index (needs ../shared/market-data/${file})`, () => {
  test('of 6,680 healthy quotes hardly one is refused, and nearly all are met', () => {
    const { price, contracts } = readChain()
    expect(contracts).toHaveLength(6_680)
    const expiries = expiriesOf(
      {
        symbol: 'RUT',
        asOf: new Date('2023-09-20T20:15:00Z'),
        underlyingPrice: price,
        style: 'european',
        contracts,
      },
      price,
      { today: '2023-09-20', riskFreeRate: 0.053, dividendYield: 0.013 },
    )
    expect(expiries.flatMap(({ refused }) => refused).length).toBeLessThan(7)
    let [all, inside] = [0, 0]
    for (const expiry of expiries)
      for (const { right, strike, bid, ask } of expiry.contracts) {
        if (bid < 0.5 || (right === 'call') !== strike >= expiry.forward) continue
        const fair = fairValue(expiry, right, strike)!
        all++
        if (fair >= bid - 0.005 && fair <= ask + 0.005) inside++
      }
    expect(all).toBeGreaterThan(1_600)
    expect(inside / all).toBeGreaterThan(0.99)
    // A year of an index that yields a percent and a half or so.
    const year = expiries.find(({ days }) => days === 366)!
    expect(year.dividends!.presentValue / price).toBeGreaterThan(0.005)
    expect(year.dividends!.presentValue / price).toBeLessThan(0.025)
  })
})
