/** Statements of docs/security.md that no other suite has a test for; each test names its number. */
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

let world: TestService
beforeEach(async () => {
  world = await makeTestService()
})
const statusOf = async (headers: Record<string, string>) =>
  (await world.get(`${dataPath}/tone`, headers)).status
const send = (path: string, body: string, headers: Record<string, string> = {}) =>
  world.app.fetch(
    new Request(new URL(path, widgetOrigin), {
      method: 'POST',
      headers: { Origin: widgetOrigin, 'Content-Type': 'application/json', ...headers },
      body,
    }),
  )

test('25: what is truncated, unknown or another account’s is refused alike, and a replay is told to the operator', async () => {
  const { apiKey, secretKey } = world.demo
  const other = await world.service.access.operator.addPartner('Another')
  const theirs = await world.service.access.operator.issueKey(other.id, 'widget')
  const mixed = await world.form('/Auth', { apikey: apiKey, secretKey: theirs.secret })
  const unknown = await world.form('/Auth', { apikey: apiKey, secretKey: secretKey.slice(0, -1) })
  const bodies = await Promise.all([mixed, unknown].map(problemOf))
  const [one, two] = bodies.map(({ requestId: _requestId, ...body }) => body)
  expect(one).toEqual(two)
  const oneTime = await (await world.form('/Auth', { apikey: apiKey, secretKey })).text()
  for (let at = 0; at < 2; at++) await world.post('/Token', { authToken: oneTime, userId: 'one' })
  expect(world.logged.filter(({ event }) => event === 'auth-token-replayed')).toHaveLength(1)
})

test('31: two keys of one account are good side by side, and each says when it was last used', async () => {
  const { operator } = world.service.access
  const { secret, id } = await operator.issueKey('p_demo', 'subscription')
  const both = [{ 'Op-Subscription-Key': secret }, { 'Op-Subscription-Key': world.demo.subscriptionKey }]
  expect(await Promise.all(both.map(statusOf))).toEqual([200, 200])
  await expect
    .poll(async () => (await world.store.keys.list('p_demo')).filter(({ kind }) => kind === 'subscription'))
    .toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id, lastUsedAt: world.service.clock() }),
        expect.objectContaining({ lastUsedAt: world.service.clock() }),
      ]),
    )
  await operator.revokeKey(world.demo.subscriptionKey)
  expect(await Promise.all(both.map(statusOf))).toEqual([200, 401])
})

test('41: what changes something wants JSON and the widget’s own origin; a GET changes nothing', async () => {
  const { token } = await world.session()
  const body = JSON.stringify({ origin: partnerOrigin, instance: 'instance-1' })
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']
  for (const type of types)
    expect((await send('/setCookie', body, { ...bearer(token), 'Content-Type': type })).status).toBe(415)
  expect((await send('/setCookie', body, { ...bearer(token), Origin: 'https://evil.test' })).status).toBe(403)
  for (const { path } of Object.values(accessRoutes))
    expect((await world.get(path, bearer(token))).status, path).toBe(405)
  expect(await statusOf(bearer(token))).toBe(200)
})

test('42: a session lives no longer than its access token, which lives for a day', async () => {
  const { token } = await world.session()
  world.pass(43_200_000)
  const again = await send(
    '/setCookie',
    JSON.stringify({ origin: partnerOrigin, instance: 'instance-1' }),
    bearer(token),
  )
  expect(await again.json()).toMatchObject({ expires_in: 43_200 })
  world.pass(43_200_000)
  expect(await statusOf(bearer(token))).toBe(401)
})

test('48: who guesses at a key costs its holder nothing, and is told nothing of him', async () => {
  world = await makeTestService({ limits: limitsOf({ subscriptionKey: 3 }) })
  const { subscriptionKey } = world.demo
  for (let at = 0; at < 20; at++) {
    const guess = `${subscriptionKey.slice(0, -8)}${String(at).padStart(8, '0')}`
    const refused = await world.get(`${dataPath}/tone`, { 'Op-Subscription-Key': guess })
    expect([refused.status, refused.headers.get('ratelimit')]).toEqual([401, null])
  }
  const own = await world.get(`${dataPath}/tone`, { 'Op-Subscription-Key': subscriptionKey })
  expect([own.status, own.headers.get('ratelimit')]).toEqual([200, '"per-minute";r=2;t=20'])
  for (let at = 0; at < 3; at++)
    await world.get(`${dataPath}/tone`, { 'Op-Subscription-Key': subscriptionKey })
  const told = JSON.stringify(world.logged.filter(({ event }) => event === 'rate-limited'))
  expect(told).toContain('subscription-key')
  expect(told).not.toContain(subscriptionKey)
})

test('49: no endpoint of the widget or of tokens may be read by a page elsewhere, nor asked whether it may', async () => {
  const fromPage = { Origin: 'https://partner.com', 'Access-Control-Request-Method': 'POST' }
  for (const { path, method } of Object.values(accessRoutes))
    for (const asked of ['OPTIONS', method]) {
      const response = await world.app.fetch(
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
])('51: a body with %s is answered as any other mistake', async (_, body, status) => {
  expect((await send('/Token', body)).status).toBe(status)
  expect(world.logged.filter(({ level }) => level === 'error')).toEqual([])
})

test('57: whatever a caller sends, a line of the log is one line', async () => {
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

test('57: who got in and who did not is logged with account, origin, outcome and request', async () => {
  await world.session()
  const refused = await world.get(`${dataPath}/tone`, {
    'Op-Subscription-Key': world.demo.subscriptionKey.replace(/.$/, '!'),
    Origin: 'https://evil.test',
  })
  const [opened] = world.logged.filter(({ event }) => event === 'session-opened')
  expect(opened?.fields).toMatchObject({ account: 'p_demo', origin: partnerOrigin, flow: 'apiKey' })
  expect(world.logged.at(-1)).toEqual({
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
