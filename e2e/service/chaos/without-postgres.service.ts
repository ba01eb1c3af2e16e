/**
 * A node that loses PostgreSQL: known callers are served cached data, marked as stale, for less than a minute
 * from the database's last confirmation; new access is refused; known revocations take effect at once; and
 * everything recovers with the database.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFaultyProxy } from '#service/store/postgres/faulty-proxy.fixture.ts'
import type { FaultyProxy } from '#service/store/postgres/faulty-proxy.fixture.ts'
import {
  requestSession,
  requestToken,
  endSession,
  lookUp,
  openFeed,
  openSession,
  tonePath,
} from '../kit/calls.ts'
import type { LookupCredentials } from '../kit/calls.ts'
import type { ServiceProcess } from '../kit/process.ts'
import { siteSkipReason, startServiceSite } from '../kit/site.ts'
import type { ServiceSite } from '../kit/site.ts'

const skipReason = siteSkipReason('cluster')
const minuteMs = 60_000
let site: ServiceSite
let proxy: FaultyProxy
let node: ServiceProcess

beforeAll(async () => {
  if (skipReason) return
  site = await startServiceSite('cluster', { nodes: 1 })
  proxy = await createFaultyProxy(String(site.variables['DATABASE_URL']))
  node = await site.addNode({ DATABASE_URL: proxy.url })
}, 180_000)
afterAll(async () => {
  await site?.close()
  await proxy?.close()
})

/** Status of a lookup, and whether its data is fresh or stale. */
const statusAndFreshness = async (credentials: LookupCredentials): Promise<string> => {
  const response = await lookUp(node.url, tonePath, credentials)
  await response.arrayBuffer()
  return `${response.status} ${response.headers.get('x-data-status') ?? 'fresh'}`
}
const readyStatus = async (query = '') => (await fetch(`${node.url}/readyz${query}`)).status
const open = () => openSession(node.url, site.credentials)

describe.skipIf(skipReason)(`a node without PostgreSQL${skipReason ? ` (${skipReason})` : ''}`, () => {
  test(
    'serves known callers marked stale data for less than a minute, and admits no new ones',
    { timeout: 180_000 },
    async () => {
      const key = { key: site.credentials.subscriptionKey }
      const [session, endingSession] = [await open(), await open()]
      const token = (await (await requestToken(node.url, { apiKey: site.credentials.apiKey })).json()) as {
        access_token: string
      }
      const feed = openFeed(node.url, session, ['AAPL'])
      await expect.poll(() => feed.frames.map(({ type }) => type)).toContain('quotes')
      const allCredentials = [key, session, endingSession]
      expect(await Promise.all(allCredentials.map(statusAndFreshness))).toEqual([
        '200 fresh',
        '200 fresh',
        '200 fresh',
      ])
      const verifiedAt = performance.now()

      proxy.cut()
      await expect.poll(() => statusAndFreshness(key)).toBe('200 stale')
      expect(await readyStatus(), 'ready while known callers are served').toBe(200)
      expect([
        await readyStatus('?strict'),
        (await requestToken(node.url, { apiKey: site.credentials.apiKey })).status,
        (await requestSession(node.url, token.access_token, 'http://localhost:8081', 'instance-new')).status,
        (await endSession(node.url, endingSession)).status,
      ]).toEqual([503, 503, 503, 503])

      for (const credentials of [key, session])
        expect(await statusAndFreshness(credentials)).toBe('200 stale')
      /** Time of the last requests that were served. */
      let servedAt = 0
      await expect
        .poll(
          async () => {
            const requestedAt = performance.now()
            const results = await Promise.all([key, session].map(statusAndFreshness))
            if (results.includes('200 stale')) servedAt = requestedAt
            return results
          },
          { timeout: 90_000, interval: 500 },
        )
        .toEqual(['503 fresh', '503 fresh'])
      expect(servedAt).toBeLessThan(verifiedAt + minuteMs)
      expect(servedAt, 'served for at least half a minute').toBeGreaterThan(verifiedAt + minuteMs / 2)
      expect(await feed.closeCode).toBe(1001)
      expect(await readyStatus(), 'not ready once nothing is served').toBe(503)

      proxy.restore()
      await expect.poll(() => readyStatus('?strict'), { timeout: 30_000 }).toBe(200)
      await expect.poll(() => statusAndFreshness(key), { timeout: 30_000 }).toBe('200 fresh')
      expect([await statusAndFreshness(session), await statusAndFreshness(await open())]).toEqual([
        '200 fresh',
        '200 fresh',
      ])
    },
  )

  test('refuses a credential as soon as it learns of its revocation', { timeout: 60_000 }, async () => {
    const partners = await site.admin<{ id: string; name: string }[]>('partner', 'list')
    const { id: partnerId } = partners.find(({ name }) => name === 'Suite')!
    const { id, subscriptionKey } = await site.admin<{ id: string; subscriptionKey: string }>(
      'key',
      'issue',
      partnerId,
      'subscription',
    )
    const key = { key: subscriptionKey }
    expect(await statusAndFreshness(key)).toBe('200 fresh')
    proxy.cut()
    await expect.poll(() => statusAndFreshness(key)).toBe('200 stale')
    await site.admin('key', 'revoke', id)
    expect(await statusAndFreshness(key)).toBe('503 fresh')
    proxy.restore()
    await expect.poll(() => statusAndFreshness(key), { timeout: 30_000 }).toBe('401 fresh')
  })
})
