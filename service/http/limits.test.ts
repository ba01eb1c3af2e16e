/**
 * Rate limits of the whole service: which callers are accepted, which are refused, and what each
 * response contains.
 */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fontsPath, subscriptionKeyHeader } from '#contract/api/paths.ts'
import {
  bearer,
  dataPath,
  limitsOf,
  makeTestService,
  partnerOrigin,
  problemOf,
  widgetOrigin,
} from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'

let testService: TestService
beforeEach(async () => {
  testService = await makeTestService()
})

const sharedAddress = '203.0.113.7'
type RequestOptions = { address?: string; headers?: Record<string, string>; body?: unknown; method?: string }
function sendRequest(
  path: string,
  { address = sharedAddress, headers = {}, body, method }: RequestOptions = {},
): Promise<Response> {
  const serializedBody = body === undefined ? null : JSON.stringify(body)
  const jsonHeaders = { Origin: widgetOrigin, 'Content-Type': 'application/json' }
  const request = new Request(new URL(path, widgetOrigin), {
    method: method ?? (serializedBody === null ? 'GET' : 'POST'),
    headers: serializedBody === null ? headers : { ...jsonHeaders, ...headers },
    body: serializedBody,
  })
  return testService.app.fetch(request, { address })
}

/**
 * Sends the requests of a widget's first screen. Returns their statuses, up to a refusal of the
 * token.
 */
async function openWidget(user: string, address = sharedAddress): Promise<number[]> {
  const token = await sendRequest('/Token', {
    address,
    body: { apiKey: testService.demo.apiKey, userId: user },
  })
  if (token.status !== 200) return [token.status]
  const { access_token } = (await token.json()) as { access_token: string }
  const headers = bearer(access_token)
  const instance = `instance-${user}`
  const session = await sendRequest('/setCookie', {
    address,
    headers,
    body: { origin: partnerOrigin, instance },
  })
  const statuses = [token.status, session.status]
  for (const path of ['what/tradeideas', 'why/AAPL', 'how/income/AAPL'])
    statuses.push((await sendRequest(`${dataPath}/${path}`, { address, headers })).status)
  return statuses
}

describe('behind one address', () => {
  test('200 widgets open within a minute; 1,000 more are throttled', async () => {
    for (let index = 0; index < 200; index++)
      expect(await openWidget(`user-${index}`)).toEqual([200, 200, 200, 200, 200])
    const statuses: number[] = []
    for (let index = 0; index < 1000; index++) {
      const status = (await sendRequest('/Token', { body: { apiKey: testService.demo.apiKey, userId: 'x' } }))
        .status
      statuses.push(status, (await sendRequest('/setCookie', { body: {} })).status)
    }
    const acceptedCount = statuses.filter((status) => status !== 429).length
    expect(acceptedCount).toBe(800 - 400)
    // Other addresses are not affected.
    expect(await openWidget('elsewhere', '203.0.113.8')).toEqual([200, 200, 200, 200, 200])
    expect(await openWidget('v6', '2001:db8::1')).toEqual([200, 200, 200, 200, 200])
  }, 60_000)

  test('50 test machines with one user each open a widget every five seconds, all day', async () => {
    for (let round = 0; round < 24; round++) {
      for (let index = 0; index < 50; index++)
        expect(await openWidget('tester')).toEqual([200, 200, 200, 200, 200])
      testService.advanceTime(5000)
    }
  }, 60_000)

  test('the log names the exceeded limit and its caller; the response names no address', async () => {
    testService = await makeTestService({ limits: limitsOf({ openingAddress: 1 }) })
    await openWidget('one')
    const refused = await sendRequest('/Token', { body: { apiKey: testService.demo.apiKey, userId: 'one' } })
    const body = JSON.stringify(await problemOf(refused))
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(refused.headers.get('ratelimit-policy')).toBe('"per-minute";q=1;w=60')
    expect(refused.headers.get('ratelimit')).toBe('"per-minute";r=0;t=60')
    expect(body).not.toContain(sharedAddress)
    expect(testService.logged.filter(({ event }) => event === 'rate-limited')).toEqual([
      { level: 'warn', event: 'rate-limited', fields: { limit: 'opening-address', caller: sharedAddress } },
    ])
    expect(testService.service.metrics.text()).toContain(
      'service_rate_limited_total{limit="opening-address"} 2',
    )
  })
})

