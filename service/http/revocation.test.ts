/** Revocation takes effect with the next request. (service/feed/limits.test.ts tests the feed.) */
import { beforeEach, describe, expect, test } from 'vitest'
import { embedderHeader } from '#contract/api/first-paths.ts'
import {
  bearer,
  testStartMs,
  dataPath,
  makeTestService,
  partnerOrigin,
  problemOf,
} from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'

let testService: TestService
beforeEach(async () => {
  testService = await makeTestService()
})
const statusOf = async (headers: Record<string, string>) =>
  (await testService.get(`${dataPath}/tone`, headers)).status
const operator = () => testService.service.access.operator

/** Opens a session with the API key, on a page of the origin. */
async function openSessionOn(origin: string, instance = 'instance-1') {
  const token = await testService.token()
  const opened = await testService.post('/setCookie', { origin, instance }, bearer(token))
  const [session] = await operator().sessions({ partnerId: 'p_demo' }, 1)
  return { token, status: opened.status, id: session?.id ?? '' }
}
const isLive = async (id: string) => (await testService.service.access.liveSessions([id])).has(id)

describe('removing a domain', () => {
  test('ends only the sessions on its pages, with the next request', async () => {
    await operator().addDomain('p_demo', 'https://shop.com')
    await operator().addDomain('p_demo', 'https://*.bank.com')
    const shop = await openSessionOn('https://shop.com')
    const partner = await openSessionOn(partnerOrigin, 'instance-2')
    const bank = await openSessionOn('https://www.bank.com', 'instance-3')
    await operator().removeDomain('p_demo', 'https://shop.com')
    expect(await statusOf(bearer(shop.token))).toBe(401)
    expect([await isLive(shop.id), await isLive(partner.id)]).toEqual([false, true])
    expect([await statusOf(bearer(partner.token)), await statusOf(bearer(bank.token))]).toEqual([200, 200])
    await operator().removeDomain('p_demo', 'https://*.bank.com')
    expect([await statusOf(bearer(partner.token)), await statusOf(bearer(bank.token))]).toEqual([200, 401])
    expect((await openSessionOn('https://shop.com')).status).toBe(403)
    const [entry] = await testService.store.audit.list({ partnerId: 'p_demo', limit: 1 })
    expect(entry).toMatchObject({
      actor: 'service',
      action: 'domain-removed',
      subject: 'https://*.bank.com',
      details: { sessions: 1 },
    })
  })

  test('keeps sessions whose origin matches another entry, and sessions opened with a one-time token', async () => {
    await operator().addDomain('p_demo', 'https://www.bank.com')
    await operator().addDomain('p_demo', 'https://*.bank.com')
    const bank = await openSessionOn('https://www.bank.com')
    const { apiKey, secretKey } = testService.demo
    const authToken = await (await testService.form('/Auth', { apikey: apiKey, secretKey })).text()
    const response = await testService.post('/Token', { authToken, userId: 'user-2' })
    const { access_token } = (await response.json()) as { access_token: string }
    const sessionRequest = { origin: 'https://www.bank.com', instance: 'instance-2' }
    await testService.post('/setCookie', sessionRequest, bearer(access_token))
    await operator().removeDomain('p_demo', 'https://www.bank.com')
    expect(await statusOf(bearer(bank.token))).toBe(200)
    await operator().removeDomain('p_demo', 'https://*.bank.com')
    expect([await statusOf(bearer(bank.token)), await statusOf(bearer(access_token))]).toEqual([401, 200])
  })

  test('also ends a session opened concurrently under the old list', async () => {
    await operator().addDomain('p_demo', 'https://shop.com')
    const { id } = await openSessionOn('https://shop.com')
    const [oldSession] = await testService.store.sessions.list({ id }, testStartMs, 1)
    await operator().endSessions({ id })
    const runTransaction = testService.store.transaction.bind(testService.store)
    testService.store.transaction = async (work) => {
      const result = await runTransaction(work)
      testService.store.transaction = runTransaction
      // Opened after the transaction has ended the domain's sessions, by a request that read the old list.
      const concurrentSession = { ...oldSession!, id: 'late', cookieHash: 'late', tokenHash: 'late' }
      await testService.store.sessions.open(concurrentSession, testStartMs, 9)
      return result
    }
    await operator().removeDomain('p_demo', 'https://shop.com')
    expect(await isLive('late')).toBe(false)
    const auditEntries = await testService.store.audit.list({ partnerId: 'p_demo', limit: 2 })
    expect(auditEntries.map(({ action, details }) => [action, details['sessions']])).toEqual([
      ['sessions-ended', 1],
      ['domain-removed', 0],
    ])
  })

  test('refuses a session if its domain is removed while it is being opened', async () => {
    await operator().addDomain('p_demo', 'https://shop.com')
    const { sessions } = testService.store
    const open = sessions.open.bind(sessions)
    sessions.open = async (...args) => {
      await operator().removeDomain('p_demo', 'https://shop.com')
      return open(...args)
    }
    expect((await openSessionOn('https://shop.com')).status).toBe(403)
    expect(await operator().sessions({ partnerId: 'p_demo' }, 9)).toEqual([])
  })
})

