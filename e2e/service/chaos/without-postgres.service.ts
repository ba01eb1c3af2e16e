/**
 * A node that loses PostgreSQL: known callers are served cached data, marked as stale, for less than a minute
 * from the database's last confirmation; new access is refused; known revocations take effect at once; and
 * everything recovers with the database.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wireTo } from '#service/store/postgres/cuttable-wire.fixture.ts'
import type { CuttableWire } from '#service/store/postgres/cuttable-wire.fixture.ts'
import { askSession, askToken, endSession, lookUp, openFeed, openSession } from '../kit/calls.ts'
import type { WidgetSession } from '../kit/calls.ts'
import type { ServiceProcess } from '../kit/process.ts'
import { siteMissing, startServiceSite } from '../kit/site.ts'
import type { ServiceSite } from '../kit/site.ts'

const tone = '/api/v1/platform/tone'
const missing = siteMissing('cluster')
const minuteMs = 60_000
let site: ServiceSite
let wire: CuttableWire
let node: ServiceProcess

beforeAll(async () => {
  if (missing) return
  site = await startServiceSite('cluster', { nodes: 1 })
  wire = await wireTo(String(site.variables['DATABASE_URL']))
  node = await site.addNode({ DATABASE_URL: wire.url })
}, 180_000)
afterAll(async () => {
  await site?.close()
  await wire?.close()
})

type Shown = { key: string } | WidgetSession
const asked = async (shown: Shown): Promise<string> => {
  const answer = await lookUp(node.url, tone, shown)
  await answer.arrayBuffer()
  return `${answer.status} ${answer.headers.get('x-data-status') ?? 'fresh'}`
}
const ready = async () => (await fetch(`${node.url}/readyz`)).status
const open = () => openSession(node.url, site.credentials)

describe.skipIf(missing)(`a node without PostgreSQL${missing ? ` (${missing})` : ''}`, () => {
  test(
    'serves known callers marked stale data for less than a minute, and admits no new ones',
    { timeout: 180_000 },
    async () => {
      const key = { key: site.credentials.subscriptionKey }
      const [session, leaving] = [await open(), await open()]
      const token = (await (await askToken(node.url, { apiKey: site.credentials.apiKey })).json()) as {
        access_token: string
      }
      const feed = openFeed(node.url, session, ['AAPL'])
      await expect.poll(() => feed.frames.map(({ type }) => type)).toContain('quotes')
      const all = [key, session, leaving]
      expect(await Promise.all(all.map(asked))).toEqual(['200 fresh', '200 fresh', '200 fresh'])
      const verifiedBy = performance.now()

      wire.cut()
      await expect.poll(() => asked(key)).toBe('200 stale')
      expect([
        await ready(),
        (await askToken(node.url, { apiKey: site.credentials.apiKey })).status,
        (await askSession(node.url, token.access_token, 'http://localhost:8081', 'instance-new')).status,
        (await endSession(node.url, leaving)).status,
      ]).toEqual([503, 503, 503, 503])

      for (const shown of [key, session]) expect(await asked(shown)).toBe('200 stale')
      /** Request time of the last served ones. */
      let servedAt = 0
      await expect
        .poll(
          async () => {
            const at = performance.now()
            const answers = await Promise.all([key, session].map(asked))
            if (answers.includes('200 stale')) servedAt = at
            return answers
          },
          { timeout: 90_000, interval: 500 },
        )
        .toEqual(['503 fresh', '503 fresh'])
      expect(servedAt).toBeLessThan(verifiedBy + minuteMs)
      expect(servedAt, 'and for the better part of it').toBeGreaterThan(verifiedBy + minuteMs / 2)
      expect(await feed.end).toBe(1001)

      wire.mend()
      await expect.poll(ready, { timeout: 30_000 }).toBe(200)
      await expect.poll(() => asked(key), { timeout: 30_000 }).toBe('200 fresh')
      expect([await asked(session), await asked(await open())]).toEqual(['200 fresh', '200 fresh'])
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
    expect(await asked(key)).toBe('200 fresh')
    wire.cut()
    await expect.poll(() => asked(key)).toBe('200 stale')
    await site.admin('key', 'revoke', id)
    expect(await asked(key)).toBe('503 fresh')
    wire.mend()
    await expect.poll(() => asked(key), { timeout: 30_000 }).toBe('401 fresh')
  })
})
