/**
 * Statements of docs/security.md that have no test in another suite. The title of each test begins
 * with the number.
 */
import { beforeEach, expect, test } from 'vitest'
import { accessRoutes } from '#contract/api/routes.ts'
import { idOfSubscriptionKey, makeKeyId, makeSecret } from '#service/access/credentials/key-format.ts'
import { jsonLog } from '#service/shared/log.ts'
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
const statusOf = async (headers: Record<string, string>) =>
  (await testService.get(`${dataPath}/tone`, headers)).status
const send = (path: string, body: string, headers: Record<string, string> = {}) =>
  testService.app.fetch(
    new Request(new URL(path, widgetOrigin), {
      method: 'POST',
      headers: { Origin: widgetOrigin, 'Content-Type': 'application/json', ...headers },
      body,
    }),
  )

test('25: truncated, unknown and another account’s keys get the same refusal, and a replay is logged', async () => {
  const { apiKey, secretKey } = testService.demo
  const otherPartner = await testService.service.access.operator.addPartner('Another')
  const otherPartnersKey = await testService.service.access.operator.issueKey(otherPartner.id, 'widget')
  const mixed = await testService.form('/Auth', { apikey: apiKey, secretKey: otherPartnersKey.secret })
  const unknown = await testService.form('/Auth', { apikey: apiKey, secretKey: secretKey.slice(0, -1) })
  const unknownId = await testService.form('/Auth', { apikey: makeKeyId('widget', 'live'), secretKey })
  const malformedId = await testService.form('/Auth', { apikey: apiKey.slice(0, -1), secretKey })
  const bodies = await Promise.all([mixed, unknown, unknownId, malformedId].map(problemOf))
  const [problem, ...otherProblems] = bodies.map(({ requestId: _requestId, ...body }) => body)
  expect(problem).toMatchObject({ status: 401, code: 'credential-invalid' })
  expect(otherProblems).toEqual([problem, problem, problem])
  const oneTimeToken = await (await testService.form('/Auth', { apikey: apiKey, secretKey })).text()
  for (let index = 0; index < 2; index++)
    await testService.post('/Token', { authToken: oneTimeToken, userId: 'one' })
  expect(testService.logged.filter(({ event }) => event === 'auth-token-replayed')).toHaveLength(1)
})

test('31: two keys of one account are valid at the same time, and each records its last use', async () => {
  const { operator } = testService.service.access
  const { secret, id } = await operator.issueKey('p_demo', 'subscription')
  const bothKeys = [
    { 'Op-Subscription-Key': secret },
    { 'Op-Subscription-Key': testService.demo.subscriptionKey },
  ]
  expect(await Promise.all(bothKeys.map(statusOf))).toEqual([200, 200])
  await expect
    .poll(async () =>
      (await testService.store.keys.list('p_demo')).filter(({ kind }) => kind === 'subscription'),
    )
    .toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id, lastUsedAt: testService.service.clock() }),
        expect.objectContaining({ lastUsedAt: testService.service.clock() }),
      ]),
    )
  await operator.revokeKey(testService.demo.subscriptionKey)
  expect(await Promise.all(bothKeys.map(statusOf))).toEqual([200, 401])
})

test('38: the session’s cookie is host-bound, secure, HttpOnly, partitioned, small and new each time', async () => {
  const instance = 'statement-38-0123456789'
  const cookies: string[] = []
  for (let round = 0; round < 2; round++) {
    const response = await send(
      '/setCookie',
      JSON.stringify({ origin: partnerOrigin, instance }),
      bearer(await testService.token()),
    )
    expect(response.status).toBe(200)
    cookies.push(response.headers.get('set-cookie')!)
  }
  for (const cookie of cookies) {
    const [pair, ...attributes] = cookie.split('; ')
    expect(pair).toMatch(/^__Host-sw-statement-38-0123456789=[\w-]{22,}$/)
    expect(attributes).toEqual(
      expect.arrayContaining(['Path=/', 'Secure', 'HttpOnly', 'SameSite=None', 'Partitioned']),
    )
    expect(attributes.some((attribute) => /^domain/i.test(attribute))).toBe(false)
    expect(cookie.length).toBeLessThan(4096)
  }
  expect(cookies[0]).not.toBe(cookies[1])
})