describe('an IPv6 network of 48 bits', () => {
  const addressOf = (index: number) => `2001:db8:1:${index.toString(16)}::1`

  test('has a bucket for its widgets and their openings, 16 times as large as that of 64 bits', async () => {
    testService = await makeTestService({ limits: limitsOf({ openingAddress: 2, widgetAddress: 1 }) })
    const statuses: number[][] = []
    for (let index = 0; index < 17; index++)
      statuses.push(await openWidget(`user-${index}`, addressOf(index)))
    expect(statuses).toEqual([...Array.from({ length: 16 }, () => [200, 200, 200, 429, 429]), [429]])
    expect(await openWidget('elsewhere', '2001:db8:2::1')).toEqual([200, 200, 200, 429, 429])
    expect(testService.service.metrics.text()).toContain(
      'service_rate_limited_total{limit="opening-address-48"} 1',
    )
  })

  test('has a bucket for invalid credentials', async () => {
    testService = await makeTestService({ limits: limitsOf({ failedAddress: 1 }) })
    const headers = { 'Op-Subscription-Key': 'sub_live_x' }
    const statuses: number[] = []
    for (let index = 0; index < 18; index++)
      statuses.push((await sendRequest(`${dataPath}/tone`, { address: addressOf(index), headers })).status)
    expect(statuses).toEqual([...Array<number>(17).fill(401), 429])
  })
})

test('access tokens by public key count against the limit of the account, those of its server do not', async () => {
  testService = await makeTestService({ limits: limitsOf({ partner: 3 }) })
  const { apiKey, secretKey } = testService.demo
  const oneTimeToken = async () => (await testService.form('/Auth', { apikey: apiKey, secretKey })).text()
  const send = async (body: object) => (await sendRequest('/Token', { body })).status
  const authToken = await oneTimeToken()
  expect(await send({ authToken, userId: 'one' })).toBe(200)
  expect([
    await send({ apiKey, userId: 'one' }),
    await send({ apiKey, userId: 'two' }),
    await send({ apiKey, userId: 'three' }),
  ]).toEqual([200, 200, 429])
})

test('requests with a position are limited by address, over all sessions', async () => {
  testService = await makeTestService({ limits: limitsOf({ positionAddress: 2 }) })
  const sessions = [await testService.session('instance-1'), await testService.session('instance-2')]
  const send = async (path: string, session: number, address?: string) =>
    (
      await sendRequest(`${dataPath}/how/${path}`, {
        headers: bearer(sessions[session]!.token),
        ...(address && { address }),
      })
    ).status
  const paths = ['income/AAPL?stockQuantity=200', 'income/AAPL?cash=50000', 'income/AAPL?costBasis=12']
  const statuses: number[] = []
  for (const [index, path] of paths.entries()) statuses.push(await send(path, index % 2))
  expect(statuses).toEqual([200, 200, 429])
  // A roll is refused before its contract is read.
  expect(await send('roll/AAPL?contract=none', 1)).toBe(429)
  // Without a position, and at another address.
  expect(await send('income/AAPL?legtype=call', 0)).toBe(200)
  expect(await send(paths[2]!, 0, '203.0.113.8')).toBe(200)
})

