/** Leader election: one process holds the lease, and another one takes over. */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createLeases } from './leases.ts'
import { elapsed, freshPrefix, openLink, redisMissing, redisUrl, proxyToRedis } from './redis.fixture.ts'

/** Holders that began before the previous one had stopped. */
const overlappingHolders: string[] = []

async function candidate(holder: string, url: string, prefix: string, holders: string[]) {
  const { redis } = await openLink(url)
  const leases = createLeases({ redis, prefix, holder, elapsed })
  const fencingTokens: number[] = []
  const compete = () => {
    const stop = leases.compete('work', (term) => {
      fencingTokens.push(term)
      if (holders.length > 0) overlappingHolders.push(holder)
      holders.push(holder)
      return () => void holders.splice(holders.indexOf(holder), 1)
    })
    onTestFinished(stop)
    return stop
  }
  return { leases, terms: fencingTokens, stand: compete }
}

describe.skipIf(redisMissing)(`leases over Redis${redisMissing}`, () => {
  test('one process holds the lease; after a release the next one starts immediately, with a greater fencing token', async () => {
    const [prefix, holders] = [freshPrefix(), [] as string[]]
    const first = await candidate('one', redisUrl, prefix, holders)
    const second = await candidate('two', redisUrl, prefix, holders)
    const stop = first.stand()
    await vi.waitFor(() => expect(holders).toEqual(['one']))
    second.stand()
    await stop()
    await vi.waitFor(() => expect(holders).toEqual(['two']))
    expect(second.terms[0]).toBeGreaterThan(first.terms[0]!)
  })

  test('a holder that is cut off stops before another begins', async () => {
    const [prefix, holders] = [freshPrefix(), [] as string[]]
    const wire = await proxyToRedis()
    const first = await candidate('one', wire.url, prefix, holders)
    const second = await candidate('two', redisUrl, prefix, holders)
    first.stand()
    await vi.waitFor(() => expect(holders).toEqual(['one']))
    second.stand()
    wire.silence()
    await vi.waitFor(() => expect(holders).toEqual(['two']), { timeout: 5000 })
    expect(overlappingHolders).toEqual([])
  })

  test('fencing tokens keep growing after Redis has lost its data', async () => {
    const [prefix, holders] = [freshPrefix(), [] as string[]]
    const { redis } = await openLink(redisUrl)
    const forget = (...names: string[]) => redis()!.del(names.map((name) => `${prefix}lease:${name}`))
    const first = await candidate('one', redisUrl, prefix, holders)
    const second = await candidate('two', redisUrl, prefix, holders)
    const stop = first.stand()
    await vi.waitFor(() => expect(first.terms).toHaveLength(1))
    // Redis has lost only the fencing token: the holder continues with a new one.
    await forget('work:term')
    await vi.waitFor(() => expect(first.terms).toHaveLength(2), { timeout: 3000 })
    expect(first.terms[1]).toBeGreaterThan(first.terms[0]!)
    await stop()
    await forget('work', 'work:term')
    second.stand()
    await vi.waitFor(() => expect(holders).toEqual(['two']))
    expect(second.terms[0]).toBeGreaterThan(first.terms[1]!)
  })

  test('a lease from `take` is exclusive until its release', async () => {
    const prefix = freshPrefix()
    const first = await candidate('one', redisUrl, prefix, [])
    const second = await candidate('two', redisUrl, prefix, [])
    const holders = await first.leases.take('scan')
    if (holders === null || holders === 'unknown') throw new Error('not taken')
    expect(await second.leases.take('scan')).toBeNull()
    await holders.release()
    const nextLease = await second.leases.take('scan')
    expect(nextLease).toMatchObject({ release: expect.any(Function) as unknown })
    if (nextLease !== null && nextLease !== 'unknown') await nextLease.release()
  })
})

test('without Redis the holder is unknown', async () => {
  const { leases } = await candidate('alone', 'redis://127.0.0.1:1', freshPrefix(), [])
  expect(await leases.take('scan')).toBe('unknown')
})
