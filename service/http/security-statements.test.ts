/** Statements of docs/security.md that have no test in another suite. The title of each test begins with the number. */
import { beforeEach, expect, test } from 'vitest'
import { accessRoutes } from '#contract/api/routes.ts'
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

let environment: TestService
beforeEach(async () => {
  environment = await makeTestService()
})
const statusOf = async (headers: Record<string, string>) =>
  (await environment.get(`${dataPath}/tone`, headers)).status
const send = (path: string, body: string, headers: Record<string, string> = {}) =>
  environment.app.fetch(
    new Request(new URL(path, widgetOrigin), {
      method: 'POST',
      headers: { Origin: widgetOrigin, 'Content-Type': 'application/json', ...headers },
      body,
    }),
  )

test('25: truncated, unknown and another account’s keys get the same refusal, and a replay is logged', async () => {
  const { apiKey, secretKey } = environment.demo
  const other = await environment.service.access.operator.addPartner('Another')
  const theirs = await environment.service.access.operator.issueKey(other.id, 'widget')
  const mixed = await environment.form('/Auth', { apikey: apiKey, secretKey: theirs.secret })
  const unknown = await environment.form('/Auth', { apikey: apiKey, secretKey: secretKey.slice(0, -1) })
  const bodies = await Promise.all([mixed, unknown].map(problemOf))
  const [one, two] = bodies.map(({ requestId: _requestId, ...body }) => body)
  expect(one).toEqual(two)
  const oneTime = await (await environment.form('/Auth', { apikey: apiKey, secretKey })).text()
  for (let index = 0; index < 2; index++)
    await environment.post('/Token', { authToken: oneTime, userId: 'one' })
  expect(environment.logged.filter(({ event }) => event === 'auth-token-replayed')).toHaveLength(1)
})

test('31: two keys of one account are valid at the same time, and each records its last use', async () => {
  const { operator } = environment.service.access
  const { secret, id } = await operator.issueKey('p_demo', 'subscription')
  const both = [
    { 'Op-Subscription-Key': secret },
    { 'Op-Subscription-Key': environment.demo.subscriptionKey },
  ]
  expect(await Promise.all(both.map(statusOf))).toEqual([200, 200])
  await expect
    .poll(async () =>
      (await environment.store.keys.list('p_demo')).filter(({ kind }) => kind === 'subscription'),
    )
    .toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id, lastUsedAt: environment.service.clock() }),
        expect.objectContaining({ lastUsedAt: environment.service.clock() }),
      ]),
    )
  await operator.revokeKey(environment.demo.subscriptionKey)
  expect(await Promise.all(both.map(statusOf))).toEqual([200, 401])
})