// A cookie opens only the session of its instance. The service cannot compare the origins of pages: the frame's
// requests name the widget in Origin, Referer and Sec-Fetch-Site, and no header set by a browser names the embedding
// page (docs/embedding-scenarios.md, "A session under another partner").
test('40: a cookie that is sent for another instance opens no session', async () => {
  const [first, second] = [
    await testService.session('statement-40-first'),
    await testService.session('statement-40-second'),
  ]
  const renamed = first.cookie.replace('first', 'second')
  expect(await statusOf({ Cookie: first.cookie, 'Widget-Instance': 'statement-40-first' })).toBe(200)
  expect(await statusOf({ Cookie: renamed, 'Widget-Instance': 'statement-40-second' })).toBe(401)
  expect(await statusOf({ Cookie: first.cookie, 'Widget-Instance': 'statement-40-second' })).toBe(401)
  expect(await statusOf({ Cookie: `${first.cookie}; ${second.cookie}` }), 'without an instance').toBe(401)
})

// Each call of Token and setCookie needs JSON, and each call with a bearer needs an Authorization header. A page of
// another site can send neither without a preflight request, which the service refuses (statement 49). The header
// Widget-Instance is optional: the black-box contract documents these calls without it (docs/decisions/0003).
test('41: a request that changes state needs JSON and the widget’s own origin; a GET changes nothing', async () => {
  const { token, cookie } = await testService.session()
  const body = JSON.stringify({ origin: partnerOrigin, instance: 'instance-1' })
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']
  const tokenRequest = JSON.stringify({ apiKey: testService.demo.apiKey, userId: 'u1' })
  expect((await send('/Token', tokenRequest)).status).toBe(200)
  for (const type of types) {
    expect((await send('/Token', tokenRequest, { 'Content-Type': type })).status).toBe(415)
    expect((await send('/setCookie', body, { ...bearer(token), 'Content-Type': type })).status).toBe(415)
  }
  for (const Origin of ['https://evil.test', 'null']) {
    expect((await send('/Token', tokenRequest, { Origin })).status, Origin).toBe(403)
    expect((await send('/setCookie', body, { ...bearer(token), Origin })).status, Origin).toBe(403)
    expect((await send('/feed/ticket', '{}', { Cookie: cookie, Origin })).status, Origin).toBe(403)
    const deletion = await testService.app.fetch(
      new Request(new URL('/session', widgetOrigin), {
        method: 'DELETE',
        headers: { Cookie: cookie, Origin },
      }),
    )
    expect(deletion.status, Origin).toBe(403)
  }
  // A browser that sends no Origin may still mark the request as cross-site.
  const crossSite = new Request(new URL('/Token', widgetOrigin), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'cross-site' },
    body: tokenRequest,
  })
  expect((await testService.app.fetch(crossSite)).status).toBe(403)
  for (const { path } of Object.values(accessRoutes))
    expect((await testService.get(path, bearer(token))).status, path).toBe(405)
  expect(await statusOf(bearer(token))).toBe(200)
})

test('42: a session lives no longer than its access token, which lives for a day', async () => {
  const { token } = await testService.session()
  testService.advanceTime(43_200_000)
  const secondResponse = await send(
    '/setCookie',
    JSON.stringify({ origin: partnerOrigin, instance: 'instance-1' }),
    bearer(token),
  )
  expect(await secondResponse.json()).toMatchObject({ expires_in: 43_200 })
  testService.advanceTime(43_200_000)
  expect(await statusOf(bearer(token))).toBe(401)
})

test('48: guesses at a key do not use up its rate limit, and reveal nothing about it', async () => {
  testService = await makeTestService({ limits: limitsOf({ subscriptionKey: 3 }) })
  const { subscriptionKey } = testService.demo
  const malformed = Array.from(
    { length: 10 },
    (_, index) => `${subscriptionKey.slice(0, -8)}${String(index).padStart(8, '0')}`,
  )
  // Guesses with a valid checksum are compared with the key.
  const wellFormed = Array.from({ length: 10 }, () =>
    makeSecret('subscription', idOfSubscriptionKey(subscriptionKey)),
  )
  for (const guess of [...malformed, ...wellFormed]) {
    const refused = await testService.get(`${dataPath}/tone`, { 'Op-Subscription-Key': guess })
    expect([refused.status, refused.headers.get('ratelimit')]).toEqual([401, null])
  }
  const validResponse = await testService.get(`${dataPath}/tone`, { 'Op-Subscription-Key': subscriptionKey })
  expect([validResponse.status, validResponse.headers.get('ratelimit')]).toEqual([
    200,
    '"per-minute";r=2;t=20',
  ])
  for (let index = 0; index < 3; index++)
    await testService.get(`${dataPath}/tone`, { 'Op-Subscription-Key': subscriptionKey })
  const logText = JSON.stringify(testService.logged.filter(({ event }) => event === 'rate-limited'))
  expect(logText).toContain('subscription-key')
  expect(logText).not.toContain(subscriptionKey)
})