test('callers of one account at one address share a queue of analyses, at every door', async () => {
  const queueKeys: (string | undefined)[] = []
  const { environments } = testService.service
  const environmentOf = environments.environmentOf.bind(environments)
  Object.assign(environments, {
    environmentOf: (name: Parameters<typeof environmentOf>[0]) => {
      const environment = environmentOf(name)
      const why: typeof environment.lookups.why = (symbol, queueKey) => {
        queueKeys.push(queueKey)
        return environment.lookups.why(symbol, queueKey)
      }
      return { ...environment, lookups: { ...environment.lookups, why } }
    },
  })
  const { subscriptionKey, clientId, clientSecret } = testService.demo
  const legacyForm = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const legacy = await testService.form('/token', legacyForm)
  const { access_token: legacyToken } = (await legacy.json()) as { access_token: string }
  const callers: Record<string, string>[] = [
    bearer((await testService.session('instance-1')).token),
    bearer((await testService.session('instance-2')).token),
    { [subscriptionKeyHeader]: subscriptionKey },
    bearer(legacyToken),
  ]
  for (const address of ['2001:db8::1', '2001:db8::2', sharedAddress])
    for (const headers of callers)
      expect((await sendRequest(`${dataPath}/why/AAPL`, { headers, address })).status).toBe(200)
  const account = queueKeys[0]!.split(' ')[0]
  expect(queueKeys).toEqual([
    ...Array<string>(8).fill(`${account} 2001:db8:0:0::/64`),
    ...Array<string>(4).fill(`${account} ${sharedAddress}`),
  ])
})

test('fonts are limited by address, before the store is read', async () => {
  testService = await makeTestService({ limits: limitsOf({ fontAddress: 2 }) })
  const list = vi.spyOn(testService.store.fonts, 'list')
  const path = `${fontsPath}/font_${'A'.repeat(22)}.css`
  const statuses: number[] = []
  for (let index = 0; index < 3; index++) statuses.push((await sendRequest(path)).status)
  expect(statuses).toEqual([404, 404, 429])
  expect(list).toHaveBeenCalledTimes(2)
  // Another address, and other requests of the same address, are not affected.
  expect((await sendRequest(path, { address: '203.0.113.8' })).status).toBe(404)
  expect(await openWidget('one')).toEqual([200, 200, 200, 200, 200])
})

test('the documentation and the description of the API are limited by address', async () => {
  testService = await makeTestService({ limits: limitsOf({ documentAddress: 4 }) })
  const paths = ['/docs', '/docs/data-api', '/docs/assets/none.js', '/openapi.json']
  const send = async (path: string, address?: string) =>
    (await sendRequest(path, { ...(address && { address }) })).status
  const withinLimit = await Promise.all(paths.map((path) => send(path)))
  expect(withinLimit).not.toContain(429)
  expect(withinLimit.at(-1)).toBe(200)
  expect(await Promise.all(paths.map((path) => send(path)))).toEqual([429, 429, 429, 429])
  // Another address, and widgets behind the same one, are not affected.
  expect(await send('/openapi.json', '203.0.113.8')).toBe(200)
  expect(await openWidget('one')).toEqual([200, 200, 200, 200, 200])
})

test('responses of the token endpoints have the remaining count', async () => {
  const { apiKey, secretKey, clientId, clientSecret } = testService.demo
  const token = await testService.form('/Auth', { apikey: apiKey, secretKey })
  const legacy = await testService.form('/token', {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const widget = await sendRequest('/Token', { body: { authToken: await token.text(), userId: 'one' } })
  const { access_token } = (await widget.json()) as { access_token: string }
  const headers = bearer(access_token)
  const session = await sendRequest('/setCookie', {
    headers,
    body: { origin: partnerOrigin, instance: 'instance-1' },
  })
  const ticket = await sendRequest('/feed/ticket', { headers, body: {} })
  const endResponse = await sendRequest('/session', { headers, method: 'DELETE', body: {} })
  const responses = [token, legacy, widget, session, ticket, endResponse]
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 204])
  expect(responses.map(({ headers: fields }) => fields.get('ratelimit-policy'))).toEqual(
    [12_000, 1200, 1800, 1800, 1200, 1200].map((perMinute) => `"per-minute";q=${perMinute};w=60`),
  )
  for (const { headers: fields } of responses)
    expect(fields.get('ratelimit')).toMatch(/^"per-minute";r=\d+;t=\d+$/)
})

