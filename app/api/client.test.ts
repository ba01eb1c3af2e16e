import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '#contract/api/problem.ts'
import { type Client, makeClient, problemOf } from './client.ts'
import { stubFetch } from '#app/testing/fake-network.ts'

const symbols = {
  symbols: [{ symbol: 'BRK.B', companyName: 'Berkshire', exchange: 'NYSE', sector: 'Financial' }],
}
const rejectionOf = (promise: Promise<unknown>) => promise.then(() => undefined, problemOf)

let client: Client
beforeEach(() => {
  client = makeClient()
  client.credentials = { instance: 'abcdef0123456789' }
})
afterEach(() => vi.unstubAllGlobals())

test('sends the instance, the embedding origin, the bearer token if there is one, and the query', async () => {
  const log = stubFetch(() => ({ body: symbols }))
  await client.get('symbols', { query: { query: 'brk b' } })
  const origin = 'https://partner.example'
  client.credentials = { instance: 'abcdef0123456789', origin, bearer: 'secret' }
  await expect(client.get('symbols', { query: { query: 'brk' } })).resolves.toEqual(symbols)
  expect(log.map(({ path }) => path)).toEqual([
    '/api/v1/platform/symbols?query=brk+b',
    '/api/v1/platform/symbols?query=brk',
  ])
  expect(log.map(({ headers }) => headers.get('Authorization'))).toEqual([null, 'Bearer secret'])
  expect(log[0]?.headers.get('Widget-Instance')).toBe('abcdef0123456789')
  expect(log.map(({ headers }) => headers.get('Widget-Embedder'))).toEqual([null, origin])
})

test('two clients in one realm share no credentials', async () => {
  const log = stubFetch(() => ({ body: symbols }))
  const secondClient = makeClient()
  secondClient.credentials = { instance: 'other', bearer: 'theirs' }
  await Promise.all([client.get('symbols'), secondClient.get('symbols')])
  expect(log.map(({ headers }) => [headers.get('Widget-Instance'), headers.get('Authorization')])).toEqual([
    ['abcdef0123456789', null],
    ['other', 'Bearer theirs'],
  ])
})

test('encodes a symbol as one path segment', async () => {
  const log = stubFetch(() => 'symbol-unknown')
  await rejectionOf(client.get('why', { symbol: 'BRK/B' }))
  await rejectionOf(
    client.get('income', { symbol: '^SPX', query: { stockQuantity: 200, costBasis: undefined } }),
  )
  expect(log.map(({ path }) => path)).toEqual([
    '/api/v1/platform/why/BRK%2FB',
    '/api/v1/platform/how/income/%5ESPX?stockQuantity=200',
  ])
})

describe('failures are problems', () => {
  test.each([
    [
      "the service's own",
      () => ({
        status: 404,
        body: {
          type: '/problems/symbol-unknown',
          code: 'symbol-unknown',
          title: 'x',
          status: 404,
          requestId: 'r1',
        },
      }),
      'symbol-unknown',
    ],
    ['no connection', () => 'no connection' as const, 'unavailable'],
    ["a proxy's page", () => ({ status: 502, body: '<html>' }), 'unavailable'],
    ['an invalid response', () => ({ body: { symbols: [{ symbol: 7 }] } }), 'internal'],
  ])('%s', async (_, respond, code) => {
    stubFetch(respond)
    const reason = await rejectionOf(client.get('symbols', { query: { query: 'a' } }))
    expect(reason?.code).toBe(code)
  })

  test('a problem has the request id of the response header', async () => {
    stubFetch(() => ({ status: 500, body: {}, headers: { 'X-Request-Id': 'abc' } }))
    expect((await rejectionOf(client.get('tone')))?.extras.requestId).toBe('abc')
  })

  test('a cancelled request rejects with the abort reason', async () => {
    const controller = new AbortController()
    controller.abort(new DOMException('stopped', 'AbortError'))
    vi.stubGlobal('fetch', () => Promise.reject(controller.signal.reason))
    await expect(client.get('tone', { signal: controller.signal })).rejects.toThrow('stopped')
  })

  test('any thrown value becomes a problem', () => {
    expect(problemOf(new Problem('rate-limited')).status).toBe(429)
    expect(problemOf(new TypeError('x')).code).toBe('internal')
    expect(problemOf('x').message).toBe('x')
  })
})

describe('after a 401', () => {
  test('renews the session and repeats the request once', async () => {
    let renewed = false
    const renew = vi.fn(() => Promise.resolve((renewed = true)))
    const log = stubFetch(() => (renewed ? { body: symbols } : 'session-ended'))
    client.credentials = { instance: 'abcdef0123456789', renew }
    await expect(client.get('symbols', { query: { query: 'b' } })).resolves.toEqual(symbols)
    expect(renew).toHaveBeenCalledOnce()
    expect(log).toHaveLength(2)
  })

  test('fails if the session cannot be renewed', async () => {
    const log = stubFetch(() => 'session-ended')
    client.credentials = { instance: 'abcdef0123456789', renew: () => Promise.resolve(false) }
    expect((await rejectionOf(client.get('tone')))?.code).toBe('session-ended')
    expect(log).toHaveLength(1)
  })
})
