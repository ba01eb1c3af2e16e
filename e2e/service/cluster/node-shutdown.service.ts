/** A node shuts down cleanly while its database and Redis do not respond and requests are pending. */
import { afterEach, describe, expect, test } from 'vitest'
import { createFaultyProxy } from '#service/store/postgres/faulty-proxy.fixture.ts'
import { openSession } from '../kit/calls.ts'
import { siteSkipReason, startServiceSite } from '../kit/site.ts'

const skipReason = siteSkipReason('cluster')
const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp()
})

describe.skipIf(skipReason)(`a node that is stopped${skipReason ? ` (${skipReason})` : ''}`, () => {
  test('exits with 0 while PostgreSQL and Redis do not respond', { timeout: 180_000 }, async () => {
    const site = await startServiceSite('cluster', { nodes: 1 })
    cleanups.push(() => site.close())
    const proxies = {
      DATABASE_URL: await createFaultyProxy(String(site.variables['DATABASE_URL'])),
      REDIS_URL: await createFaultyProxy(String(site.variables['REDIS_URL'])),
    }
    for (const proxy of Object.values(proxies)) cleanups.push(() => proxy.close())
    const node = await site.addNode({
      DATABASE_URL: proxies.DATABASE_URL.url,
      REDIS_URL: proxies.REDIS_URL.url,
    })
    for (const proxy of Object.values(proxies)) proxy.silence()
    const pendingRequests = Promise.allSettled([
      openSession(node.url, site.credentials),
      openSession(node.url, site.credentials),
    ])
    // When this later request is refused, the pending requests have sent their database queries.
    expect((await fetch(`${node.url}/readyz?strict`)).status).toBe(503)
    expect(await node.stop(), node.errors()).toBe(0)
    expect(node.log().map(({ event }) => event)).toContain('stopped')
    await pendingRequests
  })
})
