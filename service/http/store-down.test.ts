/**
 * The store is unavailable: callers verified recently are served cached data, marked as stale, for a minute;
 * all others are refused.
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

let environment: TestService
let cookie: Record<string, string>
let key: Record<string, string>
beforeEach(async () => {
  environment = await makeTestService()
  await environment.store.batches.publish(batch('b1'))
  cookie = { Cookie: (await environment.session()).cookie }
  key = { 'Op-Subscription-Key': environment.demo.subscriptionKey }
})

const why = dataPaths.why.replace('{symbol}', 'AAPL')
const statusOf = async (path: string, headers: Record<string, string>) => {
  const response = await environment.get(path, headers)
  return [response.status, response.headers.get('x-data-status')]
}

/** From here on every store call fails; `version` is the change counter. */
function burn(version: number | null = null): () => void {
  const originals = new Map<object, object>()
  for (const target of [environment.store, ...Object.values(environment.store)] as object[]) {
    if (typeof target !== 'object') continue
    originals.set(target, { ...target })
    for (const [name, call] of Object.entries(target))
      if (typeof call === 'function')
        Object.assign(target, {
          [name]:
            name === 'accessVersion'
              ? () => version
              : async () => {
                  throw new Error('the store is on fire')
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
  const before = await (await environment.get(dataPaths.tradeIdeas, key)).json()
  const mend = burn()
  environment.pass(59_000)
  for (const headers of [cookie, key])
    for (const path of [dataPaths.tradeIdeas, why])
      expect(await statusOf(path, headers), path).toEqual([200, 'stale'])
  expect(await (await environment.get(dataPaths.tradeIdeas, key)).json()).toEqual(before)
  environment.pass(1000)
  for (const headers of [cookie, key]) {
    const response = await environment.get(why, headers)
    expect(await problemOf(response)).toMatchObject({ code: 'unavailable', status: 503 })
  }
  mend()
  expect(await statusOf(why, cookie)).toEqual([200, null])
})

test('refuses results that are not cached and callers that are not verified', async () => {
  const { token } = await environment.session('instance-2')
  await statusOf(why, key)
  const mend = burn()
  const status = async (response: Promise<Response>) => (await response).status
  expect([
    await status(environment.get(why, cookie)),
    await status(environment.get(why, { 'Op-Subscription-Key': 'sub_live_unknown' })),
    await status(environment.post('/Token', { apiKey: environment.demo.apiKey, userId: 'u' })),
    await status(
      environment.form('/Auth', {
        apikey: environment.demo.apiKey,
        secretKey: environment.demo.secretKey,
        userId: 'u',
      }),
    ),
    await status(
      environment.post(
        '/setCookie',
        { origin: partnerOrigin, instance: 'instance-3' },
        { Authorization: `Bearer ${token}` },
      ),
    ),
    await status(environment.get(`${dataPath}/tone`, key)),
  ]).toEqual([503, 401, 503, 503, 503, 200])
  mend()
})

test('refuses a caller that was revoked before the outage, even if cached as valid', async () => {
  await statusOf(why, key)
  await environment.service.access.operator.revokeKey(environment.demo.subscriptionKey)
  // The change counter reports a change, and every other call fails.
  const mend = burn(environment.store.accessVersion())
  expect(await statusOf(why, key)).toEqual([503, null])
  mend()
  expect(await statusOf(why, key)).toEqual([401, null])
})

/** Responses of a door at these times, when the store fails a second after the first. */
const askedAt = async (seconds: readonly number[], headers: Record<string, string>) => {
  const answers: unknown[] = []
  let at = 0
  let mend = () => {}
  for (const second of seconds) {
    environment.pass((second - at) * 1000)
    at = second
    answers.push(await statusOf(why, headers))
    if (second > 0) continue
    environment.pass(1000)
    at = 1
    // The change counter is unchanged: it does not reveal the outage, and neither do events.
    mend = burn(environment.store.accessVersion())
  }
  mend()
  return answers
}
const stale = [200, 'stale']
const refused = [503, null]

test.each([
  ['a subscription key', async () => key],
  ['a session by its cookie', async () => cookie],
  [
    'a session by its token',
    async () => ({ Authorization: `Bearer ${(await environment.session('instance-2')).token}` }),
  ],
  [
    'a legacy token',
    async () => {
      const { clientId: client_id, clientSecret: client_secret } = environment.demo
      const response = await environment.form('/token', {
        grant_type: 'client_credentials',
        client_id,
        client_secret,
      })
      return { Authorization: `Bearer ${((await response.json()) as { access_token: string }).access_token}` }
    },
  ],
])('%s is served for a minute from when the store itself was asked, however often', async (_, credential) => {
  const headers = await credential()
  expect(await askedAt([0, 55, 59.9, 60, 110, 115], headers)).toEqual([
    [200, null],
    stale,
    stale,
    refused,
    refused,
    refused,
  ])
})

test('serving a caller from memory does not extend its verification', async () => {
  await statusOf(why, key)
  // Another caller's query succeeds meanwhile, so the store is not probed for this one.
  environment.pass(30_000)
  await statusOf(why, cookie)
  environment.pass(500)
  expect(await statusOf(why, key)).toEqual([200, null])
  const mend = burn(environment.store.accessVersion())
  environment.pass(29_000)
  expect(await statusOf(why, key)).toEqual(stale)
  environment.pass(500)
  expect([await statusOf(why, key), await statusOf(why, cookie)]).toEqual([refused, stale])
  mend()
})

test('a feed opened from memory has the time at which the store verified its session', async () => {
  const { cookie: shown } = await environment.session('instance-4')
  const recognised = async () =>
    environment.service.access.cookieSession({ cookies: sessionCookies(shown), instance: 'instance-4' })
  const first = await recognised()
  expect(first?.verifiedAt).toEqual(expect.any(Number))
  environment.pass(1000)
  const mend = burn(environment.store.accessVersion())
  environment.pass(54_000)
  expect((await recognised())?.verifiedAt).toBe(first?.verifiedAt)
  mend()
})

test('a failed session end ends no other session', async () => {
  const other = { Cookie: (await environment.session('instance-2')).cookie }
  for (const headers of [cookie, other, key]) await statusOf(why, headers)
  const mend = burn()
  const request = new Request(`${widgetOrigin}/session?instance=instance-1`, {
    method: 'DELETE',
    headers: { ...cookie, Origin: widgetOrigin },
  })
  expect((await environment.app.fetch(request)).status).toBe(503)
  expect([await statusOf(why, other), await statusOf(why, key)]).toEqual([stale, stale])
  mend()
})

test('refuses an expired session', async () => {
  await statusOf(why, cookie)
  environment.pass(86_370_000)
  expect(await statusOf(why, cookie)).toEqual([200, null])
  const mend = burn()
  environment.pass(31_000)
  expect(await statusOf(why, cookie)).toEqual([401, null])
  mend()
})
