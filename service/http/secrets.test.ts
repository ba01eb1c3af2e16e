/** Values that are never logged or stored. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { sqliteStore } from '#service/store/sqlite/sqlite.ts'
import { makeTestService, widgetOrigin } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'

let world: TestService
beforeEach(async () => {
  world = await makeTestService()
})

const authToken = async (extra: Record<string, string> = {}) =>
  (await world.form('/Auth', { apikey: world.demo.apiKey, secretKey: world.demo.secretKey, ...extra })).text()
const end = (headers: Record<string, string>) =>
  world.app.fetch(
    new Request(`${widgetOrigin}/session`, {
      method: 'DELETE',
      headers: { Origin: widgetOrigin, ...headers },
    }),
  )

test('no secret, token, cookie or userId reaches the log or the database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'canary-'))
  const store = sqliteStore(join(folder, 'test.sqlite'))
  world = await makeTestService({}, store)
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
