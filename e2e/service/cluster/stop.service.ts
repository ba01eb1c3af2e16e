/**
 * A node is stopped while its database or Redis is silent, with a request pending: it shuts down cleanly.
 */
import { afterEach, describe, expect, test } from 'vitest'
import { wireTo } from '#service/store/postgres/cuttable-wire.fixture.ts'
import { openSession } from '../kit/calls.ts'
import { siteMissing, startServiceSite } from '../kit/site.ts'

const missing = siteMissing('cluster')
const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

describe.skipIf(missing)(`a node that is stopped${missing ? ` (${missing})` : ''}`, () => {
  test('exits with 0 while PostgreSQL and Redis do not respond', { timeout: 180_000 }, async () => {
    const site = await startServiceSite('cluster', { nodes: 1 })
    ends.push(() => site.close())
    const wires = {
      DATABASE_URL: await wireTo(String(site.variables['DATABASE_URL'])),
      REDIS_URL: await wireTo(String(site.variables['REDIS_URL'])),
    }
    for (const wire of Object.values(wires)) ends.push(() => wire.close())
    const node = await site.addNode({ DATABASE_URL: wires.DATABASE_URL.url, REDIS_URL: wires.REDIS_URL.url })
    for (const wire of Object.values(wires)) wire.silence()
    const waiting = Promise.allSettled([
      openSession(node.url, site.credentials),
      openSession(node.url, site.credentials),
    ])
    // Its database query has been sent when a later request has been refused.
    expect((await fetch(`${node.url}/readyz`)).status).toBe(503)
    expect(await node.stop(), node.errors()).toBe(0)
    expect(node.log().map(({ event }) => event)).toContain('stopped')
    await waiting
  })
})
