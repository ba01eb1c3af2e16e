/** The data API at its three doors. */
import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import type { TradeIdeas } from '#contract/responses/lists/ideas.ts'
import { dataRoutes } from '#contract/api/routes.ts'
import type { DataRoute } from '#contract/api/routes.ts'
import { chainOf } from '#service/analysis/reference/synthetic-inputs.fixture.ts'
import { dataPath, makeTestService, problemOf } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'

let testService: TestService
beforeEach(async () => {
  testService = await makeTestService()
})

const asGateway = () => ({ 'Op-Subscription-Key': testService.demo.subscriptionKey })
async function asLegacy(origin = '') {
  const response = await testService.form(`${origin}/token`, {
    grant_type: 'client_credentials',
    client_id: testService.demo.clientId,
    client_secret: testService.demo.clientSecret,
  })
  return { Authorization: `Bearer ${((await response.json()) as { access_token: string }).access_token}` }
}
const asWidget = async () => ({ Authorization: `Bearer ${(await testService.session()).token}` })
const asCookie = async () => ({ Cookie: (await testService.session()).cookie })
const doors = {
  gateway: async () => asGateway(),
  legacy: async () => asLegacy(),
  'widget bearer': asWidget,
  'widget cookie': asCookie,
}

/**
 * Returns the required query of a look-up. For `roll` and `scenario`, makes the market list the
 * contract.
 */
function queryOf(name: DataRoute): string {
  if (name === 'symbols') return '?query=micro'
  if (name !== 'roll' && name !== 'scenario') return ''
  const [today, days] = [testService.market.today(), [28]]
  const chain = chainOf({ symbol: 'AAPL', spot: 100, today, days, volatility: () => 0.3 })
  testService.market.chain = async () => chain
  return `?contract=${chain.contracts[0]!.id}`
}

describe.each(Object.entries(doors))('with the credential %s', (_, credential) => {
  test.each(Object.keys(dataRoutes) as DataRoute[])(
    '%s responds as the contract’s schema says',
    async (name) => {
      const { path, response: schema } = dataRoutes[name]
      const headers = await credential()
      const response = await testService.get(path.replace('{symbol}', 'aapl') + queryOf(name), headers)
      expect(response.status).toBe(200)
      // The query of these look-ups contains the user's position.
      const isPersonal = ['income', 'roll', 'scenario'].includes(name)
      expect(response.headers.get('cache-control')).toBe(`private, ${isPersonal ? 'no-store' : 'no-cache'}`)
      expect(response.headers.get('etag')).toMatch(/^"[\w-]+"$/)
      expect(response.headers.get('vary')).toBe('Accept-Encoding')
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
      expect(response.headers.get('ratelimit')).toMatch(/^"per-minute";r=\d+;t=\d+$/)
      expect(v.safeParse(schema, await response.json()).issues).toBeUndefined()
    },
  )
})

test('sends 304 if the client has the response, and 401 without a credential even if the ETag matches', async () => {
  const requested = { 'Op-Subscription-Key': testService.demo.subscriptionKey }
  const first = await testService.get(`${dataPath}/tone`, requested)
  const etag = first.headers.get('etag')!
  const revalidated = await testService.get(`${dataPath}/tone`, { ...requested, 'If-None-Match': etag })
  expect([revalidated.status, await revalidated.text(), revalidated.headers.get('etag')]).toEqual([
    304,
    '',
    etag,
  ])
  expect(revalidated.headers.get('ratelimit'), 'the request is counted').toMatch(/^"per-minute";r=1198/)
  expect((await testService.get(`${dataPath}/tone`, { 'If-None-Match': etag })).status).toBe(401)
})

test('every look-up without a credential is 401 with its challenges', async () => {
  for (const { path } of Object.values(dataRoutes)) {
    const response = await testService.get(path.replace('{symbol}', 'AAPL'))
    expect(await problemOf(response)).toMatchObject({ code: 'credential-missing', status: 401 })
    expect(response.headers.get('www-authenticate')).toContain('Bearer')
  }
})

test('refuses two kinds of credential in one request, even if each is valid', async () => {
  const response = await testService.get(`${dataPath}/tone`, { ...asGateway(), ...(await asLegacy()) })
  expect(await problemOf(response)).toMatchObject({ code: 'credential-invalid' })
  const withCookie = await testService.get(`${dataPath}/tone`, { ...asGateway(), ...(await asCookie()) })
  expect(withCookie.status).toBe(401)
})

