/**
 * The store is unavailable: callers verified recently are served cached data, marked as stale, for
 * a minute; all others are refused.
 */
import { beforeEach, expect, test } from 'vitest'
import { dataPaths } from '#contract/api/paths.ts'
import { batch } from '#service/store/store.fixture.ts'
import {
  makeTestService,
  partnerOrigin,
  problemOf,
  dataPath,
  widgetOrigin,
} from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'
import { sessionCookies } from './request/cookies.ts'

let testService: TestService
let cookie: Record<string, string>
let key: Record<string, string>
beforeEach(async () => {
  testService = await makeTestService()
  await testService.store.batches.publish(batch('b1'))
  cookie = { Cookie: (await testService.session()).cookie }
  key = { 'Op-Subscription-Key': testService.demo.subscriptionKey }
})

const why = dataPaths.why.replace('{symbol}', 'AAPL')
const statusOf = async (path: string, headers: Record<string, string>) => {
  const response = await testService.get(path, headers)
  return [response.status, response.headers.get('x-data-status')]
}

/**
 * Makes every call of the store fail. `version`: its change counter. Returns a function that
 * restores the store.
 */
function failStore(version: number | null = null): () => void {
  const originals = new Map<object, object>()
  for (const target of [testService.store, ...Object.values(testService.store)] as object[]) {
    if (typeof target !== 'object') continue
    originals.set(target, { ...target })
    for (const [name, call] of Object.entries(target))
      if (typeof call === 'function')
        Object.assign(target, {
          [name]:
            name === 'accessVersion'
              ? () => version
              : async () => {
                  throw new Error('the store is down')
                },
        })
  }
  return () => {
    for (const [target, calls] of originals) Object.assign(target, calls)
  }
}

test('serves sessions and keys that were verified within the last minute, and marks the data as stale', async () => {
  for (const headers of [cookie, key])
    for (const path of [dataPaths.tradeIdeas, why]) expect(await statusOf(path, headers)).toEqual([200, null])
  const before = await (await testService.get(dataPaths.tradeIdeas, key)).json()
  const restoreStore = failStore()
  testService.advanceTime(59_000)
  for (const headers of [cookie, key])
    for (const path of [dataPaths.tradeIdeas, why])
      expect(await statusOf(path, headers), path).toEqual([200, 'stale'])
  expect(await (await testService.get(dataPaths.tradeIdeas, key)).json()).toEqual(before)
  testService.advanceTime(1000)
  for (const headers of [cookie, key]) {
    const response = await testService.get(why, headers)
    expect(await problemOf(response)).toMatchObject({ code: 'unavailable', status: 503 })
  }
  restoreStore()
  expect(await statusOf(why, cookie)).toEqual([200, null])
})

test('refuses unverified callers, and serves verified callers responses that need no query of the store', async () => {
  const { token } = await testService.session('instance-2')
  await statusOf(why, key)
  const restoreStore = failStore()
  const status = async (response: Promise<Response>) => (await response).status
  expect([
    await status(testService.get(why, cookie)),
    await status(testService.get(why, { 'Op-Subscription-Key': 'sub_live_unknown' })),
    await status(testService.post('/Token', { apiKey: testService.demo.apiKey, userId: 'u' })),
    await status(
      testService.form('/Auth', {
        apikey: testService.demo.apiKey,
        secretKey: testService.demo.secretKey,
        userId: 'u',
      }),
    ),
    await status(
      testService.post(
        '/setCookie',
        { origin: partnerOrigin, instance: 'instance-3' },
        { Authorization: `Bearer ${token}` },
      ),
    ),
    await status(testService.get(`${dataPath}/tone`, key)),
  ]).toEqual([503, 401, 503, 503, 503, 200])
  restoreStore()
})

test('refuses a caller that was revoked before the outage, even if cached as valid', async () => {
  await statusOf(why, key)
  await testService.service.access.operator.revokeKey(testService.demo.subscriptionKey)
  // The change counter reports a change, and every other call fails.
  const restoreStore = failStore(testService.store.accessVersion())
  expect(await statusOf(why, key)).toEqual([503, null])
  restoreStore()
  expect(await statusOf(why, key)).toEqual([401, null])
})

