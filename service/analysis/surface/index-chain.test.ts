/* oxlint-disable import/no-nodejs-modules -- for tests only: reads the recorded data next to the project */
/**
 * Tests the surface with a European chain of the Russell 2000, from a source and day that its
 * development did not use.
 */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import type { Contract } from '#service/markets/market.ts'
import { dataFolder, hasRecorded } from '#service/analysis/reference/oracle-data.fixture.ts'
import { expiriesOf, fairValue } from '../surface.ts'

const file = 'vendors/cboe/_RUT-2023-09-21.json.gz'

const CboeChainSchema = v.object({
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
    CboeChainSchema,
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
  test('fewer than 7 of 6,680 healthy quotes are refused, and 99 % of the fair values are within the quotes', () => {
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
      { today: '2023-09-20', date: '2023-09-20', riskFreeRate: 0.053, dividendYield: 0.013 },
    )
    expect(expiries.flatMap(({ refused }) => refused).length).toBeLessThan(7)
    let [total, inside] = [0, 0]
    for (const expiry of expiries)
      for (const { right, strike, bid, ask } of expiry.contracts) {
        if (bid < 0.5 || (right === 'call') !== strike >= expiry.forward) continue
        const fairPrice = fairValue(expiry, right, strike)!
        total++
        if (fairPrice >= bid - 0.005 && fairPrice <= ask + 0.005) inside++
      }
    expect(total).toBeGreaterThan(1_600)
    expect(inside / total).toBeGreaterThan(0.99)
    // The index yields about 1.5 % a year.
    const yearExpiry = expiries.find(({ days }) => days === 366)!
    expect(yearExpiry.dividends!.presentValue / price).toBeGreaterThan(0.005)
    expect(yearExpiry.dividends!.presentValue / price).toBeLessThan(0.025)
  })
})
