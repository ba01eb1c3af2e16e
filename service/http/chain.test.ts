/** The chain and single contracts of How over HTTP: queries, filters and refusals. */
import * as v from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import { ChainSchema, type Chain } from '#contract/responses/chain.ts'
import { IncomeSchema, type Income } from '#contract/responses/income.ts'
import { ensureDemo } from '#service/access/demo.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { createService } from '#service/service.ts'
import { memoryStore } from '#service/store/memory/memory.ts'
import { dataPath, problemOf } from '#service/testing/test-service.ts'
import { createApp } from './app.ts'

/** An hour before the close of a Friday. */
const now = new Date('2026-11-20T20:00:00Z')

const market = simulatedMarket({ seed: 3, clock: () => now })

let get: (path: string) => Promise<Response>
beforeAll(async () => {
  const store = memoryStore()
  const service = await createService({
    market,
    store,
    pepper: new Uint8Array(32).fill(7),
    clock: () => now.getTime(),
  })
  const { subscriptionKey } = await ensureDemo(
    { store, operator: service.access.operator, hash: service.hash },
    [],
  )
  const app = createApp(service)
  get = async (path) =>
    app.fetch(
      new Request(`http://localhost${dataPath}/how/${path}`, {
        headers: { 'Op-Subscription-Key': subscriptionKey },
      }),
    )
})
const chain = async (query = ''): Promise<Chain> =>
  v.parse(ChainSchema, await (await get(`chain/AAPL${query}`)).json()) as Chain
const income = async (query: string): Promise<Income> =>
  v.parse(IncomeSchema, await (await get(`income/AAPL?${query}`)).json()) as Income

describe('the chain', () => {
  test('has every listed contract of the requested symbol', async () => {
    const response = await chain()
    expect(response).toMatchObject({ underlying: 'AAPL', unknown: [], messageType: 'SUCCESS' })
    const listed = (await market.chain('AAPL'))!.contracts
    // Contracts that expire today are counted but not listed.
    const laterExpiry = listed.filter(({ expiry }) => expiry > '2026-11-20')
    expect(response.listedContracts).toBe(listed.length)
    const options = response.expiries.flatMap(({ rows }) => rows.flatMap(({ call, put }) => [call, put]))
    expect(options.filter((option) => option !== null)).toHaveLength(laterExpiry.length)
  })

  test('with `expiry`: lists every expiry, with rows for the requested one only', async () => {
    const { expiries } = await chain()
    const { expiryDate } = expiries.at(-1)!
    const filtered = await chain(`?expiry=${expiryDate}`)
    expect(filtered.expiries).toEqual(
      expiries.map((expiry) => (expiry.expiryDate === expiryDate ? expiry : { ...expiry, rows: [] })),
    )
  })

  test.each([
    ['chain/AAPL?expiry=2031-01-01', { code: 'symbol-unknown', status: 404, parameter: 'expiry' }],
    ['chain/AAPL?expiry=soon', { code: 'malformed-parameter', status: 400, parameter: 'expiry' }],
    ['chain/AAPL?expiry=2026-13-01', { code: 'malformed-parameter', status: 400, parameter: 'expiry' }],
    ['chain/NOPE', { code: 'symbol-unknown', status: 404, parameter: 'symbol' }],
    ['chain/A%20B', { code: 'malformed-symbol', status: 400, parameter: 'symbol' }],
  ])('%s is refused, and the problem names the parameter', async (path, problem) => {
    expect(await problemOf(await get(path))).toMatchObject(problem)
  })
})

describe('a contract in the query of How', () => {
  test('is accepted with or without padding, in upper or lower case', async () => {
    const { callOptimals, contract } = await income('stockQuantity=300')
    expect(contract).toBeNull()
    const [cell] = callOptimals
    const padded = cell!.id.replace('AAPL', 'AAPL  ')
    for (const id of [
      cell!.id,
      cell!.id.toLowerCase(),
      encodeURIComponent(padded),
      padded.replaceAll(' ', '+'),
    ]) {
      const response = await income(`stockQuantity=300&contract=${id}`)
      expect(response).toMatchObject({ contract: cell, callOptimals })
    }
  })

  test.each([
    ['not an OSI symbol', 'AAPL-240-call', 'malformed-parameter'],
    ['of another underlying', 'MSFT261218C00240000', 'malformed-parameter'],
    ['of a root that begins with the underlying', 'AAPLX261218C00240000', 'malformed-parameter'],
    ['not listed', 'AAPL261218C00001000', 'symbol-unknown'],
    ['not listed, of an adjusted root', 'AAPL1261218C00001000', 'symbol-unknown'],
  ])('that is %s is refused', async (_, id, code) => {
    const problem = await problemOf(await get(`income/AAPL?contract=${id}`))
    expect(problem).toMatchObject({ code, parameter: 'contract' })
    expect(problem.detail).toMatch(/Expected (?:an option on AAPL|the OSI symbol)|is not listed on AAPL/)
  })

  test('of an unknown symbol is 404, regardless of the contract', async () => {
    expect(await problemOf(await get('income/NOPE?contract=NOPE261218C00001000'))).toMatchObject({
      code: 'symbol-unknown',
      parameter: 'symbol',
    })
  })
})
