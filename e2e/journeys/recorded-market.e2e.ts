/** `MARKET=files:…`: recorded prices and option chains, with the date of the recording as the current time. */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import type { Why } from '#contract/responses/resources.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { type Site, startSite } from '#e2e/kit/site.ts'

const folder = resolve('../shared/market-data')

test.describe('a market from recorded files', () => {
  test.skip(!existsSync(folder), `${folder} does not exist: the recorded market is not tested`)
  test.describe.configure({ mode: 'serial' })
  test.setTimeout(120_000)
  let site: Site

  test.beforeAll(async () => {
    site = await startSite({ MARKET: `files:${folder}` })
  })
  test.afterAll(() => site?.stop())

  async function get<T>(path: string): Promise<T> {
    const response = await fetch(`${site.serviceUrl}/api/v1/platform/${path}`, {
      headers: { 'Op-Subscription-Key': site.credentials.subscriptionKey },
    })
    expect([path, response.status]).toEqual([path, 200])
    return (await response.json()) as T
  }

  test('AAPL’s last price is that of 2026-08-21, and the response contains its date', async () => {
    const why = await get<Why>('why/AAPL')
    expect(why.expandedQuote.last).toBe(309.35)
    expect(why.dataStatus.simulated).toBe(false)
    expect(why.dataStatus.asOf).toMatch(/^2026-08-21T/)
  })

  test('recommended contracts are in the recorded chain, at its bids', async () => {
    const income = await get<Income>('how/income/AAPL')
    const listed = chainOf('AAPL')
    const recommended: IncomeOption[] = [...income.callOptimals, ...income.putOptimals]
    expect(recommended.length).toBeGreaterThan(0)
    for (const option of recommended) {
      const key = `${option.legType} ${option.expiryDate} ${option.strike}`
      expect([key, listed.get(key)]).toEqual([key, option.bid])
      expect([key, option.premium]).toEqual([key, option.bid])
      const days = (Date.parse(option.expiryDate) - Date.parse('2026-08-21')) / 86_400_000
      expect([key, option.daysUntilExpiry]).toEqual([key, days])
    }
  })
})

/** Bids of a recorded chain by `Call 2026-09-18 310`, read without the product's code. */
function chainOf(symbol: string): Map<string, number> {
  const text = gunzipSync(readFileSync(resolve(folder, `chains-2026-08-21/${symbol}.json.gz`))).toString(
    'utf8',
  )
  const chain = JSON.parse(text) as {
    quotes: { expiration: string; side: 'call' | 'put'; strike: number; bid: number }[]
  }
  return new Map(
    chain.quotes.map(({ expiration, side, strike, bid }) => [
      `${side === 'call' ? 'Call' : 'Put'} ${expiration} ${strike}`,
      bid,
    ]),
  )
}
