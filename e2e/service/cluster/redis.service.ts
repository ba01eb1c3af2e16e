/** The Redis that two nodes share fails or hangs, and recovers, under load. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { issueSubscriptionKey } from '../kit/account.ts'
import {
  callerOf,
  lookUp,
  metric,
  metricSum,
  openFeed,
  openSession,
  lookupStatus,
  tonePath,
} from '../kit/calls.ts'
import type { WidgetSession } from '../kit/calls.ts'
import { describeSite } from '../kit/describe-site.ts'
import { expectStatus, startLoad } from '../kit/load.ts'
import type { Load } from '../kit/load.ts'
import type { LogLine } from '../kit/process.ts'

describeSite('cluster', (site) => {
  const onEachNode = (name: string) => site().onEachNode((url) => metric(url, name))
  const issue = (...flags: string[]) => issueSubscriptionKey(site(), ...flags)

  let session: WidgetSession
  let load: Load
  /** Sends requests, in the background of each test, that use Redis if it is available. */
  beforeEach(async () => {
    session = await openSession(site().url, site().credentials)
    const { subscriptionKey: key } = await issue('--rate', '1000000')
    load = startLoad(4, (callIndex) =>
      callIndex % 5 === 0
        ? openSession(site().url, site().credentials, callerOf(callIndex))
        : expectStatus(200, lookUp(site().url, tonePath, { key })),
    )
    await load.waitForSuccesses(50)
  })
  afterEach(() => load.stop())

  /** Expects limits per node, and nodes that are not joined. */
  const expectSeparateNodes = async () => {
    await expect.poll(() => onEachNode('service_limits_shared')).toEqual([0, 0])
    await expect.poll(() => onEachNode('service_cluster_joined')).toEqual([0, 0])
  }
  /** Expects shared limits, joined nodes, one market source, and no failed request of the load. */
  const expectJoinedNodes = async () => {
    await expect.poll(() => onEachNode('service_limits_shared'), { timeout: 30_000 }).toEqual([1, 1])
    await expect.poll(() => onEachNode('service_cluster_joined'), { timeout: 30_000 }).toEqual([1, 1])
    await expect.poll(() => metricSum(site().urls(), 'service_market_source')).toBe(1)
    await load.waitForSuccesses(50)
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
      expect(await site().onEachNode((url) => lookupStatus(url, { key: revoked.subscriptionKey }))).toEqual([
        200, 200,
      ])
      // Earlier log lines do not count: on a busy machine, Redis may have responded too late before.
      const logLengths = new Map(
        site()
          .nodes()
          .map((node) => [node, node.log().length]),
      )
      await site().redis!.kill()
      await expectSeparateNodes()
      for (const node of site().nodes()) {
        const statuses: number[] = []
        for (let callIndex = 0; callIndex < 8; callIndex++)
          statuses.push(await lookupStatus(node.url, { key: limited.subscriptionKey }))
        const acceptedCount = statuses.filter((status) => status === 200).length
        expect(acceptedCount).toBeGreaterThanOrEqual(5)
        expect(acceptedCount).toBeLessThanOrEqual(6)
        const { status, limits, cluster } = (await (await fetch(`${node.url}/readyz`)).json()) as Record<
          string,
          string
        >
        expect([status, limits, cluster]).toEqual(['ready', 'per-node', 'alone'])
        const isOfLimits = ({ event }: LogLine) => event.startsWith('limits-')
        // The log arrives over a pipe, so it can be later than the state.
        await expect.poll(() => node.log().findLast(isOfLimits)).toMatchObject({ event: 'limits-per-node' })
        expect(node.log().slice(logLengths.get(node)).filter(isOfLimits).length).toBeLessThan(2)
      }
      // Sessions, feeds and quotes keep working.
      const feed = openFeed(site().urls()[1]!, session, ['AAPL'])
      await feed.waitForFrame('quotes')
      feed.close()
      await site().admin('key', 'revoke', revoked.id)
      expect(await site().onEachNode((url) => lookupStatus(url, { key: revoked.subscriptionKey }))).toEqual([
        401, 401,
      ])
      await site().redis!.restart()
      await expectJoinedNodes()
    })
  })

  describe('with a Redis that hangs', () => {
    afterEach(() => site().redis!.resume())

    test('answer without waiting for Redis, refuse ended access when the command returns, and reconnect', async () => {
      const revoked = await issue()
      site().redis!.pause()
      await load.waitForSuccesses(50)
      await expectSeparateNodes()
      const feed = openFeed(site().urls()[1]!, session, ['AAPL'])
      await feed.waitForFrame('quotes')
      feed.close()
      expect(await site().onEachNode((url) => lookupStatus(url, { key: revoked.subscriptionKey }))).toEqual([
        200, 200,
      ])
      await site().admin('key', 'revoke', revoked.id)
      expect(await site().onEachNode((url) => lookupStatus(url, { key: revoked.subscriptionKey }))).toEqual([
        401, 401,
      ])
      site().redis!.resume()
      await expectJoinedNodes()
    })
  })
})
