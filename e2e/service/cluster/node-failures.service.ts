/** Nodes fail and are replaced under load. */
import { Client } from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { issueSubscriptionKey } from '../kit/account.ts'
import {
  callerOf,
  endSession,
  metric,
  openFeed,
  openSession,
  lookupStatus,
  lookUp,
  tonePath,
} from '../kit/calls.ts'
import type { WidgetSession } from '../kit/calls.ts'
import { describeSite } from '../kit/describe-site.ts'
import { expectStatus, startLoad } from '../kit/load.ts'
import { startProcess, waitReady } from '../kit/process.ts'
import { siteSkipReason, startServiceSite } from '../kit/site.ts'

describeSite('cluster', (site) => {
  beforeEach(async () => {
    while (site().nodes().length < 2) await site().addNode()
  })

  test('fail no request during a rolling restart', async () => {
    const { subscriptionKey: key } = await issueSubscriptionKey(site(), '--rate', '1000000')
    const load = startLoad(6, (callIndex) =>
      callIndex % 5 === 0
        ? openSession(site().url, site().credentials, callerOf(callIndex))
        : expectStatus(200, lookUp(site().url, tonePath, { key })),
    )
    for (const oldNode of site().nodes()) {
      await load.waitForSuccesses(50)
      expect(await oldNode.stop()).toBe(0)
      await site().addNode()
      await load.waitForSuccesses(50)
    }
    const { succeeded, failures } = await load.stop()
    expect(failures).toEqual([])
    expect(succeeded).toBeGreaterThan(200)
  })

  test('lose no session and no acknowledged write when one is killed under load', async () => {
    for (const nodeIndex of [0, 1]) {
      const opened: WidgetSession[] = []
      const ended: WidgetSession[] = []
      const load = startLoad(6, async (callIndex) => {
        const session = await openSession(site().url, site().credentials, callerOf(callIndex))
        if (callIndex % 3 > 0) return opened.push(session)
        await expectStatus(204, endSession(site().url, session))
        return ended.push(session)
      })
      await load.waitForSuccesses(60)
      await site().nodes()[nodeIndex]!.kill()
      // Requests in flight may fail; later ones go to the other node.
      await load.waitForSuccesses(60)
      await load.stop()
      const [remainingNode] = site().nodes()
      for (const session of opened) expect(await lookupStatus(remainingNode!.url, session)).toBe(200)
      for (const session of ended) expect(await lookupStatus(remainingNode!.url, session)).toBe(401)
      await site().addNode()
    }
  })

  test('take over the market within 5 s when the node that watches it dies', async () => {
    const sources = await site().onEachNode((url) => metric(url, 'service_market_source'))
    const [watchingNode, otherNode] = sources[0] === 1 ? site().nodes() : site().nodes().toReversed()
    const session = await openSession(otherNode!.url, site().credentials)
    const feed = openFeed(otherNode!.url, session, ['AAPL'])
    const quoteFrameCount = () => feed.frames.filter(({ type }) => type === 'quotes').length
    await expect.poll(quoteFrameCount).toBeGreaterThan(2)
    expect(await metric(otherNode!.url, 'service_market_source')).toBe(0)
    await watchingNode!.kill()
    const killedAt = performance.now()
    await expect.poll(() => metric(otherNode!.url, 'service_market_source'), { interval: 50 }).toBe(1)
    const countBefore = quoteFrameCount()
    await expect.poll(quoteFrameCount, { interval: 50 }).toBeGreaterThan(countBefore)
    expect(performance.now() - killedAt).toBeLessThan(5000)
    feed.close()
  })
})

const skipReason = siteSkipReason('cluster')
describe.skipIf(skipReason)(`a scanning node that dies${skipReason ? ` (${skipReason})` : ''}`, () => {
  test('is replaced by another node, which resumes from the saved parts', { timeout: 240_000 }, async () => {
    const ownSite = await startServiceSite('cluster', { nodes: 1 })
    try {
      const database = new Client({ connectionString: ownSite.variables['DATABASE_URL']! })
      await database.connect()
      try {
        // Deletes all scan results, so that the next node must scan.
        for (const node of ownSite.nodes()) await node.stop()
        for (const table of ['trades', 'batches', 'scan_parts']) await database.query(`DELETE FROM ${table}`)
        const scanner = await startProcess(ownSite.variables)
        const parts = async () =>
          Number((await database.query<{ count: string }>('SELECT count(*) FROM scan_parts')).rows[0]!.count)
        await expect.poll(parts, { timeout: 60_000, interval: 10 }).toBeGreaterThan(1)
        const next = await startProcess(ownSite.variables)
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
      await ownSite.close()
    }
  })
})