test.each([
  ['the public apiKey as a key', () => ({ 'Op-Subscription-Key': testService.demo.apiKey })],
  ['the public apiKey as a bearer', () => ({ Authorization: `Bearer ${testService.demo.apiKey}` })],
  [
    'the subscription key as a bearer',
    () => ({ Authorization: `Bearer ${testService.demo.subscriptionKey}` }),
  ],
  [
    'a key with one character changed',
    () => ({ 'Op-Subscription-Key': testService.demo.subscriptionKey.replace(/.$/, '!') }),
  ],
  ['another scheme', () => ({ Authorization: 'Basic YTpi' })],
  ['an empty key', () => ({ 'Op-Subscription-Key': '' })],
])('refuses %s', async (_, headers) => {
  const response = await testService.get(`${dataPath}/tone`, headers())
  expect(await problemOf(response)).toMatchObject({ code: 'credential-invalid', status: 401 })
})

test('refuses an access token without a session', async () => {
  const response = await testService.get(`${dataPath}/tone`, {
    Authorization: `Bearer ${await testService.token()}`,
  })
  expect(await problemOf(response)).toMatchObject({ code: 'credential-invalid' })
})

test('a door with its own host name refuses other doors’ credentials there', async () => {
  testService = await makeTestService({
    hosts: { gateway: 'api.test', legacy: 'legacy.test', widget: 'widget.test' },
  })
  const fetchTone = (host: string, headers: Record<string, string>) =>
    testService.app.fetch(new Request(`http://${host}${dataPath}/tone`, { headers }))
  expect((await fetchTone('api.test', asGateway())).status).toBe(200)
  expect((await fetchTone('legacy.test', asGateway())).status).toBe(401)
  const widget = await asWidget()
  expect((await fetchTone('widget.test', widget)).status).toBe(200)
  expect((await fetchTone('api.test', widget)).status).toBe(401)
  const legacyClient = await asLegacy('http://legacy.test')
  expect((await fetchTone('legacy.test', legacyClient)).status).toBe(200)
  for (const host of ['api.test', 'widget.test'])
    expect((await fetchTone(host, legacyClient)).status, host).toBe(401)
  expect(await problemOf(await fetchTone('elsewhere.test', asGateway()))).toMatchObject({
    code: 'host-unknown',
    status: 421,
  })
  expect((await testService.app.fetch(new Request('http://10.0.0.1/healthz'))).status).toBe(200)
  // Token endpoints are served only at the host of their door.
  const legacy = await testService.app.fetch(new Request('http://api.test/token', { method: 'POST' }))
  expect(legacy.status).toBe(404)
})

test('a symbol is read in any case; the problem of an unknown or malformed one names the parameter', async () => {
  expect((await testService.get(`${dataPath}/why/aapl`, asGateway())).status).toBe(200)
  expect(await problemOf(await testService.get(`${dataPath}/how/income/NOPE`, asGateway()))).toMatchObject({
    code: 'symbol-unknown',
    parameter: 'symbol',
  })
  for (const symbol of ['A%20B', '<script>', '%E0%A4%A', 'A'.repeat(16)]) {
    expect(await problemOf(await testService.get(`${dataPath}/why/${symbol}`, asGateway()))).toMatchObject({
      code: 'malformed-symbol',
      parameter: 'symbol',
    })
  }
})

test('a share class is the same symbol with a dot, a hyphen or an encoded slash', async () => {
  const requested: string[] = []
  const market = { ...testService.market }
  testService.market.profile = async (symbol) => {
    requested.push(symbol)
    return market.profile(symbol)
  }
  for (const spelling of ['BRK.B', 'BRK-B', 'brk-b', 'BRK%2FB', 'brk%2fb'])
    expect(await problemOf(await testService.get(`${dataPath}/why/${spelling}`, asGateway()))).toMatchObject({
      code: 'symbol-unknown',
    })
  expect(new Set(requested)).toEqual(new Set(['BRK.B']))
})

test.each([
  ['how/income/AAPL?legtype=both', 'legtype'],
  ['how/income/AAPL?timeframe=', 'timeframe'],
  ['how/income/AAPL?riskprofile=OPTIMAL', 'riskprofile'],
  ['how/income/AAPL?stockQuantity=1.5', 'stockQuantity'],
  ['how/income/AAPL?stockQuantity=-100', 'stockQuantity'],
  ['how/income/AAPL?cash=0', 'cash'],
  ['how/income/AAPL?cash=-5000', 'cash'],
  ['how/income/AAPL?cash=5e3', 'cash'],
  ['how/income/AAPL?costBasis=0', 'costBasis'],
  ['how/income/AAPL?costBasis=1e3', 'costBasis'],
  ['why/AAPL/history?range=5Y', 'range'],
  ['symbols?query=', 'query'],
  ['symbols', 'query'],
])('%s is 400 and names %s', async (path, parameter) => {
  expect(await problemOf(await testService.get(`${dataPath}/${path}`, asGateway()))).toMatchObject({
    code: 'malformed-parameter',
    parameter,
  })
})

