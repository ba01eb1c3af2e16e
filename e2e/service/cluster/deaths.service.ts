/** Nodes fail and are replaced under load. */
import { Client } from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { endSession, metric, openFeed, openSession, statusBy, lookUp, tone } from '../kit/calls.ts'
import type { WidgetSession } from '../kit/calls.ts'
import { describeSite } from '../kit/describe-site.ts'
import { demand, startLoad } from '../kit/load.ts'
import { startProcess, waitReady } from '../kit/process.ts'
import { siteMissing, startServiceSite } from '../kit/site.ts'

describeSite('cluster', (site) => {
  beforeEach(async () => {
    while (site().nodes().length < 2) await site().addNode()
  })

  test('fail no request during a rolling restart', async () => {
    const session = await openSession(site().url, site().credentials)
    const load = startLoad(6, (turn) =>
      turn % 5 === 0
        ? openSession(site().url, site().credentials, { userId: `user-${turn}` })
        : demand(200, lookUp(site().url, tone, session)),
    )
    for (const old of site().nodes()) {
      await load.answered(50)
      expect(await old.stop()).toBe(0)
      await site().addNode()
      await load.answered(50)
    }
    const { succeeded, failures } = await load.stop()
    expect(failures).toEqual([])
    expect(succeeded).toBeGreaterThan(200)
  })

  test('lose no session and no acknowledged write when one is killed under load', async () => {
    for (const at of [0, 1]) {
      const opened: WidgetSession[] = []
      const ended: WidgetSession[] = []
      const load = startLoad(6, async (turn) => {
        const session = await openSession(site().url, site().credentials, { userId: `user-${turn}` })
        if (turn % 3 > 0) return opened.push(session)
        await demand(204, endSession(site().url, session))
        return ended.push(session)
      })
      await load.answered(60)
      await site().nodes()[at]!.kill()
      // Requests in flight may fail; later ones go to the other node.
      await load.answered(60)
      await load.stop()
      const [left] = site().nodes()
      for (const session of opened) expect(await statusBy(left!.url, session)).toBe(200)
      for (const session of ended) expect(await statusBy(left!.url, session)).toBe(401)
      await site().addNode()
    }
  })

  test('take over the market within 5 s when the node that watches it dies', async () => {
    const sources = await site().atEach((url) => metric(url, 'service_market_source'))
    const [source, other] = sources[0] === 1 ? site().nodes() : site().nodes().toReversed()
    const session = await openSession(other!.url, site().credentials)
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
})

const missing = siteMissing('cluster')
describe.skipIf(missing)(`a scanning node that dies${missing ? ` (${missing})` : ''}`, () => {
  test('is replaced by another node, which resumes from the saved parts', { timeout: 240_000 }, async () => {
    const own = await startServiceSite('cluster', { nodes: 1 })
    try {
      const database = new Client({ connectionString: own.variables['DATABASE_URL']! })
      await database.connect()
      try {
        // Like a scan after an update: nothing is published yet.
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
          expect(lines.join('\n')).toMatch(/: [1-9]\d* of \d+ parts were stored/)
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