describe('a disabled account', () => {
  test('is refused at every door immediately, and accepted again when enabled', async () => {
    const { subscriptionKey, clientId, clientSecret, apiKey, secretKey } = testService.demo
    const { token, cookie } = await testService.session()
    const client = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    const legacy = (await (await testService.form('/token', client)).json()) as { access_token: string }
    const [session] = await operator().sessions({ partnerId: 'p_demo' }, 1)
    const statuses = async () => [
      await statusOf({ 'Op-Subscription-Key': subscriptionKey }),
      await statusOf(bearer(legacy.access_token)),
      await statusOf(bearer(token)),
      await statusOf({ Cookie: cookie }),
      (await testService.form('/token', client)).status,
      (await testService.form('/Auth', { apikey: apiKey, secretKey })).status,
      (await testService.post('/Token', { apiKey, userId: 'one' })).status,
    ]
    expect(await statuses()).toEqual(Array(7).fill(200))
    await operator().setDisabled('p_demo', true)
    expect(await statuses()).toEqual(Array(7).fill(401))
    expect(await isLive(session!.id)).toBe(false)
    await operator().setDisabled('p_demo', false)
    expect(await statuses()).toEqual(Array(7).fill(200))
  })
})

test('an operator ends sessions by id, key, account or user', async () => {
  const open = async (user: string) => {
    const response = await testService.post('/Token', { apiKey: testService.demo.apiKey, userId: user })
    const { access_token } = (await response.json()) as { access_token: string }
    await testService.post(
      '/setCookie',
      { origin: partnerOrigin, instance: `instance-${user}` },
      bearer(access_token),
    )
    return access_token
  }
  const [tokenOne, tokenTwo, tokenThree] = [await open('one'), await open('two'), await open('three')]
  const statuses = async () => [
    await statusOf(bearer(tokenOne)),
    await statusOf(bearer(tokenTwo)),
    await statusOf(bearer(tokenThree)),
  ]
  expect(await operator().endSessions({ user: 'one' })).toHaveLength(1)
  expect(await statuses()).toEqual([401, 200, 200])
  const [session] = await operator().sessions({ user: 'two' }, 9)
  expect(await operator().endSessions({ id: session!.id })).toEqual([session!.id])
  expect(await statuses()).toEqual([401, 401, 200])
  expect(await operator().endSessions({ keyId: testService.demo.apiKey })).toHaveLength(1)
  expect(await statuses()).toEqual([401, 401, 401])
  // Ending a session by its id does not write its user to the audit log.
  expect(JSON.stringify(await testService.store.audit.list({ limit: 9 }))).not.toContain('"two"')
})

describe('a session is valid only on pages of the origin that opened it', () => {
  test('refuses a frame in a page of another origin, by bearer and by cookie', async () => {
    const { token, cookie } = await testService.session()
    for (const credential of [bearer(token), { Cookie: cookie }]) {
      expect(await statusOf({ ...credential, [embedderHeader]: partnerOrigin })).toBe(200)
      const refused = await testService.get(`${dataPath}/tone`, {
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

  test('is refused a feed ticket on a page of another origin, and stays open', async () => {
    const { token } = await testService.session()
    const otherOriginHeaders = { ...bearer(token), [embedderHeader]: 'https://evil.test' }
    expect((await testService.post('/feed/ticket', {}, otherOriginHeaders)).status).toBe(403)
    expect(await statusOf(bearer(token))).toBe(200)
  })
})
