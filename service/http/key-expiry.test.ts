/** Keys with an expiry date: they and everything that was issued for them are refused from that time on. */
import { beforeEach, expect, test } from 'vitest'
import {
  bearer,
  dataPath,
  makeTestService,
  partnerOrigin,
  problemOf,
  testStartMs,
} from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'

const hourMs = 3600_000
const expiresAt = testStartMs + hourMs / 2
let testService: TestService
let partnerId: string
beforeEach(async () => {
  testService = await makeTestService()
  const { operator } = testService.service.access
  partnerId = (await operator.addPartner('Trial')).id
  await operator.addDomain(partnerId, partnerOrigin)
})
const issue = (kind: 'widget' | 'subscription' | 'client') =>
  testService.service.access.operator.issueKey(partnerId, kind, { expiresAt })
const tone = async (headers: Record<string, string>) =>
  (await testService.get(`${dataPath}/tone`, headers)).status
/** Moves the clock to some milliseconds before or after the expiry. */
const moveTo = (ms: number) => testService.advanceTime(expiresAt + ms - testService.market.now().getTime())

test('a subscription key is refused from its expiry on, also by a node that has it in its cache', async () => {
  const headers = { 'Op-Subscription-Key': (await issue('subscription')).secret }
  expect(await tone(headers)).toBe(200)
  moveTo(-1)
  expect(await tone(headers)).toBe(200)
  moveTo(0)
  expect(await tone(headers)).toBe(401)
  expect(await tone(headers)).toBe(401)
})

test('a legacy client gets tokens that end with its key, and none afterwards', async () => {
  const { id, secret } = await issue('client')
  const request = () =>
    testService.form('/token', { grant_type: 'client_credentials', client_id: id, client_secret: secret })
  const issued = (await (await request()).json()) as { access_token: string; expires_in: number }
  expect(issued.expires_in).toBe(1800)
  moveTo(-1)
  expect(await tone(bearer(issued.access_token))).toBe(200)
  moveTo(0)
  expect(await tone(bearer(issued.access_token))).toBe(401)
  expect((await request()).status).toBe(401)
})

test('sessions of a widget key end with it, in both flows, and no new one opens', async () => {
  const { id: apiKey, secret: secretKey } = await issue('widget')
  const authTokenOf = async () => (await testService.form('/Auth', { apikey: apiKey, secretKey })).text()
  const open = async (credential: object, instance: string) => {
    const issued = await testService.post('/Token', { ...credential, userId: 'u' })
    const { access_token, expires_in } = (await issued.json()) as { access_token: string; expires_in: number }
    expect(expires_in).toBe(1800)
    const opened = await testService.post(
      '/setCookie',
      { origin: partnerOrigin, instance },
      bearer(access_token),
    )
    expect(opened.headers.get('set-cookie')).toContain('Max-Age=1800;')
    return access_token
  }
  const tokens = [
    await open({ apiKey }, 'instance-1'),
    await open({ authToken: await authTokenOf() }, 'instance-2'),
  ]
  moveTo(-1)
  const late = await authTokenOf()
  for (const token of tokens) expect(await tone(bearer(token))).toBe(200)
  moveTo(0)
  for (const token of tokens) expect(await tone(bearer(token))).toBe(401)
  for (const credential of [{ apiKey }, { authToken: late }])
    expect(await problemOf(await testService.post('/Token', { ...credential, userId: 'u' }))).toMatchObject({
      code: 'credential-invalid',
    })
  expect((await testService.form('/Auth', { apikey: apiKey, secretKey })).status).toBe(401)
})

test('a key that would expire in the past is not issued', async () => {
  const { operator } = testService.service.access
  await expect(operator.issueKey(partnerId, 'widget', { expiresAt: testStartMs })).rejects.toThrow(
    'The key would expire in the past: 2026-11-20T15:00:00.000Z.',
  )
})
