/** The store does not answer: who was let in lately is served what there is, marked, for a minute; nobody else is let in. */
import { beforeEach, expect, test } from 'vitest'
import { dataPaths } from '#contract/paths.ts'
import { batch } from '#service/store/store.fixture.ts'
import { makeWorld, partnerOrigin, problemOf, dataPath } from '#service/testing/world.ts'
import type { World } from '#service/testing/world.ts'

let world: World
let cookie: Record<string, string>
let key: Record<string, string>
beforeEach(async () => {
  world = await makeWorld()
  await world.store.batches.publish(batch('b1'))
  cookie = { Cookie: (await world.session()).cookie }
  key = { 'Op-Subscription-Key': world.demo.subscriptionKey }
})

const why = dataPaths.why.replace('{symbol}', 'AAPL')
const asked = async (path: string, headers: Record<string, string>) => {
  const answer = await world.get(path, headers)
  return [answer.status, answer.headers.get('x-data-status')]
}

/** From here on every call of the store fails. */
function burn(): () => void {
  const whole = new Map<object, object>()
  for (const part of [world.store, ...Object.values(world.store)] as object[]) {
    if (typeof part !== 'object') continue
    whole.set(part, { ...part })
    for (const [name, call] of Object.entries(part))
      if (typeof call === 'function')
        Object.assign(part, {
          [name]:
            name === 'accessVersion'
              ? () => null
              : async () => {
                  throw new Error('the store is on fire')
                },
        })
  }
  return () => {
    for (const [part, calls] of whole) Object.assign(part, calls)
  }
}

test('sessions and keys that were good within the last minute are answered as before, and told that it may be old', async () => {
  for (const headers of [cookie, key])
    for (const path of [dataPaths.tradeIdeas, why]) expect(await asked(path, headers)).toEqual([200, null])
  const before = await (await world.get(dataPaths.tradeIdeas, key)).json()
  const mend = burn()
  world.pass(59_000)
  for (const headers of [cookie, key])
    for (const path of [dataPaths.tradeIdeas, why])
      expect(await asked(path, headers), path).toEqual([200, 'stale'])
  expect(await (await world.get(dataPaths.tradeIdeas, key)).json()).toEqual(before)
  world.pass(1000)
  for (const headers of [cookie, key]) {
    const answer = await world.get(why, headers)
    expect(await problemOf(answer)).toMatchObject({ code: 'unavailable', status: 503 })
  }
  mend()
  expect(await asked(why, cookie)).toEqual([200, null])
})

test('what was not asked before is not known, and nobody new is let in', async () => {
  const { token } = await world.session('instance-2')
  await asked(why, key)
  const mend = burn()
  const status = async (answer: Promise<Response>) => (await answer).status
  expect([
    await status(world.get(why, cookie)),
    await status(world.get(why, { 'Op-Subscription-Key': 'sub_live_unknown' })),
    await status(world.post('/Token', { apiKey: world.demo.apiKey, userId: 'u' })),
    await status(
      world.form('/Auth', { apikey: world.demo.apiKey, secretKey: world.demo.secretKey, userId: 'u' }),
    ),
    await status(
      world.post(
        '/setCookie',
        { origin: partnerOrigin, instance: 'instance-3' },
        { Authorization: `Bearer ${token}` },
      ),
    ),
    await status(world.get(`${dataPath}/tone`, key)),
  ]).toEqual([503, 401, 503, 503, 503, 200])
  mend()
})

test('who was revoked before the store went away is not let in by what it said before that', async () => {
  await asked(why, key)
  await world.service.access.operator.revokeKey(world.demo.subscriptionKey)
  // The store says that something has ended, and answers nothing else.
  const version = world.store.accessVersion()
  const mend = burn()
  Object.assign(world.store, { accessVersion: () => version })
  expect(await asked(why, key)).toEqual([503, null])
  mend()
  expect(await asked(why, key)).toEqual([401, null])
})

test('a session that is over by its time is over', async () => {
  await asked(why, cookie)
  world.pass(86_370_000)
  expect(await asked(why, cookie)).toEqual([200, null])
  const mend = burn()
  world.pass(31_000)
  expect(await asked(why, cookie)).toEqual([401, null])
  mend()
})
