/** Revocation takes effect with the next request, and at the feed within seconds. */
import { beforeEach, describe, expect, test } from 'vitest'
import { embedderHeader } from '#contract/api/first-paths.ts'
import {
  bearer,
  begin,
  dataPath,
  makeTestService,
  partnerOrigin,
  problemOf,
} from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'

let environment: TestService
beforeEach(async () => {
  environment = await makeTestService()
})
const statusOf = async (headers: Record<string, string>) =>
  (await environment.get(`${dataPath}/tone`, headers)).status
const operator = () => environment.service.access.operator

/** A session of the API-key flow on a page of that origin. */
async function openOn(origin: string, instance = 'instance-1') {
  const token = await environment.token()
  const opened = await environment.post('/setCookie', { origin, instance }, bearer(token))
  const [session] = await operator().sessions({ partnerId: 'p_demo' }, 1)
  return { token, status: opened.status, id: session?.id ?? '' }
}
const isLive = async (id: string) => (await environment.service.access.liveSessions([id])).has(id)

describe('removing a domain', () => {
  test('ends only the sessions on its pages, with the next request', async () => {
    await operator().addDomain('p_demo', 'https://shop.com')
    await operator().addDomain('p_demo', 'https://*.bank.com')
    const shop = await openOn('https://shop.com')
    const home = await openOn(partnerOrigin, 'instance-2')
    const bank = await openOn('https://www.bank.com', 'instance-3')
    await operator().removeDomain('p_demo', 'https://shop.com')
    expect(await statusOf(bearer(shop.token))).toBe(401)
    expect([await isLive(shop.id), await isLive(home.id)]).toEqual([false, true])
    expect([await statusOf(bearer(home.token)), await statusOf(bearer(bank.token))]).toEqual([200, 200])
    await operator().removeDomain('p_demo', 'https://*.bank.com')
    expect([await statusOf(bearer(home.token)), await statusOf(bearer(bank.token))]).toEqual([200, 401])
    expect((await openOn('https://shop.com')).status).toBe(403)
    const [entry] = await environment.store.audit.list({ partnerId: 'p_demo', limit: 1 })
    expect(entry).toMatchObject({
      actor: 'service',
      action: 'domain-removed',
      subject: 'https://*.bank.com',
      details: { sessions: 1 },
    })
  })

  test('keeps sessions whose origin another entry lists, and sessions of the token flow', async () => {
    await operator().addDomain('p_demo', 'https://www.bank.com')
    await operator().addDomain('p_demo', 'https://*.bank.com')
    const bank = await openOn('https://www.bank.com')
    const { apiKey, secretKey } = environment.demo
    const oneTime = await (await environment.form('/Auth', { apikey: apiKey, secretKey })).text()
    const answer = await environment.post('/Token', { authToken: oneTime, userId: 'user-2' })
    const { access_token } = (await answer.json()) as { access_token: string }
    const opening = { origin: 'https://www.bank.com', instance: 'instance-2' }
    await environment.post('/setCookie', opening, bearer(access_token))
    await operator().removeDomain('p_demo', 'https://www.bank.com')
    expect(await statusOf(bearer(bank.token))).toBe(200)
    await operator().removeDomain('p_demo', 'https://*.bank.com')
    expect([await statusOf(bearer(bank.token)), await statusOf(bearer(access_token))]).toEqual([401, 200])
  })

  test('also ends a session opened concurrently under the old list', async () => {
    await operator().addDomain('p_demo', 'https://shop.com')
    const { id } = await openOn('https://shop.com')
    const [oldSession] = await environment.store.sessions.list({ id }, begin, 1)
    await operator().endSessions({ id })
    const together = environment.store.together.bind(environment.store)
    environment.store.together = async (work) => {
      const result = await together(work)
      environment.store.together = together
      // A session opened concurrently with the change: neither saw the other.
      const lateSession = { ...oldSession!, id: 'late', cookieHash: 'late', tokenHash: 'late' }
      await environment.store.sessions.open(lateSession, begin, 9)
      return result
    }
    await operator().removeDomain('p_demo', 'https://shop.com')
    expect(await isLive('late')).toBe(false)
    const deeds = await environment.store.audit.list({ partnerId: 'p_demo', limit: 2 })
    expect(deeds.map(({ action, details }) => [action, details['sessions']])).toEqual([
      ['sessions-ended', 1],
      ['domain-removed', 0],
    ])
  })

  test('refuses a session that is being opened', async () => {
    await operator().addDomain('p_demo', 'https://shop.com')
    const { sessions } = environment.store
    const open = sessions.open.bind(sessions)
    sessions.open = async (...args) => {
      await operator().removeDomain('p_demo', 'https://shop.com')
      return open(...args)
    }
    expect((await openOn('https://shop.com')).status).toBe(403)
    expect(await operator().sessions({ partnerId: 'p_demo' }, 9)).toEqual([])
  })
})

