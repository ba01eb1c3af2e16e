/** Chains over the stand-in: pages, labels, and what a plan or a split leaves out. */
import { describe, expect, test } from 'vitest'
import type { Chain } from '#service/markets/market.ts'
import { defined, friday, openOverStandIn } from './open.fixture.ts'
import { altered, startStandIn } from './stand-in.fixture.ts'

type Snapshot = Record<string, Record<string, unknown>>
type Body = { results: Snapshot[]; next_url?: string }
const firstOf = ({ contracts }: Chain) => contracts[0]!

describe('a chain', () => {
  test('is read page by page, whole and in order', async () => {
    const { standIn, market, callsTo } = await openOverStandIn()
    const chain = await defined(market.chain('AAPL'))
    const simulated = await defined(standIn.market.chain('AAPL'))
    expect(chain.contracts.map(({ id }) => id)).toEqual(simulated.contracts.map(({ id }) => id))
    expect(callsTo('/options/AAPL').length).toBe(Math.ceil(simulated.contracts.length / 100))
    expect(callsTo('/options/AAPL')[0]!.url.search).toBe('?limit=250')
  })

  test('with repeated pages and contracts holds each contract once', async () => {
    const { standIn, market, callsTo } = await openOverStandIn()
    // Every page names itself as the next one after the third, and begins with the first page's contracts.
    let first: Snapshot[] = []
    standIn.fail(
      '/options/AAPL',
      altered((body: Body, url) => {
        if (!url.searchParams.has('cursor')) first = body.results
        const isThird = url.searchParams.get('cursor') === '200'
        return { ...body, results: [...first, ...body.results], ...(isThird && { next_url: url.href }) }
      }),
    )
    const ids = (await defined(market.chain('AAPL'))).contracts.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBe(300)
    expect(callsTo('/options/AAPL').length).toBeLessThanOrEqual(4)
  })

  test('keeps contracts whose greeks are missing, and contracts without a quote have neither bid nor ask', async () => {
    const { standIn, market } = await openOverStandIn()
    standIn.data.pageSize = 250
    standIn.fail(
      '/options/XOM',
      altered((body: Body) => ({
        ...body,
        next_url: undefined,
        results: body.results.map(({ greeks: _greeks, last_quote: quote, ...rest }, i) => ({
          ...rest,
          ...(i > 0 && { last_quote: quote }),
          open_interest: 8133,
        })),
      })),
    )
    const chain = await defined(market.chain('XOM'))
    const listed = (await defined(standIn.market.chain('XOM'))).contracts.toSorted((a, b) =>
      a.id < b.id ? -1 : 1,
    )
    expect(chain.contracts.length).toBe(Math.min(250, listed.length))
    expect(chain.contracts.find(({ id }) => id === listed[0]!.id)).toMatchObject({ bid: 0, ask: 0 })
    // Of the day before: the vendor has no other, and it is passed on unchanged.
    expect(firstOf(chain).openInterest).toBe(8133)
    for (const contract of chain.contracts)
      expect(Object.keys(contract)).toEqual([
        'id',
        'expiry',
        'right',
        'strike',
        'bid',
        'ask',
        'last',
        'volume',
        'openInterest',
      ])
  })

  test('leaves out adjusted contracts, and keeps the strikes that a split leaves', async () => {
    const { standIn, market } = await openOverStandIn()
    standIn.fail(
      '/options/AAPL',
      altered(({ results: [snapshot] }: Body) => {
        const contract = (ticker: string, strike: number, shares = 100) => ({
          ...snapshot,
          details: {
            ...snapshot!['details'],
            contract_type: 'call',
            expiration_date: '2027-01-15',
            ticker,
            strike_price: strike,
            shares_per_contract: shares,
          },
        })
        return {
          results: [
            contract('O:AAPL270115C00041667', 41.6667),
            contract('O:AAPL270115C00100000', 100, 150),
            contract('O:AAPL1270115C00105000', 105),
            contract('O:AAPL270115C00110000', 110),
            {
              ...contract('O:AAPL270115C00115000', 115),
              details: { ...contract('O:AAPL270115C00115000', 115).details, contract_type: 'other' },
            },
          ],
        }
      }),
    )
    const chain = await defined(market.chain('AAPL'))
    expect(chain.contracts.map(({ id, strike }) => [id, strike])).toEqual([
      ['AAPL270115C00041667', 41.667],
      ['AAPL270115C00110000', 110],
    ])
  })

  test('is requested for the present only: the vendor ignores `as_of` silently', async () => {
    const { standIn, market } = await openOverStandIn()
    await Promise.all(
      (await market.universe()).map((symbol) => Promise.all([market.chain(symbol), market.profile(symbol)])),
    )
    expect(
      standIn.requests.some(({ url }) => url.searchParams.has('as_of') || url.searchParams.has('date')),
    ).toBe(false)
  })

  test('behind a proxy is read from the proxy although the vendor names its own host', async () => {
    const { standIn, market } = await openOverStandIn()
    standIn.fail(
      '/options/MSFT',
      altered((body: Body) => ({
        ...body,
        next_url: body.next_url?.replace(standIn.url, 'https://api.massive.com'),
      })),
    )
    const simulated = await defined(standIn.market.chain('MSFT'))
    expect((await defined(market.chain('MSFT'))).contracts.length).toBe(simulated.contracts.length)
  })

  test('labelled as delayed although real time is configured is reported once, and counts as delayed', async () => {
    const { market, lines } = await openOverStandIn({ host: 'real-time' })
    expect(market.capabilities().chains).toMatchObject({ dataClass: 'real-time', delayedSeconds: 0 })
    await market.chain('AAPL')
    await market.chain('MSFT')
    expect(lines.filter(({ event }) => event === 'market-data-delayed').map(({ fields }) => fields)).toEqual([
      expect.objectContaining({ data: 'options', advice: expect.stringContaining('MASSIVE_HOST=delayed') }),
      expect.objectContaining({ data: 'stocks' }),
    ])
    expect(market.capabilities().chains).toMatchObject({ dataClass: 'delayed', delayedSeconds: 900 })
    expect(market.status().delayedSeconds).toBe(900)
  })

  test('labelled as real time although delayed is configured counts as real time: its licence is stricter', async () => {
    const standIn = await startStandIn({ clock: () => friday, timeframe: 'REAL-TIME' })
    const { market, lines } = await openOverStandIn({ standIn })
    expect(market.capabilities().chains).toMatchObject({ dataClass: 'delayed' })
    await market.chain('AAPL')
    expect(market.capabilities()).toMatchObject({
      chains: { dataClass: 'real-time', delayedSeconds: 0 },
      quotes: { dataClass: 'real-time', delayedSeconds: 0 },
    })
    expect(lines.map(({ event, fields }) => [event, fields?.['data']])).toEqual([
      ['market-data-real-time', 'options'],
      ['market-data-real-time', 'stocks'],
    ])
  })

  test('with one real-time quote among delayed ones counts as real time', async () => {
    const { market, standIn } = await openOverStandIn({ host: 'real-time' })
    standIn.fail(
      '/options/AAPL',
      altered((body: Body, url) => ({
        ...body,
        results: body.results.map((item, i) => ({
          ...item,
          ...(i === 50 &&
            !url.searchParams.has('cursor') && {
              last_quote: { ...item['last_quote'], timeframe: 'REAL-TIME' },
            }),
        })),
      })),
    )
    await market.chain('AAPL')
    await market.chain('MSFT')
    expect(market.capabilities().chains).toMatchObject({ dataClass: 'real-time' })
  })

  test('has no volume for contracts that last traded on an earlier day', async () => {
    const { market, standIn } = await openOverStandIn()
    const traded = (day: string) => ({ close: 1, volume: 777, last_updated: Date.parse(day) * 1e6 })
    standIn.fail(
      '/options/XOM',
      altered((body: Body) => ({
        ...body,
        results: body.results.map((item, i) => ({
          ...item,
          day: i === 0 ? traded('2026-11-20T05:00:00Z') : traded('2026-11-19T05:00:00Z'),
        })),
      })),
    )
    const volumes = (await defined(market.chain('XOM'))).contracts.map(({ volume }) => volume)
    expect(new Set(volumes)).toEqual(new Set([777, 0]))
  })

  test('of a plan without quotes has the time of the plan’s delay', async () => {
    const { market, standIn } = await openOverStandIn()
    standIn.fail(
      '/options/XOM',
      altered((body: Body) => ({
        ...body,
        results: body.results.map(({ last_quote: _quote, ...rest }) => rest),
      })),
    )
    expect((await defined(market.chain('XOM'))).asOf).toEqual(new Date(friday.getTime() - 900_000))
  })
})