/**
 * Returns the responses to a caller at these times, in seconds. The store fails one second after
 * the first.
 */
const responsesAt = async (seconds: readonly number[], headers: Record<string, string>) => {
  const responses: unknown[] = []
  let elapsedSeconds = 0
  let restoreStore = () => {}
  for (const second of seconds) {
    testService.advanceTime((second - elapsedSeconds) * 1000)
    elapsedSeconds = second
    responses.push(await statusOf(why, headers))
    if (second > 0) continue
    testService.advanceTime(1000)
    elapsedSeconds = 1
    // The change counter stays the same, so neither the counter nor an event reveals the outage.
    restoreStore = failStore(testService.store.accessVersion())
  }
  restoreStore()
  return responses
}
const stale = [200, 'stale']
const refused = [503, null]

test.each([
  ['a subscription key', async () => key],
  ['a session by its cookie', async () => cookie],
  [
    'a session by its token',
    async () => ({ Authorization: `Bearer ${(await testService.session('instance-2')).token}` }),
  ],
  [
    'a legacy token',
    async () => {
      const { clientId: client_id, clientSecret: client_secret } = testService.demo
      const response = await testService.form('/token', {
        grant_type: 'client_credentials',
        client_id,
        client_secret,
      })
      return { Authorization: `Bearer ${((await response.json()) as { access_token: string }).access_token}` }
    },
  ],
])(
  '%s is served for a minute after its last verification by the store, for any number of requests',
  async (_, credential) => {
    const headers = await credential()
    expect(await responsesAt([0, 55, 59.9, 60, 110, 115], headers)).toEqual([
      [200, null],
      stale,
      stale,
      refused,
      refused,
      refused,
    ])
  },
)

test('serving a caller from the cache does not extend its verification', async () => {
  await statusOf(why, key)
  // After a successful query for the cookie, the cache serves the key without another query for a second.
  testService.advanceTime(30_000)
  await statusOf(why, cookie)
  testService.advanceTime(500)
  expect(await statusOf(why, key)).toEqual([200, null])
  const restoreStore = failStore(testService.store.accessVersion())
  testService.advanceTime(29_000)
  expect(await statusOf(why, key)).toEqual(stale)
  testService.advanceTime(500)
  expect([await statusOf(why, key), await statusOf(why, cookie)]).toEqual([refused, stale])
  restoreStore()
})

test('a session read from the cache has the time at which the store verified it', async () => {
  const { cookie: secondCookie } = await testService.session('instance-4')
  const readSession = async () =>
    testService.service.access.cookieSession({
      cookies: sessionCookies(secondCookie),
      instance: 'instance-4',
    })
  const first = await readSession()
  expect(first?.verifiedAt).toEqual(expect.any(Number))
  testService.advanceTime(1000)
  const restoreStore = failStore(testService.store.accessVersion())
  testService.advanceTime(54_000)
  expect((await readSession())?.verifiedAt).toBe(first?.verifiedAt)
  restoreStore()
})

test('a failure to end a session ends no other session', async () => {
  const otherCookie = { Cookie: (await testService.session('instance-2')).cookie }
  for (const headers of [cookie, otherCookie, key]) await statusOf(why, headers)
  const restoreStore = failStore()
  const request = new Request(`${widgetOrigin}/session?instance=instance-1`, {
    method: 'DELETE',
    headers: { ...cookie, Origin: widgetOrigin },
  })
  expect((await testService.app.fetch(request)).status).toBe(503)
  expect([await statusOf(why, otherCookie), await statusOf(why, key)]).toEqual([stale, stale])
  restoreStore()
})

test('refuses an expired session', async () => {
  await statusOf(why, cookie)
  testService.advanceTime(86_370_000)
  expect(await statusOf(why, cookie)).toEqual([200, null])
  const restoreStore = failStore()
  testService.advanceTime(31_000)
  expect(await statusOf(why, cookie)).toEqual([401, null])
  restoreStore()
})