describe('credentials that are not valid', () => {
  const invalidCredentials: Record<string, () => Promise<Response>> = {
    'data API': () => sendRequest(`${dataPath}/tone`, { headers: { 'Op-Subscription-Key': 'sub_live_x' } }),
    'data API, bearer': () => sendRequest(`${dataPath}/tone`, { headers: bearer(`lt_${'x'.repeat(43)}`) }),
    'data API, cookie': () =>
      sendRequest(`${dataPath}/tone`, { headers: { Cookie: `__Host-sw-instance-1=${'x'.repeat(43)}` } }),
    '/Token': () => sendRequest('/Token', { body: { authToken: `at_${'x'.repeat(43)}`, userId: 'one' } }),
    '/setCookie': () =>
      sendRequest('/setCookie', {
        headers: bearer(`wt_${'x'.repeat(43)}`),
        body: { origin: partnerOrigin, instance: 'instance-1' },
      }),
    '/session': () => sendRequest('/session', { headers: bearer('wt_x'), method: 'DELETE', body: {} }),
    '/feed/ticket': () => sendRequest('/feed/ticket', { headers: bearer('wt_x'), body: {} }),
    '/Auth': () => sendForm('/Auth', { apikey: 'x', secretKey: 'y' }),
    '/token': () =>
      sendForm('/token', { grant_type: 'client_credentials', client_id: 'x', client_secret: 'y' }),
  }
  const sendForm = (path: string, fields: Record<string, string>) =>
    testService.app.fetch(
      new Request(new URL(path, widgetOrigin), {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      }),
      { address: sharedAddress },
    )

  test.each(Object.keys(invalidCredentials))(
    'at %s are limited by address, shared by all doors',
    async (door) => {
      testService = await makeTestService({ limits: limitsOf({ failedAddress: 2, throttledAddress: 1 }) })
      const { token } = await testService.session()
      const withinLimit = [
        await invalidCredentials[door]!(),
        await invalidCredentials[door]!(),
        await invalidCredentials[door]!(),
      ]
      expect(withinLimit.map(({ status }) => status)).toEqual([401, 401, 401])
      // Credentials of valid format have a higher limit than malformed ones.
      const wellFormed = [await invalidCredentials['/Token']!(), await invalidCredentials['/Token']!()]
      expect(wellFormed.map(({ status }) => status)).toEqual([401, 401])
      for (const sendInvalid of Object.values(invalidCredentials)) {
        const refused = await sendInvalid()
        expect(refused.status).toBe(429)
        expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
      }
      // Open and opening widgets behind the same address are not affected.
      expect((await sendRequest(`${dataPath}/tone`, { headers: bearer(token) })).status).toBe(200)
      expect(await openWidget('neighbour')).toEqual([200, 200, 200, 200, 200])
    },
  )

  test('do not block valid callers of the same address, even at a node that has not seen them', async () => {
    const { token, cookie } = await testService.session()
    const secondNode = await makeTestService({ limits: limitsOf({ failedAddress: 2 }) }, testService.store)
    const key = { 'Op-Subscription-Key': testService.demo.subscriptionKey }
    const client = { client_id: testService.demo.clientId, grant_type: 'client_credentials' }
    const firstNode = testService
    testService = secondNode
    for (let index = 0; index < 5; index++) await invalidCredentials['data API']!()
    expect((await invalidCredentials['data API']!()).status).toBe(429)
    const statuses = [
      await sendRequest(`${dataPath}/tone`, { headers: bearer(token) }),
      await sendRequest(`${dataPath}/tone`, { headers: { Cookie: cookie } }),
      await sendRequest(`${dataPath}/tone`, { headers: key }),
      await sendForm('/token', { ...client, client_secret: firstNode.demo.clientSecret }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 200, 200])
    expect(await openWidget('neighbour')).toEqual([200, 200, 200, 200, 200])
  })

  test('a throttled or malformed credential is neither hashed nor looked up', async () => {
    testService = await makeTestService({ limits: limitsOf({ failedAddress: 1, throttledAddress: 1 }) })
    const byCookie = vi.spyOn(testService.store.sessions, 'byCookie')
    const sign = vi.spyOn(crypto.subtle, 'sign')
    const cookies = (value: (index: number) => string) =>
      Array.from({ length: 20 }, (_, index) => `__Host-sw-instance-${index}=${value(index)}`).join('; ')
    await sendRequest(`${dataPath}/tone`, { headers: { Cookie: cookies(() => 'malformed') } })
    expect([byCookie.mock.calls.length, sign.mock.calls.length]).toEqual([0, 0])
    await sendRequest(`${dataPath}/tone`, {
      headers: { Cookie: cookies((index) => `${index}`.padStart(43, 'x')) },
    })
    expect(byCookie.mock.calls.length).toBe(3)
    for (const char of ['a', 'b'])
      await sendRequest(`${dataPath}/tone`, {
        headers: { Cookie: cookies((index) => `${index}`.padStart(43, char)) },
      })
    const before = byCookie.mock.calls.length + sign.mock.calls.length
    const refused = await sendRequest(`${dataPath}/tone`, {
      headers: { Cookie: cookies((index) => `${index}`.padStart(43, 'y')) },
    })
    expect(refused.status).toBe(429)
    expect(byCookie.mock.calls.length + sign.mock.calls.length).toBe(before)
    vi.restoreAllMocks()
  })
})

