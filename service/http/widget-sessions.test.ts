/** Sessions and domains of the widget. */
import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import { SessionSchema } from '#contract/api/access.ts'
import type { Tone } from '#contract/responses/resources.ts'
import { embedderHeader } from '#contract/api/first-paths.ts'
import { mergeSettings } from '#service/access/settings.ts'
import { batchOf, syntheticIdea } from '#service/testing/ideas.ts'
import { testAccount } from '#service/testing/test-keys.ts'
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

const requestAuthToken = async (extra: Record<string, string> = {}) =>
  (
    await testService.form('/Auth', {
      apikey: testService.demo.apiKey,
      secretKey: testService.demo.secretKey,
      ...extra,
    })
  ).text()
const statusOf = async (headers: Record<string, string>, path = `${dataPath}/tone`) =>
  (await testService.get(path, headers)).status
const endSession = (headers: Record<string, string>) =>
  testService.app.fetch(
    new Request(`${widgetOrigin}/session`, {
      method: 'DELETE',
      headers: { Origin: widgetOrigin, ...headers },
    }),
  )

describe('POST /setCookie', () => {
  test('establishes the session: cookie with all its attributes, lifetime and settings', async () => {
    await testService.service.access.operator.set('p_demo', 'faqUrl', 'https://partner.com/faq')
    const token = await testService.token()
    testService.advanceTime(400_000)
    const response = await testService.post(
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

  test('has the first symbol of the ideas, and opens even if the ideas cannot be read', async () => {
    const open = async () => {
      const response = await testService.post(
        '/setCookie',
        { origin: partnerOrigin, instance: 'instance-1' },
        bearer(await testService.token()),
      )
      return v.parse(SessionSchema, await response.json()).firstSymbol
    }
    expect(await open(), 'before the first scan').toBeNull()
    await testService.store.batches.publish(
      batchOf(syntheticIdea('AAPL'), syntheticIdea('MSFT', 'Bearish', 90)),
    )
    expect(await open()).toBe('MSFT')
    // A failing store cannot confirm cached data either.
    const failStore = () => {
      testService.store.accessVersion = () => null
      testService.store.batches.latest = async () => {
        throw new Error('disk on fire')
      }
    }
    failStore()
    expect(await open(), 'from the ideas that were read last').toBe('MSFT')
    testService = await makeTestService()
    failStore()
    expect(await open()).toBeNull()
  })

  test('accepts the response of an older service, which has no first symbol', () => {
    const settings = mergeSettings({}, widgetOrigin)
    expect(v.parse(SessionSchema, { expires_in: 86_000, settings }).firstSymbol).toBeNull()
  })

  test.each(['https://evil.test', 'http://localhost:8082', 'null', 'capacitor://localhost'])(
    'an embedding origin that is not listed (%j) gets 403, no cookie, no session',
    async (origin) => {
      const token = await testService.token()
      const response = await testService.post('/setCookie', { origin, instance: 'instance-1' }, bearer(token))
      expect(response.headers.get('set-cookie')).toBeNull()
      expect(await problemOf(response)).toMatchObject({ code: 'domain-not-whitelisted', status: 403, origin })
      expect(await statusOf(bearer(token))).toBe(401)
    },
  )

  test.each([
    '',
    'http://localhost:8081/',
    'HTTP://LOCALHOST:8081',
    'http://localhost:8081.evil.test',
    'https://partner.com\n',
    'x\u001b]0;owned\u0007\r\u001b[2KAAAA  p_bank  pk_live_00',
    'capacitor://local host',
    'capacitor://localhost/page',
    `https://${'a'.repeat(300)}.test`,
  ])('a text that is no serialised origin (%j) gets 400 in both flows', async (origin) => {
    const tokenFlow = await testService.post('/Token', { authToken: await requestAuthToken(), userId: 'u' })
    const { access_token } = (await tokenFlow.json()) as { access_token: string }
    for (const token of [await testService.token(), access_token]) {
      const response = await testService.post('/setCookie', { origin, instance: 'instance-1' }, bearer(token))
      expect(response.headers.get('set-cookie')).toBeNull()
      expect(await problemOf(response)).toMatchObject({
        code: 'malformed-body',
        status: 400,
        parameter: 'origin',
      })
    }
  })

  test('a data request with the token that arrives before it is answered once the session is open', async () => {
    const token = await testService.token()
    const early = statusOf(bearer(token))
    const opening = testService.post(
      '/setCookie',
      { origin: partnerOrigin, instance: 'instance-1' },
      bearer(token),
    )
    expect(await early).toBe(200)
    expect((await opening).status).toBe(200)
  })

  test('a data request that arrives before a refused opening gets no data', async () => {
    const token = await testService.token()
    const early = testService.get(`${dataPath}/tone`, bearer(token))
    const opening = testService.post(
      '/setCookie',
      { origin: 'https://evil.test', instance: 'instance-1' },
      bearer(token),
    )
    expect(await problemOf(await early)).toMatchObject({ code: 'credential-invalid' })
    expect((await opening).status).toBe(403)
  })

  test('a data request of another page than the session’s is refused, also if it arrives early', async () => {
    const token = await testService.token()
    const early = testService.get(`${dataPath}/tone`, {
      ...bearer(token),
      [embedderHeader]: 'https://evil.test',
    })
    await testService.post('/setCookie', { origin: partnerOrigin, instance: 'instance-1' }, bearer(token))
    expect(await problemOf(await early)).toMatchObject({ code: 'origin-refused' })
  })

  test('refuses a missing or null embedding origin, which cannot be listed', async () => {
    for (const body of [{ instance: 'instance-1' }, { origin: null, instance: 'instance-1' }]) {
      const response = await testService.post('/setCookie', body, bearer(await testService.token()))
      expect(response.headers.get('set-cookie')).toBeNull()
      expect(await problemOf(response)).toMatchObject({ code: 'domain-not-whitelisted', origin: 'null' })
    }
  })

  test('adding or removing a domain takes effect with the next request', async () => {
    const openOnShop = async () =>
      (
        await testService.post(
          '/setCookie',
          { origin: 'https://shop.partner.com', instance: 'instance-1' },
          bearer(await testService.token()),
        )
      ).status
    expect(await openOnShop()).toBe(403)
    await testService.service.access.operator.addDomain('p_demo', 'https://*.partner.com')
    expect(await openOnShop()).toBe(200)
    await testService.service.access.operator.removeDomain('p_demo', 'https://*.partner.com')
    expect(await openOnShop()).toBe(403)
  })

  test.each(['https://anywhere.test', 'http://[::1]:3000', 'null', null, 'capacitor://localhost', 'file://'])(
    'in the token flow the origin is recorded, not compared with the list: %j',
    async (origin) => {
      const authorized = await testService.post('/Token', {
        authToken: await requestAuthToken(),
        userId: 'u',
      })
      const { access_token: token } = (await authorized.json()) as { access_token: string }
      const body = { origin, instance: 'instance-1' }
      expect((await testService.post('/setCookie', body, bearer(token))).status).toBe(200)
      expect(await statusOf(bearer(token))).toBe(200)
      const { access } = testService.service
      expect((await access.operator.sessions({}, 10)).map((session) => session.origin)).toEqual([
        origin ?? 'null',
      ])
    },
  )

  test('requires a valid access token and an instance', async () => {
    const body = { origin: partnerOrigin, instance: 'instance-1' }
    expect((await testService.post('/setCookie', body)).status).toBe(401)
    expect((await testService.post('/setCookie', body, bearer('wt_unknown'))).status).toBe(401)
    const token = await testService.token()
    expect(
      await problemOf(
        await testService.post('/setCookie', { origin: partnerOrigin, instance: 'a b' }, bearer(token)),
      ),
    ).toMatchObject({ parameter: 'instance' })
    testService.advanceTime(86_400_000)
    expect((await testService.post('/setCookie', body, bearer(token))).status).toBe(401)
  })

  test('a second request with the same token rotates the cookie', async () => {
    const { token, cookie } = await testService.session()
    const secondResponse = await testService.post(
      '/setCookie',
      { origin: partnerOrigin, instance: 'instance-1' },
      bearer(token),
    )
    expect(await statusOf({ Cookie: cookie })).toBe(401)
    expect(await statusOf({ Cookie: secondResponse.headers.get('set-cookie')!.split(';')[0]! })).toBe(200)
  })
})

describe('a session', () => {
  test('two widgets on a page share a cookie jar and keep their own sessions', async () => {
    const [first, second] = [await testService.session('instance-1'), await testService.session('instance-2')]
    const jar = `${first.cookie}; other=1; ${second.cookie}`
    expect(await statusOf({ Cookie: jar, 'Widget-Instance': 'instance-1' })).toBe(200)
    expect(await statusOf({ Cookie: jar }, `${dataPath}/tone?instance=instance-2`)).toBe(200)
    expect(await statusOf({ Cookie: jar, 'Widget-Instance': 'instance-3' })).toBe(401)
    expect(await statusOf({ Cookie: jar }), 'two sessions and no instance').toBe(401)
    await endSession({ Cookie: jar, 'Widget-Instance': 'instance-1' })
    expect(await statusOf({ Cookie: jar, 'Widget-Instance': 'instance-1' })).toBe(401)
    expect(await statusOf({ Cookie: jar }), 'one session left and no instance').toBe(200)
    const renamed = second.cookie.replace('instance-2', 'instance-1')
    expect(
      await statusOf({ Cookie: renamed, 'Widget-Instance': 'instance-1' }),
      'a cookie under another name',
    ).toBe(401)
  })

  test('its cookie counts only for the widget’s own pages', async () => {
    const { cookie } = await testService.session()
    expect(await statusOf({ Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' })).toBe(200)
    expect(await statusOf({ Cookie: cookie, 'Sec-Fetch-Site': 'cross-site' })).toBe(403)
  })

  test.each(['cookie', 'bearer'] as const)(
    'DELETE /session by %s ends it: later requests are 401',
    async (credentialKind) => {
      const { token, cookie } = await testService.session()
      const credential = credentialKind === 'cookie' ? { Cookie: cookie } : bearer(token)
      const ended = await endSession(credential)
      expect(ended.status).toBe(204)
      expect(ended.headers.get('set-cookie')).toContain('Max-Age=0')
      expect(await problemOf(await testService.get(`${dataPath}/tone`, { Cookie: cookie }))).toMatchObject({
        code: 'session-ended',
      })
      expect(await problemOf(await testService.get(`${dataPath}/tone`, bearer(token)))).toMatchObject({
        code: 'session-ended',
      })
      expect(
        (
          await testService.post(
            '/setCookie',
            { origin: partnerOrigin, instance: 'instance-1' },
            bearer(token),
          )
        ).status,
      ).toBe(401)
      expect((await endSession(credential)).status).toBe(401)
    },
  )

  test('cannot be ended from another origin', async () => {
    const { cookie } = await testService.session()
    expect((await endSession({ Cookie: cookie, Origin: 'https://evil.test' })).status).toBe(403)
    expect(await statusOf({ Cookie: cookie })).toBe(200)
  })

  test('ends after a day, and when its key is revoked', async () => {
    const { cookie } = await testService.session()
    testService.advanceTime(86_399_000)
    expect(await statusOf({ Cookie: cookie })).toBe(200)
    testService.advanceTime(1000)
    expect(await statusOf({ Cookie: cookie })).toBe(401)
    const another = await testService.session()
    await testService.service.access.operator.revokeKey(testService.demo.apiKey)
    expect(await statusOf({ Cookie: another.cookie })).toBe(401)
    expect((await testService.post('/Token', { apiKey: testService.demo.apiKey, userId: 'u' })).status).toBe(
      401,
    )
  })

  test.each([
    ['after a day', async () => testService.advanceTime(500), 'session-ended'],
    ['after its end', async (cookie: string) => endSession({ Cookie: cookie }), 'session-ended'],
    [
      'after the revocation of its key',
      async () => testService.service.access.operator.revokeKey(testService.demo.apiKey),
      'session-ended',
    ],
  ])('is refused %s, although it was verified a moment before', async (_, end, code) => {
    const { cookie } = await testService.session()
    testService.advanceTime(86_399_500)
    const headers = { Cookie: cookie, 'Widget-Instance': 'instance-1' }
    expect([await statusOf(headers), await statusOf(headers)]).toEqual([200, 200])
    await end(cookie)
    expect(await problemOf(await testService.get(`${dataPath}/tone`, headers))).toMatchObject({ code })
  })

  test('is refused on another page or site, although it was verified a moment before', async () => {
    const { cookie } = await testService.session()
    const headers = { Cookie: cookie, 'Widget-Instance': 'instance-1' }
    expect([await statusOf(headers), await statusOf(headers)]).toEqual([200, 200])
    for (const [name, value] of [
      [embedderHeader, 'https://evil.test'],
      ['Sec-Fetch-Site', 'cross-site'],
    ] as const) {
      const refused = await testService.get(`${dataPath}/tone`, { ...headers, [name]: value })
      expect(await problemOf(refused), name).toMatchObject({ code: 'origin-refused', status: 403 })
    }
  })

  test('of a test key reads the test market with every request', async () => {
    const account = await testAccount(testService)
    const { access_token: token } = (await (await account.token('user-1')).json()) as { access_token: string }
    const opened = await account.open(token)
    const headers = {
      Cookie: opened.headers.get('set-cookie')!.split(';')[0]!,
      'Widget-Instance': 'instance-1',
    }
    for (let count = 0; count < 3; count++) {
      const response = await testService.get(`${dataPath}/tone`, headers)
      const { dataStatus } = (await response.json()) as Tone
      expect(dataStatus.asOf, `request ${count}`).toBe('2026-07-08T15:00:00.000Z')
    }
  })

  test('requests without a cookie are 401 and not counted, logged or throttled', async () => {
    testService = await makeTestService({ limits: limitsOf({ widgetSession: 2, openingAddress: 2 }) })
    for (let count = 0; count < 1000; count++) {
      const refused = await testService.get(`${dataPath}/tone`, { 'Sec-Fetch-Site': 'same-origin' })
      expect(await problemOf(refused)).toMatchObject({ code: 'credential-missing', status: 401 })
      expect(refused.headers.get('ratelimit')).toBeNull()
      expect(refused.headers.get('set-cookie')).toBeNull()
    }
    expect(testService.logged).toEqual([])
    // The refused requests used none of the two requests a minute that the address and the session have.
    const { token } = await testService.session()
    expect([await statusOf(bearer(token)), await statusOf(bearer(token))]).toEqual([200, 200])
    expect(await statusOf(bearer(token))).toBe(429)
  })

  test('gives a feed ticket that opens the feed once within 30 s', async () => {
    const { cookie } = await testService.session()
    const ticket = async () =>
      ((await (await testService.post('/feed/ticket', {}, { Cookie: cookie })).json()) as { ticket: string })
        .ticket
    const first = await ticket()
    expect((await testService.service.access.openTicket(first))?.partnerId).toBe('p_demo')
    expect(await testService.service.access.openTicket(first)).toBeUndefined()
    const expiredTicket = await ticket()
    testService.advanceTime(30_000)
    expect(await testService.service.access.openTicket(expiredTicket)).toBeUndefined()
    expect((await testService.post('/feed/ticket', {})).status).toBe(401)
  })
})
