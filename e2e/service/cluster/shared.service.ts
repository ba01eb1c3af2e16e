/** What several nodes do once for all: they count limits together, watch one market, scan once a night. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookUp, metric, openFeed, openSession } from '../kit/calls.ts'
import type { OpenFeed } from '../kit/calls.ts'
import { siteMissing, startServiceSite } from '../kit/site.ts'
import type { ServiceSite } from '../kit/site.ts'

const tone = '/api/v1/platform/tone'
const ideas = '/api/v1/platform/what/tradeideas'
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
const limitedKey = async (perMinute: number) => {
  const [partner] = (await site.admin<{ id: string; name: string }[]>('partner', 'list')).filter(
    ({ name }) => name === 'Suite',
  )
  const rate = String(perMinute)
  return (
    await site.admin<{ subscriptionKey: string }>('key', 'issue', partner!.id, 'subscription', '--rate', rate)
  ).subscriptionKey
}
const readiness = async (url: string) =>
  (await (await fetch(`${url}/readyz`)).json()) as { cluster?: string; limits?: string }
const quotesOf = (feed: OpenFeed) =>
  feed.frames.filter(({ type }) => type === 'quotes').flatMap(({ quotes }) => quotes as { time: string }[])

describe.skipIf(missing)(`two nodes${missing ? ` (${missing})` : ''}`, () => {
  test('count the requests of a key together', async () => {
    const key = await limitedKey(10)
    const statuses: number[] = []
    for (let turn = 0; turn < 8; turn++)
      statuses.push(...(await atAll(async (url) => (await lookUp(url, tone, { key })).status)))
    // One or another is given back while they are asked.
    const passed = statuses.filter((status) => status === 200).length
    expect(passed).toBeGreaterThanOrEqual(10)
    expect(passed).toBeLessThanOrEqual(12)
    expect(statuses.filter((status) => status === 429)).toHaveLength(16 - passed)
    expect(await atAll((url) => metric(url, 'service_limits_shared'))).toEqual([1, 1])
    expect(await atAll(readiness)).toEqual([
      expect.objectContaining({ cluster: 'joined', limits: 'shared' }),
      expect.objectContaining({ cluster: 'joined', limits: 'shared' }),
    ])
  })

  test('send quotes of one market connection to the clients of both', async () => {
    await expect.poll(async () => sum(await atAll((url) => metric(url, 'service_market_source')))).toBe(1)
    const session = await openSession(site.url, site.credentials)
    const feeds = urls().map((url) => openFeed(url, session, ['AAPL']))
    for (const feed of feeds) await expect.poll(() => quotesOf(feed).length).toBeGreaterThan(3)
    // Whatever the node heard that watches nothing, the other has seen.
    const seen = feeds.map((feed) => new Set(quotesOf(feed).map(({ time }) => time)))
    expect([...seen[0]!].filter((time) => seen[1]!.has(time)).length).toBeGreaterThan(0)
    for (const feed of feeds) feed.close()
  })

  test('serve one batch, at once: a scan is done once, whoever is asked for it', async () => {
    const scansOf = () =>
      site
        .nodes()
        .flatMap(({ log }) =>
          log().filter(({ event, line }) => event === 'scan' && /: \d+ symbols$/.test(String(line))),
        )
    // Both nodes came up on an empty store, or on one whose night was done: one of them has scanned.
    expect(scansOf()).toHaveLength(1)
    const before = await atAll(async (url) =>
      (await lookUp(url, ideas, { key: site.credentials.subscriptionKey })).text(),
    )
    expect(before[0]).toBe(before[1])
    const served = () =>
      atAll(
        async (url) =>
          (await lookUp(url, ideas, { key: site.credentials.subscriptionKey })).json() as Promise<{
            dateOfScan: string
          }>,
      )
    const batch = await site.admin<{ dateOfScan: string }>('scan', 'run')
    const after = await served()
    expect(after.map(({ dateOfScan }) => dateOfScan)).toEqual([batch.dateOfScan, batch.dateOfScan])
    await site.admin('batch', 'rollback')
    expect(await served()).toEqual(before.map((text) => JSON.parse(text) as unknown))
  })
})