describe('who knows the public key and a userId', () => {
  test('does not use up the requests of the user at another address', async () => {
    testService = await makeTestService({ limits: limitsOf({ widgetUser: 3 }) })
    const sendAs = async (token: string, address: string) =>
      (await sendRequest(`${dataPath}/tone`, { address, headers: bearer(token) })).status
    const { token } = await testService.session('instance-1')
    const foreign = await testService.session('instance-2')
    const statuses: number[] = []
    for (let index = 0; index < 4; index++) statuses.push(await sendAs(foreign.token, '203.0.113.8'))
    expect(statuses).toEqual([200, 200, 200, 429])
    expect(await sendAs(token, sharedAddress)).toBe(200)
  })

  test('does not end the sessions of the user at another address', async () => {
    testService = await makeTestService({ sessionLimits: { perUser: 2, perKey: 1000 } })
    const { apiKey } = testService.demo
    const open = async (index: number, address: string): Promise<string> => {
      const body = { apiKey, userId: 'known' }
      const token = (await (await sendRequest('/Token', { address, body })).json()) as {
        access_token: string
      }
      const headers = bearer(token.access_token)
      const instance = `instance-${index}`
      const opening = { address, headers, body: { origin: partnerOrigin, instance } }
      expect((await sendRequest('/setCookie', opening)).status).toBe(200)
      return token.access_token
    }
    const own = await open(0, sharedAddress)
    const foreign: string[] = []
    for (let index = 1; index < 4; index++) foreign.push(await open(index, '203.0.113.8'))
    const statuses: number[] = []
    for (const token of [own, ...foreign])
      statuses.push((await sendRequest(`${dataPath}/tone`, { headers: bearer(token) })).status)
    expect(statuses).toEqual([200, 401, 200, 200])
  })
})

describe('open sessions', () => {
  const isSessionOpen = async (token: string) =>
    (await sendRequest(`${dataPath}/tone`, { headers: bearer(token) })).status === 200

  test('a user may have 20 tabs; one more ends the oldest session', async () => {
    testService = await makeTestService({ sessionLimits: { perUser: 20, perKey: 1000 } })
    const tokens: string[] = []
    for (let index = 0; index < 20; index++)
      tokens.push((await testService.session(`instance-${index}`)).token)
    expect(await Promise.all(tokens.map(isSessionOpen))).toEqual(Array(20).fill(true))
    const another = await testService.session('instance-20')
    expect(await Promise.all([...tokens, another.token].map(isSessionOpen))).toEqual([
      false,
      ...Array(20).fill(true),
    ])
  })

  test('above the maximum of one key, its oldest sessions end', async () => {
    testService = await makeTestService({ sessionLimits: { perUser: 1000, perKey: 10 } })
    const open: string[] = []
    for (let index = 0; index < 15; index++) {
      open.push((await testService.session(`instance-${index}`)).token)
      testService.advanceTime(1)
    }
    const states = await Promise.all(open.map(isSessionOpen))
    expect(states.filter(Boolean)).toHaveLength(10)
    expect(states.slice(0, 5)).toEqual(Array(5).fill(false))
  })
})
