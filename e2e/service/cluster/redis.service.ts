/** The Redis that two nodes share fails or hangs, and recovers, under load. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lookUp, metric, metricSum, openFeed, openSession, statusBy, tone } from '../kit/calls.ts'
import type { WidgetSession } from '../kit/calls.ts'
import { describeSite } from '../kit/describe-site.ts'
import { demand, startLoad } from '../kit/load.ts'
import type { Load } from '../kit/load.ts'
import type { LogLine } from '../kit/process.ts'

describeSite('cluster', (site) => {
  const atEach = (name: string) => site().atEach((url) => metric(url, name))
  const issue = (...more: string[]) =>
    site().admin<{ id: string; subscriptionKey: string }>(
      'key',
      'issue',
      site().partnerId,
      'subscription',
      ...more,
    )

  let session: WidgetSession
  let load: Load
  /** Sends requests to both nodes that use Redis when it is available. */
  beforeEach(async () => {
    session = await openSession(site().url, site().credentials)
    // Many callers, since a single session or address would reach its limit.
    const { subscriptionKey: key } = await issue('--rate', '1000000')
    const addressOf = (turn: number) => `203.0.${(turn >> 8) & 255}.${turn & 255}`
    load = startLoad(4, (turn) =>
      turn % 5 === 0
        ? openSession(site().url, site().credentials, { userId: `user-${turn}`, address: addressOf(turn) })
        : demand(200, lookUp(site().url, tone, { key })),
    )
    await load.answered(50)
  })
  afterEach(() => load.stop())

  const expectAlone = async () => {
    await expect.poll(() => atEach('service_limits_shared')).toEqual([0, 0])
    await expect.poll(() => atEach('service_cluster_joined')).toEqual([0, 0])
  }
  /** Expects normal operation. */
  const expectTogether = async () => {
    await expect.poll(() => atEach('service_limits_shared'), { timeout: 30_000 }).toEqual([1, 1])
    await expect.poll(() => atEach('service_cluster_joined'), { timeout: 30_000 }).toEqual([1, 1])
    await expect.poll(() => metricSum(site().urls(), 'service_market_source')).toBe(1)
    await load.answered(50)
    expect((await load.stop()).failures).toEqual([])
  }

  describe('without Redis', () => {
    afterEach(() =>
      site()
        .redis!.restart()
        .catch(() => {}),
    )

    test('count limits per node and report that, refuse ended access on the next request, and share limits again when Redis returns', async () => {
      const limited = await issue('--rate', '5')
      const revoked = await issue()
      expect(await site().atEach((url) => statusBy(url, { key: revoked.subscriptionKey }))).toEqual([
        200, 200,
      ])
      // Their earlier responses do not count: a busy machine's Redis may have been late.
      const saidBefore = new Map(
        site()
          .nodes()
          .map((node) => [node, node.log().length]),
      )
      await site().redis!.kill()
      await expectAlone()
      for (const node of site().nodes()) {
        const statuses: number[] = []
        for (let turn = 0; turn < 8; turn++)
          statuses.push(await statusBy(node.url, { key: limited.subscriptionKey }))
        const passed = statuses.filter((status) => status === 200).length
        expect(passed).toBeGreaterThanOrEqual(5)
        expect(passed).toBeLessThanOrEqual(6)
        const { status, limits, cluster } = (await (await fetch(`${node.url}/readyz`)).json()) as Record<
          string,
          string
        >
        expect([status, limits, cluster]).toEqual(['ready', 'per-node', 'alone'])
        const log = node.log()
        const isOfLimits = ({ event }: LogLine) => event.startsWith('limits-')
        expect(log.findLast(isOfLimits)).toMatchObject({ event: 'limits-per-node' })
        expect(log.slice(saidBefore.get(node)).filter(isOfLimits).length).toBeLessThan(2)
      }
      // Sessions, feeds and quotes keep working.
      const feed = openFeed(site().urls()[1]!, session, ['AAPL'])
      await feed.hears('quotes')
      feed.close()
      await site().admin('key', 'revoke', revoked.id)
      expect(await site().atEach((url) => statusBy(url, { key: revoked.subscriptionKey }))).toEqual([
        401, 401,
      ])
      await site().redis!.restart()
      await expectTogether()
    })
  })

  describe('with a Redis that hangs', () => {
    afterEach(() => site().redis!.resume())

    test('answer without waiting for Redis, refuse ended access when the command returns, and reconnect', async () => {
      const revoked = await issue()
      site().redis!.pause()
      await load.answered(50)
      await expectAlone()
      const feed = openFeed(site().urls()[1]!, session, ['AAPL'])
      await feed.hears('quotes')
      feed.close()
      expect(await site().atEach((url) => statusBy(url, { key: revoked.subscriptionKey }))).toEqual([
        200, 200,
      ])
      await site().admin('key', 'revoke', revoked.id)
      expect(await site().atEach((url) => statusBy(url, { key: revoked.subscriptionKey }))).toEqual([
        401, 401,
      ])
      site().redis!.resume()
      await expectTogether()
    })
  })
})
