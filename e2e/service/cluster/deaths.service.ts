/** Nodes and the Redis they share die, come back and are replaced, while requests come in. */
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endSession, lookUp, metric, openFeed, openSession } from '../kit/calls.ts'
import type { WidgetSession } from '../kit/calls.ts'
import { demand, startLoad } from '../kit/load.ts'
import { startProcess, waitReady } from '../kit/process.ts'
import { siteMissing, startServiceSite } from '../kit/site.ts'
import type { ServiceSite } from '../kit/site.ts'

const tone = '/api/v1/platform/tone'
const missing = siteMissing('cluster')
let site: ServiceSite

beforeAll(async () => {
  if (!missing) site = await startServiceSite('cluster')
})
afterAll(() => site?.close())

const sum = (numbers: readonly (number | undefined)[]) =>
  numbers.reduce<number>((all, one) => all + (one ?? NaN), 0)
const urls = () => site.nodes().map(({ url }) => url)
const atAll = <Answer>(ask: (url: string) => Promise<Answer>) => Promise.all(urls().map(ask))

describe.skipIf(missing)(`two nodes${missing ? ` (${missing})` : ''}`, { timeout: 240_000 }, () => {
  beforeEach(async () => {
    while (site.nodes().length < 2) await site.addNode()
  })

  test('a rolling restart fails no request', async () => {
    const session = await openSession(site.url, site.credentials)
    const load = startLoad(6, (turn) =>
      turn % 5 === 0
        ? openSession(site.url, site.credentials, { userId: `user-${turn}` })
        : demand(200, lookUp(site.url, tone, session)),
    )
    for (const old of site.nodes()) {
      await load.answered(50)
      expect(await old.stop()).toBe(0)
      await site.addNode()
      await load.answered(50)
    }
    const { succeeded, failures } = await load.stop()
    expect(failures).toEqual([])
    expect(succeeded).toBeGreaterThan(200)
  })

  test('either is killed under load: no session and no acknowledged write is lost', async () => {
    for (const at of [0, 1]) {
      const opened: WidgetSession[] = []
      const ended: WidgetSession[] = []
      const load = startLoad(6, async (turn) => {
        const session = await openSession(site.url, site.credentials, { userId: `user-${turn}` })
        if (turn % 3 > 0) return opened.push(session)
        await demand(204, endSession(site.url, session))
        return ended.push(session)
      })
      await load.answered(60)
      await site.nodes()[at]!.kill()
      // What was on its way may fail; what comes after goes to the other.
      await load.answered(60)
      await load.stop()
      const [left] = site.nodes()
      for (const session of opened) expect((await lookUp(left!.url, tone, session)).status).toBe(200)
      for (const session of ended) expect((await lookUp(left!.url, tone, session)).status).toBe(401)
      await site.addNode()
    }
  })

  test('another node takes the market over within 5 s of its source’s death', async () => {
    const sources = await atAll((url) => metric(url, 'service_market_source'))
    const [source, other] = sources[0] === 1 ? site.nodes() : site.nodes().toReversed()
    const session = await openSession(other!.url, site.credentials)
    const feed = openFeed(other!.url, session, ['AAPL'])
    const quotes = () => feed.frames.filter(({ type }) => type === 'quotes').length
    await expect.poll(quotes).toBeGreaterThan(2)
    expect(await metric(other!.url, 'service_market_source')).toBe(0)
    await source!.kill()
    const killedAt = performance.now()
    await expect.poll(() => metric(other!.url, 'service_market_source'), { interval: 50 }).toBe(1)
    const before = quotes()
    await expect.poll(quotes, { interval: 50 }).toBeGreaterThan(before)
    expect(performance.now() - killedAt).toBeLessThan(5000)
    feed.close()
  })

  describe('Redis gone', () => {
    afterEach(() => site.redis!.restart().catch(() => {}))

    test('limits count per node, which says so; what ends is refused at the next request; with Redis back they share again', async () => {
      const partners = await site.admin<{ id: string; name: string }[]>('partner', 'list')
      const partnerId = partners.find(({ name }) => name === 'Suite')!.id
      const issue = () =>
        site.admin<{ id: string; subscriptionKey: string }>(
          'key',
          'issue',
          partnerId,
          'subscription',
          '--rate',
          '5',
        )
      const limited = await issue()
      const revoked = await issue()
      const session = await openSession(site.url, site.credentials)
      expect(
        await atAll(async (url) => (await lookUp(url, tone, { key: revoked.subscriptionKey })).status),
      ).toEqual([200, 200])
      await site.redis!.kill()

      await expect.poll(() => atAll((url) => metric(url, 'service_limits_shared'))).toEqual([0, 0])
      expect(await atAll((url) => metric(url, 'service_cluster_joined'))).toEqual([0, 0])
      for (const node of site.nodes()) {
        const statuses: number[] = []
        for (let turn = 0; turn < 8; turn++)
          statuses.push((await lookUp(node.url, tone, { key: limited.subscriptionKey })).status)
        const passed = statuses.filter((status) => status === 200).length
        expect(passed).toBeGreaterThanOrEqual(5)
        expect(passed).toBeLessThanOrEqual(6)
        const { status, limits, cluster } = (await (await fetch(`${node.url}/readyz`)).json()) as Record<
          string,
          string
        >
        expect([status, limits, cluster]).toEqual(['ready', 'per-node', 'alone'])
        expect(node.log().filter(({ event }) => event === 'limits-per-node')).toHaveLength(1)
      }
      // Sessions, feeds and quotes go on.
      const feed = openFeed(urls()[1]!, session, ['AAPL'])
      await expect.poll(() => feed.frames.map(({ type }) => type)).toContain('quotes')
      feed.close()
      await site.admin('key', 'revoke', revoked.id)
      expect(
        await atAll(async (url) => (await lookUp(url, tone, { key: revoked.subscriptionKey })).status),
      ).toEqual([401, 401])

      await site.redis!.restart()
      await expect
        .poll(
          async () => {
            await atAll((url) => lookUp(url, tone, session))
            return atAll((url) => metric(url, 'service_limits_shared'))
          },
          { timeout: 20_000 },
        )
        .toEqual([1, 1])
      await expect.poll(async () => sum(await atAll((url) => metric(url, 'service_market_source')))).toBe(1)
    })
  })
})

describe.skipIf(missing)(`a scanner that dies${missing ? ` (${missing})` : ''}`, () => {
  test('another node goes on with its parts', { timeout: 240_000 }, async () => {
    const own = await startServiceSite('cluster', { nodes: 1 })
    try {
      const database = new Client({ connectionString: own.variables['DATABASE_URL']! })
      await database.connect()
      try {
        // As on the night after an update: nothing is published yet.
        for (const node of own.nodes()) await node.stop()
        for (const table of ['trades', 'batches', 'scan_parts']) await database.query(`DELETE FROM ${table}`)
        const scanner = await startProcess(own.variables)
        const parts = async () =>
          Number((await database.query<{ count: string }>('SELECT count(*) FROM scan_parts')).rows[0]!.count)
        await expect.poll(parts, { timeout: 60_000, interval: 10 }).toBeGreaterThan(1)
        const next = await startProcess(own.variables)
        await scanner.kill()
        try {
          await waitReady(next)
          const lines = next.log().map(({ line }) => String(line))
          expect(lines.join('\n')).toMatch(/: [1-9]\d* of \d+ parts were there/)
        } finally {
          await next.kill()
        }
      } finally {
        await database.end()
      }
    } finally {
      await own.close()
    }
  })
})
