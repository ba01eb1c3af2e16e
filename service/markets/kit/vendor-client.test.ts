import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import type { LogFields } from '#service/shared/log.ts'
import { createRateBudget } from './rate-budget.ts'
import { createVendorClient, type VendorClientOptions } from './vendor-client.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const key = 'secret-key-7f3a'
const schema = v.object({ price: v.number() })

type Reply = Response | Error | (() => Response)

/** A client whose calls get the replies in turn; the last one repeats. */
function setUp(replies: readonly Reply[], options: Partial<VendorClientOptions> = {}) {
  const lines: { level: string; event: string; fields: LogFields | undefined }[] = []
  const requests: { url: string; init: RequestInit }[] = []
  const client = createVendorClient({
    vendor: 'acme',
    baseUrl: 'https://api.acme.test/v1',
    headers: { Authorization: `Bearer ${key}` },
    budget: createRateBudget({ perMinute: null }),
    log: (level, event, fields) => lines.push({ level, event, fields }),
    accessAdvice: 'check ACME_KEY',
    fetch: async (url, init) => {
      const reply = replies[Math.min(requests.length, replies.length - 1)]!
      requests.push({ url: url instanceof URL ? url.href : '', init: init! })
      if (reply instanceof Error) throw reply
      return typeof reply === 'function' ? reply() : reply.clone()
    },
    ...options,
  })
  /** The outcome of a request after all its retries. */
  const outcome = async (path = '/price') => {
    const result = client
      .get(path, { symbol: 'BRK.B', all: undefined }, schema)
      .catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(60_000)
    return result
  }
  return { client, lines, requests, outcome }
}

const json = (value: unknown, init?: ResponseInit) => new Response(JSON.stringify(value), init)

test('sends the credential and the query, and returns the parsed response', async () => {
  const { outcome, requests } = setUp([json({ price: 3, other: 'ignored' })])
  expect(await outcome()).toEqual({ price: 3 })
  expect(requests[0]!.url).toBe('https://api.acme.test/v1/price?symbol=BRK.B')
  expect(requests[0]!.init).toMatchObject({
    headers: { Authorization: `Bearer ${key}` },
    redirect: 'error',
  })
})

test('a response of the wrong type names the field and what was expected', async () => {
  const { outcome, requests } = setUp([json({ price: 'three' })])
  expect(await outcome()).toMatchObject({
    kind: 'malformed',
    message: 'acme /v1/price: price: expected number, got "three"',
  })
  expect(requests).toHaveLength(1)
})

test.each([
  ['a 500', json({}, { status: 500 })],
  ['a dropped connection', new TypeError('fetch failed')],
  ['truncated JSON', new Response('{"price":')],
])('repeats a call after %s', async (_name, failure) => {
  const { outcome, requests } = setUp([failure, json({ price: 3 })])
  expect(await outcome()).toEqual({ price: 3 })
  expect(requests).toHaveLength(2)
})

test('a call without a response is given up after the timeout and repeated', async () => {
  const { client, requests } = setUp([json({ price: 3 })], {
    fetch: (_url, init) =>
      new Promise((_, reject) =>
        init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason as Error)),
      ),
    timeoutMs: 50,
    retries: 0,
  })
  vi.useRealTimers()
  await expect(client.get('/price', {}, schema)).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('acme did not respond to /v1/price: TimeoutError'),
  })
  expect(requests).toHaveLength(0)
})

test('a connection that fails is reported with its code', async () => {
  const fetchFailure = new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })
  const { client } = setUp([], { fetch: () => Promise.reject(fetchFailure), retries: 0 })
  await expect(client.get('/price', {}, schema)).rejects.toMatchObject({
    message: 'acme did not respond to /v1/price: TypeError: fetch failed (ECONNREFUSED)',
  })
})

test('a check of a source is reported with its own text', async () => {
  const { client } = setUp([json({ price: 3 })])
  const checked = v.pipe(
    schema,
    v.check(() => false, 'expected columns of equal length'),
  )
  await expect(client.get('/price', {}, checked)).rejects.toMatchObject({
    kind: 'malformed',
    message: 'acme /v1/price: the response: expected columns of equal length',
  })
})

test('after 429 nothing is sent until the vendor accepts calls again', async () => {
  const { client, requests } = setUp([
    json({}, { status: 429, headers: { 'Retry-After': '7' } }),
    json({ price: 3 }),
  ])
  const result = client.get('/price', {}, schema)
  await vi.advanceTimersByTimeAsync(6900)
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(await result).toEqual({ price: 3 })
})

