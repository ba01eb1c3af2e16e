/** Nodes share work: they count limits together, watch one market and scan once. */
import { expect, test } from 'vitest'
import { issueSubscriptionKey } from '../kit/account.ts'
import { lookUp, metric, metricSum, openFeed, openSession, lookupStatus } from '../kit/calls.ts'
import type { OpenFeed } from '../kit/calls.ts'
import { describeSite } from '../kit/describe-site.ts'

const ideas = '/api/v1/platform/what/tradeideas'
const readiness = async (url: string) =>
  (await (await fetch(`${url}/readyz`)).json()) as { cluster?: string; limits?: string }
const quotesOf = (feed: OpenFeed) =>
  feed.frames.filter(({ type }) => type === 'quotes').flatMap(({ quotes }) => quotes as { time: string }[])

describeSite('cluster', (site) => {
  test('report their connections to Postgres, the latency of Redis and the sessions of all nodes', async () => {
    const onEachNode = (name: string) => site().onEachNode((url) => metric(url, name))
    await expect
      .poll(async () => (await onEachNode('service_redis_latency_seconds')).filter((value) => value! > 0))
      .toHaveLength(2)
    const connections = await Promise.all(
      ['service_store_connections_in_use', 'service_store_connections_idle'].map(onEachNode),
    )
    for (const node of [0, 1]) expect(connections[0]![node]! + connections[1]![node]!).toBeGreaterThan(0)
    expect(await onEachNode('service_store_calls_waiting')).toEqual([0, 0])
    const [first, second] = await onEachNode('service_sessions_open')
    expect(first).toBeGreaterThanOrEqual(0)
    expect(second).toBe(first)
  })

  test('share the rate limit of a key', async () => {
    const { onEachNode } = site()
    const issued = await issueSubscriptionKey(site(), '--rate', '10')
    const statuses: number[] = []
    for (let round = 0; round < 8; round++)
      statuses.push(...(await onEachNode((url) => lookupStatus(url, { key: issued.subscriptionKey }))))
    // The limit may refill slightly during the requests.
    const acceptedCount = statuses.filter((status) => status === 200).length
    expect(acceptedCount).toBeGreaterThanOrEqual(10)
    expect(acceptedCount).toBeLessThanOrEqual(12)
    expect(statuses.filter((status) => status === 429)).toHaveLength(16 - acceptedCount)
    expect(await onEachNode((url) => metric(url, 'service_limits_shared'))).toEqual([1, 1])
    expect(await onEachNode(readiness)).toEqual([
      expect.objectContaining({ cluster: 'joined', limits: 'shared' }),
      expect.objectContaining({ cluster: 'joined', limits: 'shared' }),
    ])
  })

  test('share one market connection for the clients of both nodes', async () => {
    const { url: proxyUrl, urls, credentials } = site()
    await expect.poll(() => metricSum(urls(), 'service_market_source')).toBe(1)
    const session = await openSession(proxyUrl, credentials)
    const feeds = urls().map((url) => openFeed(url, session, ['AAPL']))
    for (const feed of feeds) await expect.poll(() => quotesOf(feed).length).toBeGreaterThan(3)
    // Both nodes send quotes with the same times, because they come from one source.
    const quoteTimes = feeds.map((feed) => new Set(quotesOf(feed).map(({ time }) => time)))
    expect([...quoteTimes[0]!].filter((time) => quoteTimes[1]!.has(time)).length).toBeGreaterThan(0)
    for (const feed of feeds) feed.close()
  })

  test('serve the same batch, and run a requested scan once', async () => {
    const { admin, nodes, onEachNode, credentials } = site()
    const askIdeas = (url: string) => lookUp(url, ideas, { key: credentials.subscriptionKey })
    const scansOf = () =>
      nodes().flatMap(({ log }) =>
        log().filter(({ event, line }) => event === 'scan-progressed' && /: \d+ symbols$/.test(String(line))),
      )
    // Both nodes started on an empty store, or on one with a completed scan: one of them has scanned.
    expect(scansOf()).toHaveLength(1)
    const ideasBefore = await onEachNode(async (url) => (await askIdeas(url)).text())
    expect(ideasBefore[0]).toBe(ideasBefore[1])
    const servedIdeas = () =>
      onEachNode(async (url) => (await askIdeas(url)).json() as Promise<{ dateOfScan: string }>)
    const batch = await admin<{ dateOfScan: string }>('scan', 'run')
    const ideasAfter = await servedIdeas()
    expect(ideasAfter.map(({ dateOfScan }) => dateOfScan)).toEqual([batch.dateOfScan, batch.dateOfScan])
    await admin('batch', 'rollback')
    expect(await servedIdeas()).toEqual(ideasBefore.map((text) => JSON.parse(text) as unknown))
  })
})
