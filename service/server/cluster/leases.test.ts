/** Leader election: one process holds the lease, and another one takes over. */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createLeases } from './leases.ts'
import { elapsed, freshPrefix, openLink, redisMissing, redisUrl, proxyToRedis } from './redis.fixture.ts'

/** Holders that started before the previous one had stopped. */
const overlappingHolders: string[] = []

async function createCandidate(holder: string, url: string, prefix: string, holders: string[]) {
  const { redis } = await openLink(url)
  const leases = createLeases({ redis, prefix, holder, elapsed })
  const fencingTokens: number[] = []
  const compete = () => {
    const stop = leases.compete('work', (fencingToken) => {
      fencingTokens.push(fencingToken)
      if (holders.length > 0) overlappingHolders.push(holder)
      holders.push(holder)
      return () => void holders.splice(holders.indexOf(holder), 1)
    })
    onTestFinished(stop)
    return stop
  }
  return { leases, fencingTokens, compete }
}

describe.skipIf(redisMissing)(`leases over Redis${redisMissing}`, () => {
  test('after a release the next process gets the lease immediately, with a greater fencing token', async () => {
    const [prefix, holders] = [freshPrefix(), [] as string[]]
    const first = await createCandidate('one', redisUrl, prefix, holders)
    const second = await createCandidate('two', redisUrl, prefix, holders)
    const stop = first.compete()
    await vi.waitFor(() => expect(holders).toEqual(['one']))
    second.compete()
    await stop()
    await vi.waitFor(() => expect(holders).toEqual(['two']))
    expect(second.fencingTokens[0]).toBeGreaterThan(first.fencingTokens[0]!)
  })

  test('a holder that loses its connection stops before another one starts', async () => {
    const [prefix, holders] = [freshPrefix(), [] as string[]]
    const proxy = await proxyToRedis()
    const first = await createCandidate('one', proxy.url, prefix, holders)
    const second = await createCandidate('two', redisUrl, prefix, holders)
    first.compete()
    await vi.waitFor(() => expect(holders).toEqual(['one']))
    second.compete()
    proxy.silence()
    await vi.waitFor(() => expect(holders).toEqual(['two']), { timeout: 5000 })
    expect(overlappingHolders).toEqual([])
  })

  test('fencing tokens keep growing after Redis has lost its data', async () => {
    const [prefix, holders] = [freshPrefix(), [] as string[]]
    const { redis } = await openLink(redisUrl)
    const deleteLeaseKeys = (...names: string[]) =>
      redis()!.del(names.map((name) => `${prefix}lease:${name}`))
    const first = await createCandidate('one', redisUrl, prefix, holders)
    const second = await createCandidate('two', redisUrl, prefix, holders)
    const stop = first.compete()
    await vi.waitFor(() => expect(first.fencingTokens).toHaveLength(1))
    // Redis has lost only the fencing token: the holder continues with a new one.
    await deleteLeaseKeys('work:term')
    await vi.waitFor(() => expect(first.fencingTokens).toHaveLength(2), { timeout: 3000 })
    expect(first.fencingTokens[1]).toBeGreaterThan(first.fencingTokens[0]!)
    await stop()
    await deleteLeaseKeys('work', 'work:term')
    second.compete()
    await vi.waitFor(() => expect(holders).toEqual(['two']))
    expect(second.fencingTokens[0]).toBeGreaterThan(first.fencingTokens[1]!)
  })

  test('a lease from `tryAcquire` is exclusive until its release', async () => {
    const prefix = freshPrefix()
    const first = await createCandidate('one', redisUrl, prefix, [])
    const second = await createCandidate('two', redisUrl, prefix, [])
    const lease = await first.leases.tryAcquire('scan')
    if (lease === null || lease === 'unknown') throw new Error(`expected a lease, got ${String(lease)}`)
    expect(await second.leases.tryAcquire('scan')).toBeNull()
    await lease.release()
    const nextLease = await second.leases.tryAcquire('scan')
    expect(nextLease).toMatchObject({ release: expect.any(Function) as unknown })
    if (nextLease !== null && nextLease !== 'unknown') await nextLease.release()
  })
})

test('without Redis `tryAcquire` returns `unknown`', async () => {
  const { leases } = await createCandidate('alone', 'redis://127.0.0.1:1', freshPrefix(), [])
  expect(await leases.tryAcquire('scan')).toBe('unknown')
})