test('the vendor’s reason may be inside an object', async () => {
  const { outcome } = setUp([
    json(
      { fault: { detail: { errorcode: 'keys.invalid' }, faultstring: `Invalid Access Token ${key}` } },
      { status: 401 },
    ),
  ])
  expect(await outcome()).toMatchObject({
    message: expect.stringContaining('(401: Invalid Access Token ***)'),
  })
})

test.each([401, 403])(
  '%i is one line for the operator, without the key, and is not repeated',
  async (status) => {
    const { outcome, lines, requests } = setUp([
      json({ status: 'ERROR', error: `Unknown API Key ${key}` }, { status }),
    ])
    const error = await outcome()
    await outcome()
    expect(error).toMatchObject({
      kind: 'denied',
      message: `acme refuses access to /v1/price (${status}: Unknown API Key ***): check ACME_KEY`,
    })
    expect(requests).toHaveLength(2)
    expect(lines).toEqual([
      {
        level: 'error',
        event: 'market-access-denied',
        fields: {
          vendor: 'acme',
          path: '/v1/price',
          status,
          reason: 'Unknown API Key ***',
          advice: 'check ACME_KEY',
        },
      },
    ])
  },
)

test('says once that the vendor accepts the key again', async () => {
  let isAccepted = false
  const { outcome, client, lines } = setUp([
    () => (isAccepted ? json({ price: 3 }) : json({}, { status: 401 })),
  ])
  await outcome()
  isAccepted = true
  await outcome()
  await outcome()
  expect(client.isDenied()).toBe(false)
  expect(lines.map(({ event }) => event)).toEqual(['market-access-denied', 'market-vendor-recovered'])
})

test('after five failures in a row the vendor is not called, and one call probes it later', async () => {
  let isUp = false
  const { client, lines, requests } = setUp([() => (isUp ? json({ price: 3 }) : json({}, { status: 503 }))], {
    retries: 0,
  })
  const attempt = () => client.get('/price', {}, schema).catch((error: Error) => error.message)
  for (let count = 0; count < 5; count++) await attempt()
  expect(client.isFailing()).toBe(true)
  expect(await attempt()).toBe('acme is not called, because its latest responses failed')
  expect(requests).toHaveLength(5)
  // A probe that fails is not logged again.
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await attempt()).toBe('acme answered 503 to /v1/price')
  isUp = true
  // The delay has jitter; this is its maximum.
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await attempt()).toEqual({ price: 3 })
  expect(client.isFailing()).toBe(false)
  expect(lines.map(({ event, fields }) => [event, fields?.['reason']])).toEqual([
    ['market-vendor-failing', 'acme answered 503 to /v1/price'],
    ['market-vendor-recovered', undefined],
  ])
  isUp = false
  for (let count = 0; count < 5; count++) await attempt()
  expect(lines.map(({ event }) => event)).toEqual([
    'market-vendor-failing',
    'market-vendor-recovered',
    'market-vendor-failing',
  ])
})

test.each([
  'https://evil.test/v1/next',
  'http://api.acme.test/v1/next',
  'https://api.acme.test.evil.test/',
  'next',
])('the key is never sent to the next page %s', async (url) => {
  const { client, requests } = setUp([json({ price: 3 })])
  await expect(client.getPage(url, schema)).rejects.toMatchObject({ kind: 'malformed' })
  expect(requests).toHaveLength(0)
  expect(await client.getPage('https://api.acme.test/v1/next?cursor=2', schema)).toEqual({ price: 3 })
})

test('a file server’s 403 to an unknown name is no refusal, if the source says so', async () => {
  const { outcome, client, lines } = setUp([json({}, { status: 403 })], {
    isNotFound: async ({ pathname }) => pathname === '/v1/unknown',
  })
  expect(await outcome('/unknown')).toMatchObject({ kind: 'not-found', message: 'acme has no /v1/unknown' })
  expect(client.isDenied()).toBe(false)
  expect(lines).toEqual([])
  expect(await outcome('/known')).toMatchObject({ kind: 'denied' })
})

test('404 is its own kind, and closing cancels calls', async () => {
  const { outcome, client } = setUp([json({}, { status: 404 })])
  expect(await outcome()).toMatchObject({ kind: 'not-found' })
  client.close()
  expect(await outcome('/other')).toBeInstanceOf(Error)
})
