/** Tokens of a partner's server and of the widget. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { sqliteStore } from '#service/store/sqlite/sqlite.ts'
import { makeTestService, problemOf, widgetOrigin } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'

let testService: TestService
beforeEach(async () => {
  testService = await makeTestService()
})

const requestAuthToken = async (extra: Record<string, string> = {}) =>
  (
    await testService.form('/Auth', {
      apikey: testService.demo.apiKey,
      secretKey: testService.demo.secretKey,
      ...extra,
    })
  ).text()

describe('POST /Auth', () => {
  test('issues a one-time token to a partner’s server as a plain string', async () => {
    const response = await testService.form('/Auth', {
      apikey: testService.demo.apiKey,
      secretKey: testService.demo.secretKey,
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(await response.text()).toMatch(/^at_[0-9A-Za-z]{43}$/)
  })

  test('is not for browsers: a request with an Origin is refused, the widget’s own included', async () => {
    for (const origin of ['https://partner.com', widgetOrigin, 'null']) {
      const response = await testService.form(
        '/Auth',
        { apikey: testService.demo.apiKey, secretKey: testService.demo.secretKey },
        { Origin: origin },
      )
      expect(await problemOf(response)).toMatchObject({ code: 'origin-refused', status: 403 })
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
    const fetched = await testService.form(
      '/Auth',
      { apikey: testService.demo.apiKey, secretKey: testService.demo.secretKey },
      { 'Sec-Fetch-Mode': 'cors' },
    )
    expect(fetched.status, 'Node’s own fetch sends Sec-Fetch-Mode').toBe(200)
  })

  test('refuses a wrong secret, another kind of key, a missing field, another type and a large body', async () => {
    const ask = (fields: Record<string, string>) => testService.form('/Auth', fields)
    expect((await ask({ apikey: testService.demo.apiKey, secretKey: 'sk_test_wrong' })).status).toBe(401)
    expect(
      (await ask({ apikey: testService.demo.clientId, secretKey: testService.demo.clientSecret })).status,
    ).toBe(401)
    expect(await problemOf(await ask({ apikey: testService.demo.apiKey }))).toMatchObject({
      code: 'malformed-body',
      parameter: 'secretKey',
    })
    expect(await problemOf(await ask({ apiKey: testService.demo.apiKey, secretKey: 's' }))).toMatchObject({
      detail: 'The field is apikey in lower case, and not apiKey.',
    })
    expect((await ask({ apikey: testService.demo.apiKey, secretKey: 'x'.repeat(9000) })).status).toBe(413)
    const json = await testService.form('/Auth', {}, { 'Content-Type': 'application/json' })
    expect(await problemOf(json)).toMatchObject({ code: 'content-type-refused', status: 415 })
  })
})

describe('POST /Token', () => {
  test('one auth_token, used twice: 200, then 401', async () => {
    const token = await requestAuthToken()
    const first = await testService.post('/Token', { authToken: token, userId: 'user-1' })
    expect(first.status).toBe(200)
    expect(first.headers.get('cache-control')).toBe('no-store')
    expect(await first.json()).toMatchObject({ token_type: 'Bearer', expires_in: 86_400 })
    expect((await testService.post('/Token', { authToken: token, userId: 'user-1' })).status).toBe(401)
    expect(testService.logged.map(({ event }) => event)).toContain('auth-token-replayed')
  })

  test('one auth_token, used fifty times at once: one 200, over SQLite as well', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'access-'))
    for (const store of [undefined, sqliteStore(join(folder, 'test.sqlite'))]) {
      testService = await makeTestService({}, store)
      const token = await requestAuthToken()
      const responses = await Promise.all(
        Array.from({ length: 50 }, () => testService.post('/Token', { authToken: token, userId: 'user-1' })),
      )
      const statuses = responses.map((response) => response.status).toSorted((a, b) => a - b)
      expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 401)])
      await store?.close()
    }
    rmSync(folder, { recursive: true })
  })

  test('every failure has the same response', async () => {
    const used = await requestAuthToken()
    await testService.post('/Token', { authToken: used, userId: 'user-1' })
    const expired = await requestAuthToken()
    const bound = await requestAuthToken({ userId: 'somebody' })
    testService.advanceTime(121_000)
    const fresh = await requestAuthToken()
    const invalidCredentials = [
      { authToken: used },
      { authToken: expired },
      { authToken: bound },
      { authToken: fresh.slice(0, -1) },
      { authToken: 'nonsense' },
      { apiKey: 'pk_live_nonsense' },
      { apiKey: testService.demo.clientId },
      { apiKey: testService.demo.secretKey },
    ]
    const bodies = { apiKey: new Set<string>(), authToken: new Set<string>() }
    for (const credential of invalidCredentials) {
      const { requestId: _, ...body } = await problemOf(
        await testService.post('/Token', { ...credential, userId: 'user-1' }),
      )
      bodies['apiKey' in credential ? 'apiKey' : 'authToken'].add(JSON.stringify(body))
    }
    for (const [name, [body, ...others]] of Object.entries(bodies)) {
      expect(others).toEqual([])
      expect(body).toContain('"status":401')
      expect(body).toContain(`The ${name} is not valid`)
    }
    const quoted = await testService.post('/Token', { authToken: `"${fresh}"`, userId: 'user-1' })
    expect(await problemOf(quoted)).toMatchObject({
      detail: 'The authToken is not a token: the text is in quotes: return it without them.',
    })
    expect((await testService.post('/Token', { authToken: ` ${fresh}\n`, userId: 'user-1' })).status).toBe(
      200,
    )
  })

  test('a token bound to a user is valid for that user only', async () => {
    const token = await requestAuthToken({ userId: 'user-7' })
    expect((await testService.post('/Token', { authToken: token, userId: 'user-8' })).status).toBe(401)
    expect((await testService.post('/Token', { authToken: token, userId: 'user-7' })).status).toBe(200)
  })

  test('requires exactly one credential and an opaque userId, as JSON, from the widget’s own page', async () => {
    const { apiKey } = testService.demo
    expect((await testService.post('/Token', { apiKey, authToken: 'x', userId: 'u' })).status).toBe(400)
    expect((await testService.post('/Token', { userId: 'u' })).status).toBe(400)
    expect((await testService.post('/Token', { apiKey })).status).toBe(400)
    expect(await problemOf(await testService.post('/Token', { apiKey, userId: 'a@b.c' }))).toMatchObject({
      code: 'malformed-body',
      parameter: 'userId',
    })
    expect((await testService.post('/Token', { apiKey, userId: 'u', more: 'x'.repeat(9000) })).status).toBe(
      413,
    )
    expect(
      (await testService.post('/Token', { apiKey, userId: 'u' }, { 'Content-Type': 'text/plain' })).status,
    ).toBe(415)
    expect((await testService.form('/Token', { apiKey, userId: 'u' }, { Origin: widgetOrigin })).status).toBe(
      415,
    )
    for (const headers of [
      { Origin: 'https://partner.com' },
      { Origin: 'null' },
      { Origin: `${widgetOrigin}.evil.test` },
    ]) {
      expect(
        await problemOf(await testService.post('/Token', { apiKey, userId: 'u' }, headers)),
      ).toMatchObject({
        code: 'origin-refused',
        status: 403,
      })
    }
  })

  test('a client that disconnects early does not count as a service failure', async () => {
    let bodyController: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (bodyController = controller) })
    const request = new Request(`${widgetOrigin}/Token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: widgetOrigin },
      body,
      duplex: 'half',
    })
    const pendingResponse = testService.app.fetch(request)
    bodyController!.error(new Error('aborted'))
    expect(await problemOf(await pendingResponse)).toMatchObject({ code: 'malformed-body' })
    expect(testService.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('accepts a request without Origin from a program, but not from a browser', async () => {
    const ask = (headers: Record<string, string>) =>
      testService.app.fetch(
        new Request(`${widgetOrigin}/Token`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...headers },
          body: JSON.stringify({ apiKey: testService.demo.apiKey, userId: 'u' }),
        }),
      )
    expect((await ask({})).status).toBe(200)
    expect((await ask({ 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
  })
})