test('49: no response of an access route, a success included, can be read by a page of another origin', async () => {
  const { apiKey, secretKey, clientId, clientSecret } = testService.demo
  const { token } = await testService.session()
  const origin = JSON.stringify({ origin: partnerOrigin, instance: 'instance-1' })
  const credentials = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const successes = {
    auth: await testService.form('/Auth', { apikey: apiKey, secretKey }),
    token: await send('/Token', JSON.stringify({ apiKey, userId: 'u1' })),
    setCookie: await send('/setCookie', origin, bearer(token)),
    feedTicket: await send('/feed/ticket', '{}', bearer(token)),
    legacyToken: await testService.form('/token', credentials),
    endSession: await testService.app.fetch(
      new Request(new URL('/session', widgetOrigin), {
        method: 'DELETE',
        headers: { ...bearer(token), Origin: widgetOrigin },
      }),
    ),
  }
  expect(Object.keys(successes).toSorted()).toEqual(Object.keys(accessRoutes).toSorted())
  for (const [name, response] of Object.entries(successes)) {
    expect(response.ok, name).toBe(true)
    expect(corsHeadersOf(response), name).toEqual([])
    expect(response.headers.get('cross-origin-resource-policy'), name).toBe('same-origin')
  }
})

const corsHeadersOf = ({ headers }: Response) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'))

test('49: pages of other origins get refusals of the access routes, and no preflight succeeds', async () => {
  const fromPage = { Origin: 'https://partner.com', 'Access-Control-Request-Method': 'POST' }
  for (const { path, method } of Object.values(accessRoutes))
    for (const requestMethod of ['OPTIONS', method]) {
      const response = await testService.app.fetch(
        new Request(new URL(path, widgetOrigin), { method: requestMethod, headers: fromPage }),
      )
      expect(response.status, `${requestMethod} ${path}`).toBeGreaterThanOrEqual(400)
      expect(corsHeadersOf(response), `${requestMethod} ${path}`).toEqual([])
    }
})

test.each([
  ['a repeated key', '{"apiKey":"one","apiKey":"two","userId":"u"}', 401],
  ['a `__proto__` key', '{"__proto__":{"apiKey":"x"},"userId":"u"}', 400],
  ['8 KB of opening brackets', '['.repeat(8192), 400],
  ['8 KB of nested arrays', '['.repeat(4096) + ']'.repeat(4096), 400],
  ['more than 8 KB', `{"apiKey":"${'x'.repeat(8192)}","userId":"u"}`, 413],
  ['a number that overflows to infinity', `{"apiKey":1e${'9'.repeat(400)},"userId":"u"}`, 400],
])('51: a body with %s is refused without an error in the log', async (_, body, status) => {
  expect((await send('/Token', body)).status).toBe(status)
  expect(testService.logged.filter(({ level }) => level === 'error')).toEqual([])
})

test('57: a log entry is one line, even with line breaks in a text of the caller', async () => {
  const lines: string[] = []
  const log = jsonLog(
    (line) => lines.push(line),
    () => 0,
  )
  log('warn', 'domain-refused', { origin: 'https://a\n{"level":"info"}\r\u2028\u2029' })
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toMatch(/[\n\r]/)
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'warn', event: 'domain-refused' })
})

test('57: accepted and refused credentials are logged with account, origin, outcome and request', async () => {
  await testService.session()
  const refused = await testService.get(`${dataPath}/tone`, {
    'Op-Subscription-Key': testService.demo.subscriptionKey.replace(/.$/, '!'),
    Origin: 'https://evil.test',
  })
  const [opened] = testService.logged.filter(({ event }) => event === 'session-opened')
  expect(opened?.fields).toMatchObject({ account: 'p_demo', origin: partnerOrigin, flow: 'apiKey' })
  expect(testService.logged.at(-1)).toEqual({
    level: 'warn',
    event: 'credential-refused',
    fields: {
      door: 'gateway',
      key: null,
      reason: 'malformed',
      requestId: refused.headers.get('x-request-id'),
      origin: 'https://evil.test',
    },
  })
})