test('other methods are 405 with Allow, other paths 404, and HEAD is a GET without its body', async () => {
  const post = await testService.app.fetch(
    new Request(`http://widget.test${dataPath}/why/AAPL`, { method: 'POST', headers: asGateway() }),
  )
  expect(post.headers.get('allow')).toBe('GET, HEAD')
  expect(await problemOf(post)).toMatchObject({ code: 'method-refused' })
  const preflight = await testService.app.fetch(
    new Request(`http://widget.test${dataPath}/why/AAPL`, { method: 'OPTIONS' }),
  )
  expect(preflight.status).toBe(405)
  expect(await problemOf(await testService.get('/api/v2/platform/why/AAPL', asGateway()))).toMatchObject({
    code: 'route-unknown',
  })
  const head = await testService.app.fetch(
    new Request(`http://widget.test${dataPath}/tone`, { method: 'HEAD', headers: asGateway() }),
  )
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('a key is limited to its scopes', async () => {
  const { secret } = await testService.service.access.operator.issueKey('p_demo', 'subscription', {
    scopes: ['why'],
  })
  const headers = { 'Op-Subscription-Key': secret }
  expect((await testService.get(`${dataPath}/why/AAPL`, headers)).status).toBe(200)
  expect((await testService.get(`${dataPath}/why/AAPL/history`, headers)).status).toBe(200)
  for (const path of ['what/tradeideas', 'how/income/AAPL']) {
    expect(await problemOf(await testService.get(`${dataPath}/${path}`, headers))).toMatchObject({
      code: 'scope-missing',
      status: 403,
    })
  }
})

test('a key is limited to its addresses', async () => {
  const { secret } = await testService.service.access.operator.issueKey('p_demo', 'subscription', {
    addresses: ['203.0.113.0/24', '2001:db8::/32'],
  })
  const from = async (address?: string) =>
    (
      await testService.get(
        `${dataPath}/tone`,
        { 'Op-Subscription-Key': secret },
        address === undefined ? {} : { address },
      )
    ).status
  expect(await from('203.0.113.77')).toBe(200)
  expect(await from('::ffff:203.0.113.77')).toBe(200)
  expect(await from('2001:db8:1::1')).toBe(200)
  expect(await from('198.51.100.1')).toBe(403)
  expect(await from()).toBe(403)
})

test('a key bound to a client certificate is valid with that certificate only', async () => {
  const fingerprint = 'AB:'.repeat(32).slice(0, -1)
  const { secret } = await testService.service.access.operator.issueKey('p_demo', 'subscription', {
    certificate: fingerprint,
  })
  const fetchWithCertificate = (certificate?: string | null, key = secret) =>
    testService.get(
      `${dataPath}/tone`,
      { 'Op-Subscription-Key': key },
      certificate === undefined ? {} : { certificate: () => certificate },
    )
  expect((await fetchWithCertificate('ab'.repeat(32))).status).toBe(200)
  for (const certificate of ['cd'.repeat(32), null, undefined])
    expect(await problemOf(await fetchWithCertificate(certificate))).toMatchObject({
      code: 'credential-invalid',
      parameter: 'Op-Subscription-Key',
      detail: 'The key is bound to a client certificate, which the request did not present.',
    })
  // The certificate of a request is read only if its key is bound to one.
  expect((await fetchWithCertificate(null, asGateway()['Op-Subscription-Key'])).status).toBe(200)
})

test('a key has its own rate limit, which refills', async () => {
  const { secret } = await testService.service.access.operator.issueKey('p_demo', 'subscription', {
    ratePerMinute: 2,
  })
  const fetchWithKey = () => testService.get(`${dataPath}/tone`, { 'Op-Subscription-Key': secret })
  expect([(await fetchWithKey()).status, (await fetchWithKey()).status]).toEqual([200, 200])
  const refused = await fetchWithKey()
  expect(refused.headers.get('retry-after')).toBe('30')
  expect(refused.headers.get('ratelimit-policy')).toBe('"per-minute";q=2;w=60')
  expect(refused.headers.get('ratelimit')).toBe('"per-minute";r=0;t=60')
  expect(await problemOf(refused)).toMatchObject({
    code: 'rate-limited',
    'violated-policies': ['per-minute'],
  })
  expect((await testService.get(`${dataPath}/tone`, asGateway())).status).toBe(200)
  testService.advanceTime(30_000)
  expect([(await fetchWithKey()).status, (await fetchWithKey()).status]).toEqual([200, 429])
})

test('a revoked key is refused on the next request; a rotated one too, or after its grace period', async () => {
  const { operator } = testService.service.access
  const { id, secret } = await operator.issueKey('p_demo', 'subscription')
  const status = async (key: string) =>
    (await testService.get(`${dataPath}/tone`, { 'Op-Subscription-Key': key })).status
  expect(await status(secret)).toBe(200)
  const second = await operator.rotateKey(id, 1)
  expect([await status(secret), await status(second.secret)]).toEqual([200, 200])
  testService.advanceTime(3_600_000)
  expect([await status(secret), await status(second.secret)]).toEqual([401, 200])
  const third = await operator.rotateKey(second.secret)
  expect([await status(second.secret), await status(third.secret)]).toEqual([401, 200])
  await operator.revokeKey(id)
  expect(await status(third.secret)).toBe(401)
  expect((await testService.store.keys.find(id))?.lastUsedAt).toBeGreaterThan(0)
})

test('if the source fails, the last good response is served; 503 if there is none', async () => {
  const first = await (await testService.get(`${dataPath}/why/AAPL`, asGateway())).json()
  testService.market.isFailing = true
  testService.advanceTime(60_000)
  const stale = await testService.get(`${dataPath}/why/AAPL`, asGateway())
  expect([stale.status, await stale.json()]).toEqual([200, first])
  expect(await problemOf(await testService.get(`${dataPath}/why/MSFT`, asGateway()))).toMatchObject({
    code: 'unavailable',
    status: 503,
  })
})

test('if the store fails every request is 503, without the reason', async () => {
  testService.store.keys.find = async () => {
    throw new Error('disk on fire at /secret/path')
  }
  const response = await testService.get(`${dataPath}/tone`, asGateway())
  const text = await response.clone().text()
  expect(await problemOf(response)).toMatchObject({ code: 'unavailable' })
  expect(text).not.toContain('fire')
  expect(testService.logged.slice(-2)).toMatchObject([
    { event: 'store-failed', fields: { call: 'keys.find' } },
    { event: 'request-failed', fields: { requestId: response.headers.get('x-request-id') } },
  ])
})

test('compresses long responses if the client accepts it, without changing their content', async () => {
  const path = `${dataPath}/why/AAPL/history?range=1Y`
  const uncompressed = await testService.get(path, asGateway())
  expect(uncompressed.headers.get('content-encoding')).toBeNull()
  const compressed = await testService.get(path, { ...asGateway(), 'Accept-Encoding': 'br, gzip;q=0.5' })
  expect(compressed.headers.get('content-encoding')).toBe('gzip')
  expect(compressed.headers.get('vary')).toBe('Accept-Encoding')
  const decompressed = new Response(compressed.body!.pipeThrough(new DecompressionStream('gzip')))
  expect(await decompressed.text()).toBe(await uncompressed.text())

  const encodingOf = async (url: string, accept: string) =>
    (await testService.get(url, { ...asGateway(), 'Accept-Encoding': accept })).headers.get(
      'content-encoding',
    )
  expect(await encodingOf(path, 'gzip;q=0')).toBeNull()
  expect(await encodingOf(`${dataPath}/news/AAPL`, 'gzip'), 'short').toBeNull()
})

test('search finds tickers first, then words of the company name', async () => {
  const find = async (query: string) => {
    const response = await testService.get(
      `${dataPath}/symbols?query=${encodeURIComponent(query)}`,
      asGateway(),
    )
    return ((await response.json()) as { symbols: { symbol: string }[] }).symbols.map(({ symbol }) => symbol)
  }
  expect(await find('s')).toEqual(['SPY'])
  expect(await find('ms')).toEqual(['MSFT'])
  expect(await find('Corp')).toEqual(['MSFT'])
  expect(await find('apple i')).toEqual(['AAPL'])
  expect(await find('zzz')).toEqual([])
})

test('reports the age of the scan in trading days', async () => {
  const age = async () =>
    ((await (await testService.get(`${dataPath}/what/tradeideas`, asGateway())).json()) as TradeIdeas)
      .tradingDaysOld
  expect(await age()).toBeNull()
  await testService.store.batches.publish({
    id: 'b1',
    dateOfScan: '2026-11-20T02:00:00.000Z',
    tradingDay: '2026-11-18',
    durationMs: 1,
    universeSize: 3,
    ideas: [],
    scores: [],
    failures: [],
    tone: null,
  })
  const hour = 3_600_000
  /** Age of the scan in trading days, by instant. */
  const ages: [string, number | null][] = []
  // Friday 15:00 UTC; then Saturday in UTC but still Friday in New York; then day by day over Thanksgiving.
  for (const hours of [0, 13, 2, 48, 24, 24, 24, 24]) {
    testService.advanceTime(hours * hour)
    ages.push([testService.market.now().toISOString().slice(0, 13), await age()])
  }
  expect(ages).toEqual([
    ['2026-11-20T15', 1],
    ['2026-11-21T04', 1],
    ['2026-11-21T06', 2],
    ['2026-11-23T06', 2],
    ['2026-11-24T06', 3],
    ['2026-11-25T06', 4],
    ['2026-11-26T06', 5],
    ['2026-11-27T06', 5],
  ])
})