test('38: the session’s cookie is host-bound, secure, unreadable, partitioned, small and new each time', async () => {
  const instance = 'statement-38-0123456789'
  const cookies: string[] = []
  for (let round = 0; round < 2; round++) {
    const response = await send(
      '/setCookie',
      JSON.stringify({ origin: partnerOrigin, instance }),
      bearer(await environment.token()),
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

// A cookie opens only the session of its instance. The service cannot compare the origins of pages: the
// frame's requests name the widget in Origin, Referer and Sec-Fetch-Site, and no header of a browser names the page
// around it (docs/embedding-scenarios.md, "A session under another partner").
test('40: a cookie that is sent for another instance opens nothing', async () => {
  const [first, second] = [
    await environment.session('statement-40-first'),
    await environment.session('statement-40-second'),
  ]
  const renamed = first.cookie.replace('first', 'second')
  expect(await statusOf({ Cookie: first.cookie, 'Widget-Instance': 'statement-40-first' })).toBe(200)
  expect(await statusOf({ Cookie: renamed, 'Widget-Instance': 'statement-40-second' })).toBe(401)
  expect(await statusOf({ Cookie: first.cookie, 'Widget-Instance': 'statement-40-second' })).toBe(401)
  expect(await statusOf({ Cookie: `${first.cookie}; ${second.cookie}` }), 'without an instance').toBe(401)
})

// Every call of Token and setCookie needs JSON, and every call with a bearer an Authorization header: a page of another
// site can send neither without a preflight request, which the service refuses (statement 49). The header of an instance
// is optional: the black-box contract documents these calls without it (docs/decisions/0003).
test('41: a request that changes state needs JSON and the widget’s own origin; a GET changes nothing', async () => {
  const { token, cookie } = await environment.session()
  const body = JSON.stringify({ origin: partnerOrigin, instance: 'instance-1' })
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']
  const asUser = JSON.stringify({ apiKey: environment.demo.apiKey, userId: 'u1' })
  expect((await send('/Token', asUser)).status).toBe(200)
  for (const type of types) {
    expect((await send('/Token', asUser, { 'Content-Type': type })).status).toBe(415)
    expect((await send('/setCookie', body, { ...bearer(token), 'Content-Type': type })).status).toBe(415)
  }
  for (const Origin of ['https://evil.test', 'null']) {
    expect((await send('/Token', asUser, { Origin })).status, Origin).toBe(403)
    expect((await send('/setCookie', body, { ...bearer(token), Origin })).status, Origin).toBe(403)
    expect((await send('/feed/ticket', '{}', { Cookie: cookie, Origin })).status, Origin).toBe(403)
    const deletion = await environment.app.fetch(
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
    body: asUser,
  })
  expect((await environment.app.fetch(crossSite)).status).toBe(403)
  for (const { path } of Object.values(accessRoutes))
    expect((await environment.get(path, bearer(token))).status, path).toBe(405)
  expect(await statusOf(bearer(token))).toBe(200)
})

test('42: a session lives no longer than its access token, which lives for a day', async () => {
  const { token } = await environment.session()
  environment.pass(43_200_000)
  const again = await send(
    '/setCookie',
    JSON.stringify({ origin: partnerOrigin, instance: 'instance-1' }),
    bearer(token),
  )
  expect(await again.json()).toMatchObject({ expires_in: 43_200 })
  environment.pass(43_200_000)
  expect(await statusOf(bearer(token))).toBe(401)
})

test('48: guesses at a key do not use up its limit, and learn nothing about it', async () => {
  environment = await makeTestService({ limits: limitsOf({ subscriptionKey: 3 }) })
  const { subscriptionKey } = environment.demo
  for (let index = 0; index < 20; index++) {
    const guess = `${subscriptionKey.slice(0, -8)}${String(index).padStart(8, '0')}`
    const refused = await environment.get(`${dataPath}/tone`, { 'Op-Subscription-Key': guess })
    expect([refused.status, refused.headers.get('ratelimit')]).toEqual([401, null])
  }
  const own = await environment.get(`${dataPath}/tone`, { 'Op-Subscription-Key': subscriptionKey })
  expect([own.status, own.headers.get('ratelimit')]).toEqual([200, '"per-minute";r=2;t=20'])
  for (let index = 0; index < 3; index++)
    await environment.get(`${dataPath}/tone`, { 'Op-Subscription-Key': subscriptionKey })
  const told = JSON.stringify(environment.logged.filter(({ event }) => event === 'rate-limited'))
  expect(told).toContain('subscription-key')
  expect(told).not.toContain(subscriptionKey)
})

test('49: pages of other origins can read no endpoint of the widget or of tokens, and no preflight succeeds', async () => {
  const fromPage = { Origin: 'https://partner.com', 'Access-Control-Request-Method': 'POST' }
  for (const { path, method } of Object.values(accessRoutes))
    for (const asked of ['OPTIONS', method]) {
      const response = await environment.app.fetch(
        new Request(new URL(path, widgetOrigin), { method: asked, headers: fromPage }),
      )
      expect(response.status, `${asked} ${path}`).toBeGreaterThanOrEqual(400)
      for (const [name] of response.headers) expect(name).not.toMatch(/^access-control-/)
    }
})

test.each([
  ['a key given twice', '{"apiKey":"one","apiKey":"two","userId":"u"}', 401],
  ['a prototype', '{"__proto__":{"apiKey":"x"},"userId":"u"}', 400],
  ['8 KB of depth', '['.repeat(8192), 400],
  ['8 KB of closed depth', '['.repeat(4096) + ']'.repeat(4096), 400],
  ['more than 8 KB', `{"apiKey":"${'x'.repeat(8192)}","userId":"u"}`, 413],
  ['a number without end', `{"apiKey":1e${'9'.repeat(400)},"userId":"u"}`, 400],
])('51: a body with %s is answered like any other invalid body', async (_, body, status) => {
  expect((await send('/Token', body)).status).toBe(status)
  expect(environment.logged.filter(({ level }) => level === 'error')).toEqual([])
})

test('57: a log entry is one line, with any text from a caller', async () => {
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
  await environment.session()
  const refused = await environment.get(`${dataPath}/tone`, {
    'Op-Subscription-Key': environment.demo.subscriptionKey.replace(/.$/, '!'),
    Origin: 'https://evil.test',
  })
  const [opened] = environment.logged.filter(({ event }) => event === 'session-opened')
  expect(opened?.fields).toMatchObject({ account: 'p_demo', origin: partnerOrigin, flow: 'apiKey' })
  expect(environment.logged.at(-1)).toEqual({
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
