/** Values that are never logged or stored. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { sqliteStore } from '#service/store/sqlite/sqlite.ts'
import { makeTestService, widgetOrigin } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'

let environment: TestService
beforeEach(async () => {
  environment = await makeTestService()
})

const authToken = async (extra: Record<string, string> = {}) =>
  (
    await environment.form('/Auth', {
      apikey: environment.demo.apiKey,
      secretKey: environment.demo.secretKey,
      ...extra,
    })
  ).text()
const end = (headers: Record<string, string>) =>
  environment.app.fetch(
    new Request(`${widgetOrigin}/session`, {
      method: 'DELETE',
      headers: { Origin: widgetOrigin, ...headers },
    }),
  )

test('no secret, token, cookie or userId reaches the log or the database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'canary-'))
  const store = sqliteStore(join(folder, 'test.sqlite'))
  environment = await makeTestService({}, store)
  const { token, cookie } = await environment.session()
  const one = await authToken({ userId: 'canary-user' })
  await environment.post('/Token', { authToken: one, userId: 'canary-user' })
  await environment.post('/Token', { authToken: one, userId: 'canary-user' })
  await environment.form('/token', {
    grant_type: 'client_credentials',
    client_id: environment.demo.clientId,
    client_secret: environment.demo.clientSecret,
  })
  await end({ Cookie: cookie })
  await store.close()
  const written = JSON.stringify(environment.logged) + readFileSync(join(folder, 'test.sqlite'), 'latin1')
  expect(written).toContain(environment.demo.apiKey)
  const { secretKey, subscriptionKey, clientSecret } = environment.demo
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
