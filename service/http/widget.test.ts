/** Tokens, sessions and domains as the widget, a partner's server and a legacy client meet them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { sqliteStore } from '#service/node/store/sqlite/sqlite.ts'
import { dataPath, makeWorld, partnerOrigin, problemOf, widgetOrigin } from '#service/testing/world.ts'
import type { World } from '#service/testing/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
const authToken = async (extra: Record<string, string> = {}) =>
  (await world.form('/Auth', { apikey: world.demo.apiKey, secretKey: world.demo.secretKey, ...extra })).text()
const status = async (headers: Record<string, string>, path = `${dataPath}/tone`) =>
  (await world.get(path, headers)).status
const end = (headers: Record<string, string>) =>
  world.app.fetch(
    new Request(`${widgetOrigin}/session`, {
      method: 'DELETE',
      headers: { Origin: widgetOrigin, ...headers },
    }),
  )

describe('POST /Auth', () => {
  test('gives a partner’s server a one-time token as a plain string', async () => {
    const response = await world.form('/Auth', { apikey: world.demo.apiKey, secretKey: world.demo.secretKey })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(await response.text()).toMatch(/^at_[0-9A-Za-z]{43}$/)
  })

  test('is not for browsers: a request with an Origin is refused, the widget’s own included', async () => {
    for (const origin of ['https://partner.com', widgetOrigin, 'null']) {
      const response = await world.form(
        '/Auth',
        { apikey: world.demo.apiKey, secretKey: world.demo.secretKey },
        { Origin: origin },
      )
      expect(await problemOf(response)).toMatchObject({ code: 'origin-refused', status: 403 })
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
    const fetched = await world.form(
      '/Auth',
      { apikey: world.demo.apiKey, secretKey: world.demo.secretKey },
      { 'Sec-Fetch-Mode': 'cors' },
    )
    expect(fetched.status, 'Node’s own fetch sends Sec-Fetch-Mode').toBe(200)
  })

  test('refuses a wrong secret, another kind of key, a missing field, another type and a large body', async () => {
    const ask = (fields: Record<string, string>) => world.form('/Auth', fields)
    expect((await ask({ apikey: world.demo.apiKey, secretKey: 'sk_test_wrong' })).status).toBe(401)
    expect((await ask({ apikey: world.demo.clientId, secretKey: world.demo.clientSecret })).status).toBe(401)
    expect(await problemOf(await ask({ apikey: world.demo.apiKey }))).toMatchObject({
      code: 'malformed-body',
      parameter: 'secretKey',
    })
    expect((await ask({ apikey: world.demo.apiKey, secretKey: 'x'.repeat(9000) })).status).toBe(413)
    const json = await world.form('/Auth', {}, { 'Content-Type': 'application/json' })
    expect(await problemOf(json)).toMatchObject({ code: 'content-type-refused', status: 415 })
  })
})

describe('POST /Token', () => {
  test('one auth_token, used twice: 200, then 401', async () => {
    const token = await authToken()
    const first = await world.post('/Token', { authToken: token, userId: 'user-1' })
    expect(first.status).toBe(200)
    expect(first.headers.get('cache-control')).toBe('no-store')
    expect(await first.json()).toMatchObject({ token_type: 'Bearer', expires_in: 86_400 })
    expect((await world.post('/Token', { authToken: token, userId: 'user-1' })).status).toBe(401)
    expect(world.logged.map(({ event }) => event)).toContain('auth-token-replayed')
  })

  test('one auth_token, used fifty times at once: one 200, over SQLite as well', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'access-'))
    for (const store of [undefined, sqliteStore(join(folder, 'test.sqlite'))]) {
      world = await makeWorld({}, store)
      const token = await authToken()
      const all = await Promise.all(
        Array.from({ length: 50 }, () => world.post('/Token', { authToken: token, userId: 'user-1' })),
      )
      const statuses = all.map((response) => response.status).toSorted((a, b) => a - b)
      expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 401)])
      await store?.close()
    }
    rmSync(folder, { recursive: true })
  })

  test('every failure looks the same', async () => {
    const used = await authToken()
    await world.post('/Token', { authToken: used, userId: 'user-1' })
    const late = await authToken()
    const bound = await authToken({ userId: 'somebody' })
    world.pass(121_000)
    const fresh = await authToken()
    const wrong = [
      { authToken: used },
      { authToken: late },
      { authToken: bound },
      { authToken: fresh.slice(0, -1) },
      { authToken: 'nonsense' },
      { apiKey: 'pk_live_nonsense' },
      { apiKey: world.demo.clientId },
      { apiKey: world.demo.secretKey },
    ]
    const bodies = new Set<string>()
    for (const credential of wrong) {
      const { requestId: _, ...body } = await problemOf(
        await world.post('/Token', { ...credential, userId: 'user-1' }),
      )
      bodies.add(JSON.stringify(body))
    }
    expect(bodies.size).toBe(1)
    expect([...bodies][0]).toContain('"status":401')
    expect((await world.post('/Token', { authToken: fresh, userId: 'user-1' })).status).toBe(200)
  })

  test('a token made for one user is that user’s', async () => {
    const token = await authToken({ userId: 'user-7' })
    expect((await world.post('/Token', { authToken: token, userId: 'user-8' })).status).toBe(401)
    expect((await world.post('/Token', { authToken: token, userId: 'user-7' })).status).toBe(200)
  })

  test('wants exactly one credential and an opaque userId, as JSON, from the widget’s own page', async () => {
    const { apiKey } = world.demo
    expect((await world.post('/Token', { apiKey, authToken: 'x', userId: 'u' })).status).toBe(400)
    expect((await world.post('/Token', { userId: 'u' })).status).toBe(400)
    expect((await world.post('/Token', { apiKey })).status).toBe(400)
    expect(await problemOf(await world.post('/Token', { apiKey, userId: 'a@b.c' }))).toMatchObject({
      code: 'malformed-body',
      parameter: 'userId',
    })
    expect((await world.post('/Token', { apiKey, userId: 'u', more: 'x'.repeat(9000) })).status).toBe(413)
    expect(
      (await world.post('/Token', { apiKey, userId: 'u' }, { 'Content-Type': 'text/plain' })).status,
    ).toBe(415)
    expect((await world.form('/Token', { apiKey, userId: 'u' }, { Origin: widgetOrigin })).status).toBe(415)
    for (const headers of [
      { Origin: 'https://partner.com' },
      { Origin: 'null' },
      { Origin: `${widgetOrigin}.evil.test` },
    ]) {
      expect(await problemOf(await world.post('/Token', { apiKey, userId: 'u' }, headers))).toMatchObject({
        code: 'origin-refused',
        status: 403,
      })
    }
  })

  test('a client that goes away in the middle is no fault of ours', async () => {
    let broken: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (broken = controller) })
    const request = new Request(`${widgetOrigin}/Token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: widgetOrigin },
      body,
      duplex: 'half',
    })
    const answer = world.app.fetch(request)
    broken!.error(new Error('aborted'))
    expect(await problemOf(await answer)).toMatchObject({ code: 'malformed-body' })
    expect(world.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('without Origin it answers programs, not browsers', async () => {
    const ask = (headers: Record<string, string>) =>
      world.app.fetch(
        new Request(`${widgetOrigin}/Token`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...headers },
          body: JSON.stringify({ apiKey: world.demo.apiKey, userId: 'u' }),
        }),
      )
    expect((await ask({})).status).toBe(200)
    expect((await ask({ 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
  })
})

describe('POST /setCookie', () => {
  test('establishes the session: cookie with all its attributes, lifetime and settings', async () => {
    await world.service.access.operator.set('p_demo', 'faqUrl', 'https://partner.com/faq')
    const token = await world.token()
    world.pass(400_000)
    const response = await world.post(
      '/setCookie',
      { origin: partnerOrigin, instance: 'instance-1' },
      bearer(token),
    )
    expect(response.status).toBe(200)
    expect(response.headers.get('set-cookie')).toMatch(
      /^__Host-sw-instance-1=[0-9A-Za-z]{43}; Path=\/; Max-Age=86000; Secure; HttpOnly; SameSite=None; Partitioned$/,
    )
    expect(await response.json()).toMatchObject({
      expires_in: 86_000,
      settings: {
        faqUrl: 'https://partner.com/faq',
        supportUrl: `${widgetOrigin}/help/support`,
        disclaimer: null,
      },
    })
  })

  test.each([
    'https://evil.test',
    'http://localhost:8082',
    'null',
    '',
    'http://localhost:8081/',
    'HTTP://LOCALHOST:8081',
    'http://localhost:8081.evil.test',
  ])('an embedding origin that is not listed (%j) gets 403, no cookie, no session', async (origin) => {
    const token = await world.token()
    const response = await world.post('/setCookie', { origin, instance: 'instance-1' }, bearer(token))
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(await problemOf(response)).toMatchObject({ code: 'domain-not-whitelisted', status: 403, origin })
    expect(await status(bearer(token))).toBe(401)
  })

  test('no embedding origin at all is one that nobody can list', async () => {
    for (const body of [{ instance: 'instance-1' }, { origin: null, instance: 'instance-1' }]) {
      const response = await world.post('/setCookie', body, bearer(await world.token()))
      expect(response.headers.get('set-cookie')).toBeNull()
      expect(await problemOf(response)).toMatchObject({ code: 'domain-not-whitelisted', origin: 'null' })
    }
  })

  test('a domain that the operator lists or removes counts on the next request', async () => {
    const ask = async () =>
      (
        await world.post(
          '/setCookie',
          { origin: 'https://shop.partner.com', instance: 'instance-1' },
          bearer(await world.token()),
        )
      ).status
    expect(await ask()).toBe(403)
    await world.service.access.operator.addDomain('p_demo', 'https://*.partner.com')
    expect(await ask()).toBe(200)
    await world.service.access.operator.removeDomain('p_demo', 'https://*.partner.com')
    expect(await ask()).toBe(403)
  })

  test('in the token flow the origin is recorded, not checked', async () => {
    const token = (
      (await (await world.post('/Token', { authToken: await authToken(), userId: 'u' })).json()) as {
        access_token: string
      }
    ).access_token
    expect(
      (
        await world.post(
          '/setCookie',
          { origin: 'https://anywhere.test', instance: 'instance-1' },
          bearer(token),
        )
      ).status,
    ).toBe(200)
    expect(await status(bearer(token))).toBe(200)
  })

  test('wants a living access token and an instance', async () => {
    const body = { origin: partnerOrigin, instance: 'instance-1' }
    expect((await world.post('/setCookie', body)).status).toBe(401)
    expect((await world.post('/setCookie', body, bearer('wt_unknown'))).status).toBe(401)
    const token = await world.token()
    expect(
      await problemOf(
        await world.post('/setCookie', { origin: partnerOrigin, instance: 'a b' }, bearer(token)),
      ),
    ).toMatchObject({ parameter: 'instance' })
    world.pass(86_400_000)
    expect((await world.post('/setCookie', body, bearer(token))).status).toBe(401)
  })

  test('again with the same token rotates the cookie', async () => {
    const { token, cookie } = await world.session()
    const again = await world.post(
      '/setCookie',
      { origin: partnerOrigin, instance: 'instance-1' },
      bearer(token),
    )
    expect(await status({ Cookie: cookie })).toBe(401)
    expect(await status({ Cookie: again.headers.get('set-cookie')!.split(';')[0]! })).toBe(200)
  })
})

describe('a session', () => {
  test('two widgets on a page share a cookie jar and keep their own sessions', async () => {
    const [first, second] = [await world.session('instance-1'), await world.session('instance-2')]
    const jar = `${first.cookie}; other=1; ${second.cookie}`
    expect(await status({ Cookie: jar, 'Widget-Instance': 'instance-1' })).toBe(200)
    expect(await status({ Cookie: jar }, `${dataPath}/tone?instance=instance-2`)).toBe(200)
    expect(await status({ Cookie: jar, 'Widget-Instance': 'instance-3' })).toBe(401)
    expect(await status({ Cookie: jar }), 'two sessions and no name').toBe(401)
    await end({ Cookie: jar, 'Widget-Instance': 'instance-1' })
    expect(await status({ Cookie: jar, 'Widget-Instance': 'instance-1' })).toBe(401)
    expect(await status({ Cookie: jar }), 'one session left and no name').toBe(200)
    const renamed = second.cookie.replace('instance-2', 'instance-1')
    expect(
      await status({ Cookie: renamed, 'Widget-Instance': 'instance-1' }),
      'a cookie under another name',
    ).toBe(401)
  })

  test('its cookie counts only for the widget’s own pages', async () => {
    const { cookie } = await world.session()
    expect(await status({ Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' })).toBe(200)
    expect(await status({ Cookie: cookie, 'Sec-Fetch-Site': 'cross-site' })).toBe(403)
  })

  test.each(['cookie', 'bearer'] as const)(
    'DELETE /session by %s ends it: everything after is 401',
    async (by) => {
      const { token, cookie } = await world.session()
      const credential = by === 'cookie' ? { Cookie: cookie } : bearer(token)
      const ended = await end(credential)
      expect(ended.status).toBe(204)
      expect(ended.headers.get('set-cookie')).toContain('Max-Age=0')
      expect(await problemOf(await world.get(`${dataPath}/tone`, { Cookie: cookie }))).toMatchObject({
        code: 'session-ended',
      })
      expect(await problemOf(await world.get(`${dataPath}/tone`, bearer(token)))).toMatchObject({
        code: 'session-ended',
      })
      expect(
        (await world.post('/setCookie', { origin: partnerOrigin, instance: 'instance-1' }, bearer(token)))
          .status,
      ).toBe(401)
      expect((await end(credential)).status).toBe(401)
    },
  )

  test('is ended by nobody else', async () => {
    const { cookie } = await world.session()
    expect((await end({ Cookie: cookie, Origin: 'https://evil.test' })).status).toBe(403)
    expect(await status({ Cookie: cookie })).toBe(200)
  })

  test('ends with the day and with its key', async () => {
    const { cookie } = await world.session()
    world.pass(86_399_000)
    expect(await status({ Cookie: cookie })).toBe(200)
    world.pass(1000)
    expect(await status({ Cookie: cookie })).toBe(401)
    const another = await world.session()
    await world.service.access.operator.revokeKey(world.demo.apiKey)
    expect(await status({ Cookie: another.cookie })).toBe(401)
    expect((await world.post('/Token', { apiKey: world.demo.apiKey, userId: 'u' })).status).toBe(401)
  })

  test('gives a feed ticket that opens the feed once within 30 s', async () => {
    const { cookie } = await world.session()
    const ticket = async () =>
      ((await (await world.post('/feed/ticket', {}, { Cookie: cookie })).json()) as { ticket: string }).ticket
    const first = await ticket()
    expect((await world.service.access.openTicket(first))?.partnerId).toBe('p_demo')
    expect(await world.service.access.openTicket(first)).toBeUndefined()
    const late = await ticket()
    world.pass(30_000)
    expect(await world.service.access.openTicket(late)).toBeUndefined()
    expect((await world.post('/feed/ticket', {})).status).toBe(401)
  })
})

describe('POST /token (legacy)', () => {
  const ask = (fields: Record<string, string> | URLSearchParams, headers: Record<string, string> = {}) =>
    world.form('/token', fields, headers)
  const good = () => ({
    grant_type: 'client_credentials',
    client_id: world.demo.clientId,
    client_secret: world.demo.clientSecret,
  })

  test('answers as RFC 6749 5.1 says, by body and by Basic', async () => {
    const { client_id, client_secret } = good()
    const basic = { Authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` }
    for (const response of [await ask(good()), await ask({ grant_type: 'client_credentials' }, basic)]) {
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('pragma')).toBe('no-cache')
      expect(await response.json()).toEqual({
        access_token: expect.stringMatching(/^lt_[0-9A-Za-z]{43}$/) as string,
        token_type: 'Bearer',
        expires_in: 3600,
      })
    }
  })

  test('fails as RFC 6749 5.2 says', async () => {
    const failed = async (response: Response) => [
      response.status,
      ((await response.json()) as { error: string }).error,
    ]
    const { client_id, client_secret } = good()
    expect(await failed(await ask({ client_id, client_secret }))).toEqual([400, 'invalid_request'])
    expect(await failed(await ask({ ...good(), grant_type: 'password' }))).toEqual([
      400,
      'unsupported_grant_type',
    ])
    expect(await failed(await ask({ grant_type: 'client_credentials', client_id }))).toEqual([
      400,
      'invalid_request',
    ])
    expect(
      await failed(await ask(new URLSearchParams([...Object.entries(good()), ['client_id', client_id]]))),
    ).toEqual([400, 'invalid_request'])
    expect(await failed(await ask({ ...good(), client_secret: 'cs_test_wrong' }))).toEqual([
      401,
      'invalid_client',
    ])
    expect(
      await failed(
        await ask({ ...good(), client_id: world.demo.apiKey, client_secret: world.demo.secretKey }),
      ),
    ).toEqual([401, 'invalid_client'])
    expect(await failed(await ask(good(), { 'Content-Type': 'application/json' }))).toEqual([
      400,
      'invalid_request',
    ])
    expect(await failed(await ask({ ...good(), x: 'y'.repeat(9000) }))).toEqual([413, 'invalid_request'])
    expect(
      await failed(
        await world.form(`/token?client_secret=${client_secret}`, { grant_type: 'client_credentials' }),
      ),
    ).toEqual([400, 'invalid_request'])
    const basic = await ask(
      { grant_type: 'client_credentials' },
      { Authorization: `Basic ${btoa('who:what')}` },
    )
    expect(basic.headers.get('www-authenticate')).toMatch(/^Basic /)
    expect(await failed(basic)).toEqual([401, 'invalid_client'])
    expect(
      await failed(await ask(good(), { Authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` })),
    ).toEqual([400, 'invalid_request'])
  })

  test('a revoked client gets no new token; issued ones live on until they expire', async () => {
    const { access_token } = (await (await ask(good())).json()) as { access_token: string }
    await world.service.access.operator.revokeKey(world.demo.clientId)
    expect((await ask(good())).status).toBe(401)
    expect(await status(bearer(access_token))).toBe(200)
    world.pass(3_600_000)
    const expired = await world.get(`${dataPath}/tone`, bearer(access_token))
    expect(expired.headers.get('www-authenticate')).toContain('error="invalid_token"')
    expect(expired.status).toBe(401)
  })
})

test('callers from one address are slowed down on the access endpoints', async () => {
  world = await makeWorld({
    rates: { subscriptionKey: 10, legacyClient: 10, widgetSession: 10, accessPerAddress: 3 },
  })
  const from = (address: string) =>
    world.app.fetch(
      new Request(`${widgetOrigin}/Auth`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'apikey=x&secretKey=y',
      }),
      {
        address,
      },
    )
  const statuses = []
  for (let at = 0; at < 4; at++) statuses.push((await from('198.51.100.1')).status)
  expect(statuses).toEqual([401, 401, 401, 429])
  expect((await from('198.51.100.2')).status).toBe(401)
})

test('no secret, token, cookie or userId reaches the log or the database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'canary-'))
  const store = sqliteStore(join(folder, 'test.sqlite'))
  world = await makeWorld({}, store)
  const { token, cookie } = await world.session()
  const one = await authToken({ userId: 'canary-user' })
  await world.post('/Token', { authToken: one, userId: 'canary-user' })
  await world.post('/Token', { authToken: one, userId: 'canary-user' })
  await world.form('/token', {
    grant_type: 'client_credentials',
    client_id: world.demo.clientId,
    client_secret: world.demo.clientSecret,
  })
  await end({ Cookie: cookie })
  await store.close()
  const written = JSON.stringify(world.logged) + readFileSync(join(folder, 'test.sqlite'), 'latin1')
  expect(written).toContain(world.demo.apiKey)
  const { secretKey, subscriptionKey, clientSecret } = world.demo
  for (const secret of [
    secretKey,
    subscriptionKey,
    clientSecret,
    token,
    one,
    cookie.split('=')[1]!,
    'canary-user',
  ])
    expect(written).not.toContain(secret)
  rmSync(folder, { recursive: true })
})
