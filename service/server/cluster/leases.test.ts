/** Leader election: one process holds the lease, and another one takes over. */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createLeases } from './leases.ts'
import { elapsed, freshPrefix, linkTo, redisMissing, redisUrl, wireToRedis } from './redis.fixture.ts'

/** Number of holders that began before the previous one had stopped. */
const together: string[] = []

async function candidate(holder: string, url: string, prefix: string, held: string[]) {
  const { redis } = await linkTo(url)
  const leases = createLeases({ redis, prefix, holder, elapsed })
  const terms: number[] = []
  const stand = () => {
    const stop = leases.stand('work', (term) => {
      terms.push(term)
      if (held.length > 0) together.push(holder)
      held.push(holder)
      return () => void held.splice(held.indexOf(holder), 1)
    })
    onTestFinished(stop)
    return stop
  }
  return { leases, terms, stand }
}

describe.skipIf(redisMissing)(`leases over Redis${redisMissing}`, () => {
  test('one process holds it; after a release the next one starts at once, with a greater fencing token', async () => {
    const [prefix, held] = [freshPrefix(), [] as string[]]
    const one = await candidate('one', redisUrl, prefix, held)
    const two = await candidate('two', redisUrl, prefix, held)
    const stop = one.stand()
    await vi.waitFor(() => expect(held).toEqual(['one']))
    two.stand()
    await stop()
    await vi.waitFor(() => expect(held).toEqual(['two']))
    expect(two.terms[0]).toBeGreaterThan(one.terms[0]!)
  })

  test('a holder that is cut off stops before another begins', async () => {
    const [prefix, held] = [freshPrefix(), [] as string[]]
    const wire = await wireToRedis()
    const one = await candidate('one', wire.url, prefix, held)
    const two = await candidate('two', redisUrl, prefix, held)
    one.stand()
    await vi.waitFor(() => expect(held).toEqual(['one']))
    two.stand()
    wire.silence()
    await vi.waitFor(() => expect(held).toEqual(['two']), { timeout: 5000 })
    expect(together).toEqual([])
  })

  test('fencing tokens keep growing after Redis has lost its data', async () => {
    const [prefix, held] = [freshPrefix(), [] as string[]]
    const { redis } = await linkTo(redisUrl)
    const forget = (...names: string[]) => redis()!.del(names.map((name) => `${prefix}lease:${name}`))
    const one = await candidate('one', redisUrl, prefix, held)
    const two = await candidate('two', redisUrl, prefix, held)
    const stop = one.stand()
    await vi.waitFor(() => expect(one.terms).toHaveLength(1))
    // Only the fencing token is gone: the holder continues under a new one.
    await forget('work:term')
    await vi.waitFor(() => expect(one.terms).toHaveLength(2), { timeout: 3000 })
    expect(one.terms[1]).toBeGreaterThan(one.terms[0]!)
    await stop()
    await forget('work', 'work:term')
    two.stand()
    await vi.waitFor(() => expect(held).toEqual(['two']))
    expect(two.terms[0]).toBeGreaterThan(one.terms[1]!)
  })

  test('a lease taken once is exclusive until its release', async () => {
    const prefix = freshPrefix()
    const one = await candidate('one', redisUrl, prefix, [])
    const two = await candidate('two', redisUrl, prefix, [])
    const held = await one.leases.take('scan')
    if (held === null || held === 'unknown') throw new Error('not taken')
    expect(await two.leases.take('scan')).toBeNull()
    await held.release()
    const next = await two.leases.take('scan')
    expect(next).toMatchObject({ release: expect.any(Function) as unknown })
    if (next !== null && next !== 'unknown') await next.release()
  })
})

test('without Redis the holder is unknown', async () => {
  const { leases } = await candidate('alone', 'redis://127.0.0.1:1', freshPrefix(), [])
  expect(await leases.take('scan')).toBe('unknown')
})
