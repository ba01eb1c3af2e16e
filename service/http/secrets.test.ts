/** Values that are never logged or stored. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { sqliteStore } from '#service/store/sqlite/sqlite.ts'
import { makeTestService, widgetOrigin } from '#service/testing/test-service.ts'
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
const endSession = (headers: Record<string, string>) =>
  testService.app.fetch(
    new Request(`${widgetOrigin}/session`, {
      method: 'DELETE',
      headers: { Origin: widgetOrigin, ...headers },
    }),
  )

test('no secret, token, cookie or userId reaches the log or the database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'canary-'))
  const store = sqliteStore(join(folder, 'test.sqlite'))
  testService = await makeTestService({}, store)
  const { token, cookie } = await testService.session()
  const oneTimeToken = await requestAuthToken({ userId: 'canary-user' })
  await testService.post('/Token', { authToken: oneTimeToken, userId: 'canary-user' })
  await testService.post('/Token', { authToken: oneTimeToken, userId: 'canary-user' })
  await testService.form('/token', {
    grant_type: 'client_credentials',
    client_id: testService.demo.clientId,
    client_secret: testService.demo.clientSecret,
  })
  await endSession({ Cookie: cookie })
  await store.close()
  const logAndDatabase =
    JSON.stringify(testService.logged) + readFileSync(join(folder, 'test.sqlite'), 'latin1')
  expect(logAndDatabase).toContain(testService.demo.apiKey)
  const { secretKey, subscriptionKey, clientSecret } = testService.demo
  for (const secret of [
    secretKey,
    subscriptionKey,
    clientSecret,
    token,
    oneTimeToken,
    cookie.split('=')[1]!,
    'canary-user',
  ])
    expect(logAndDatabase).not.toContain(secret)
  rmSync(folder, { recursive: true })
})