describe('an account that is disabled', () => {
  test('is refused at every door at once, and served again when enabled', async () => {
    const { subscriptionKey, clientId, clientSecret, apiKey, secretKey } = environment.demo
    const { token, cookie } = await environment.session()
    const client = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    const legacy = (await (await environment.form('/token', client)).json()) as { access_token: string }
    const [session] = await operator().sessions({ partnerId: 'p_demo' }, 1)
    const sessions = async () => [
      await statusOf({ 'Op-Subscription-Key': subscriptionKey }),
      await statusOf(bearer(legacy.access_token)),
      await statusOf(bearer(token)),
      await statusOf({ Cookie: cookie }),
      (await environment.form('/token', client)).status,
      (await environment.form('/Auth', { apikey: apiKey, secretKey })).status,
      (await environment.post('/Token', { apiKey, userId: 'one' })).status,
    ]
    expect(await sessions()).toEqual(Array(7).fill(200))
    await operator().setDisabled('p_demo', true)
    expect(await sessions()).toEqual(Array(7).fill(401))
    expect(await isLive(session!.id)).toBe(false)
    await operator().setDisabled('p_demo', false)
    expect(await sessions()).toEqual(Array(7).fill(200))
  })
})

test('an operator ends sessions by id, key, account or user', async () => {
  const open = async (user: string) => {
    const answer = await environment.post('/Token', { apiKey: environment.demo.apiKey, userId: user })
    const { access_token } = (await answer.json()) as { access_token: string }
    await environment.post(
      '/setCookie',
      { origin: partnerOrigin, instance: `instance-${user}` },
      bearer(access_token),
    )
    return access_token
  }
  const [one, two, three] = [await open('one'), await open('two'), await open('three')]
  const alive = async () => [
    await statusOf(bearer(one)),
    await statusOf(bearer(two)),
    await statusOf(bearer(three)),
  ]
  expect(await operator().endSessions({ user: 'one' })).toHaveLength(1)
  expect(await alive()).toEqual([401, 200, 200])
  const [session] = await operator().sessions({ user: 'two' }, 9)
  expect(await operator().endSessions({ id: session!.id })).toEqual([session!.id])
  expect(await alive()).toEqual([401, 401, 200])
  expect(await operator().endSessions({ keyId: environment.demo.apiKey })).toHaveLength(1)
  expect(await alive()).toEqual([401, 401, 401])
  expect(JSON.stringify(await environment.store.audit.list({ limit: 9 }))).not.toContain('"two"')
})

describe('a session is valid on the page that opened it only', () => {
  test('refuses a frame in a page of another origin, by bearer and by cookie', async () => {
    const { token, cookie } = await environment.session()
    for (const credential of [bearer(token), { Cookie: cookie }]) {
      expect(await statusOf({ ...credential, [embedderHeader]: partnerOrigin })).toBe(200)
      const refused = await environment.get(`${dataPath}/tone`, {
        ...credential,
        [embedderHeader]: 'https://evil.test',
      })
      expect(await problemOf(refused)).toMatchObject({
        code: 'origin-refused',
        status: 403,
        parameter: embedderHeader,
      })
    }
  })

  test('issues no feed ticket to that frame, and stays open', async () => {
    const { token } = await environment.session()
    const elsewhere = { ...bearer(token), [embedderHeader]: 'https://evil.test' }
    expect((await environment.post('/feed/ticket', {}, elsewhere)).status).toBe(403)
    expect(await statusOf(bearer(token))).toBe(200)
  })
})
