import { beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '#contract/api/problem.ts'
import { silentLog } from '#service/shared/log.ts'
import { createLookupCache } from './lookup-cache.ts'
import type { LookupCache } from './lookup-cache.ts'
import { createRefreshBudget } from './refresh-budget.ts'

let now: number
let logged: string[]
let cache: LookupCache
beforeEach(() => {
  now = 1000
  logged = []
  cache = createLookupCache(
    3,
    () => now,
    (level, event) => void logged.push(`${level} ${event}`),
  )
})

/** A computation that the test completes. */
function createDeferred<T>() {
  let resolve!: (value: T) => void
  let reject!: (error: unknown) => void
  const promise = new Promise<T>((done, failed) => {
    resolve = done
    reject = failed
  })
  return { promise, resolve, reject }
}

test('computes once for concurrent requests, and again after expiry', async () => {
  const { promise, resolve } = createDeferred<string>()
  const compute = vi.fn(() => promise)
  const results = [cache('a', 100, compute), cache('a', 100, compute), cache('a', 100, compute)]
  resolve('first')
  expect(await Promise.all(results.map(async (result) => result))).toEqual(['first', 'first', 'first'])
  now += 99
  expect(await cache('a', 100, async () => 'second')).toBe('first')
  now += 2
  expect(await cache('a', 100, async () => 'second')).toBe('second')
  expect(compute).toHaveBeenCalledOnce()
})

test('measures the age from the end of the computation, not from the request', async () => {
  const { promise, resolve } = createDeferred<string>()
  const result = cache('a', 100, () => promise)
  now += 500
  resolve('slow')
  await result
  now += 99
  expect(await cache('a', 100, async () => 'again')).toBe('slow')
})

test('caches undefined', async () => {
  const compute = vi.fn(async () => undefined)
  expect([await cache('a', 100, compute), await cache('a', 100, compute)]).toEqual([undefined, undefined])
  expect(compute).toHaveBeenCalledOnce()
})

test('serves the last good result for one more lifetime if a recomputation fails', async () => {
  await cache('a', 100, async () => 'good')
  now += 101
  const failingCompute = vi.fn(async () => {
    throw new Error('the source is down')
  })
  expect(await Promise.all([cache('a', 100, failingCompute), cache('a', 100, failingCompute)])).toEqual([
    'good',
    'good',
  ])
  expect(await cache('a', 100, failingCompute)).toBe('good')
  expect(failingCompute, 'a source that is down is called once').toHaveBeenCalledOnce()
  expect(logged).toEqual(['warn lookup-stale'])
  now += 101
  expect(await cache('a', 100, async () => 'better')).toBe('better')
})

test('fails all concurrent requests if there is no earlier result, and then computes again', async () => {
  const { promise, reject } = createDeferred<string>()
  const outcomes = Promise.allSettled([cache('a', 100, () => promise), cache('a', 100, () => promise)])
  reject(new Error('the source is down'))
  for (const outcome of await outcomes)
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason: { code: 'unavailable', facts: { retryAfterSeconds: 5 } },
    })
  expect(logged).toEqual(['error lookup-failed'])
  expect(await cache('a', 100, async () => 'there')).toBe('there')
})

test('throws a Problem of the computation unchanged', async () => {
  const problem = new Problem('symbol-unknown')
  await expect(cache('a', 100, () => Promise.reject(problem))).rejects.toBe(problem)
  expect(logged).toEqual([])
})

test('evicts the least recently used result beyond the maximum', async () => {
  const read = (key: string) => cache(key, 100, async () => `${key} of ${now}`)
  for (const key of ['a', 'b', 'c', 'a', 'd']) await read(key)
  now += 1
  expect(await Promise.all(['a', 'c', 'd'].map(async (key) => read(key)))).toEqual([
    'a of 1000',
    'c of 1000',
    'd of 1000',
  ])
  expect(await read('b')).toBe('b of 1001')
})

test('delivers a pending result even after its eviction', async () => {
  const { promise, resolve } = createDeferred<string>()
  const result = cache('slow', 100, () => promise)
  for (const key of ['a', 'b', 'c', 'd']) await cache(key, 100, async () => key)
  resolve('at last')
  expect(await result).toBe('at last')
  expect(await cache('d', 100, async () => 'another'), 'and evicts no other result').toBe('d')
})

test('recomputes an old result once for concurrent requests, and charges the budget once', async () => {
  let now = 1000
  const tryAcquire = vi.fn(() => () => {})
  let isHighLoad = false
  const refreshBudget = {
    countRequest: () => {},
    isHighLoad: () => isHighLoad,
    tryAcquire,
    maxOverdueMs: 120_000,
  }
  const cache = createLookupCache(3, () => now, silentLog, refreshBudget)
  await cache('a', 100, async () => 'old')
  now += 101
  const compute = vi.fn(async () => 'new')
  const results = [1, 2, 3].map(() => cache('a', 100, compute))
  expect(await Promise.all(results.map(async (result) => result))).toEqual(['new', 'new', 'new'])
  expect(compute).toHaveBeenCalledOnce()
  expect(tryAcquire).toHaveBeenCalledOnce()
  now += 101
  isHighLoad = true
  const { promise, resolve } = createDeferred<string>()
  expect(await cache('a', 100, () => promise), 'under high load no request waits').toBe('new')
  expect(await cache('a', 100, compute)).toBe('new')
  resolve('newer')
  await expect.poll(() => cache('a', 100, compute)).toBe('newer')
  now += 101
  expect(await cache('a', 100, () => Promise.reject(new Error('the source is down')))).toBe('newer')
})

test('recomputes only some of many old results, and serves none beyond its maximum age', async () => {
  let now = 1000
  const refreshBudget = createRefreshBudget(() => now)
  const cache = createLookupCache(500, () => now, silentLog, refreshBudget)
  const compute = vi.fn(async () => now)
  const requestAll = async () => {
    const results: number[] = []
    for (let index = 0; index < 100; index++) results.push(await cache(`symbol ${index}`, 3000, compute))
    return results
  }
  await requestAll()
  expect(compute, 'a key without a cached result is always computed').toHaveBeenCalledTimes(100)
  now += 4000
  const mixed = await requestAll()
  expect(mixed.filter((computedAt) => computedAt === now)).toHaveLength(30)
  now += 1000
  await requestAll()
  expect(compute, 'a few each second').toHaveBeenCalledTimes(100 + 30 + 4)
  now += 200_000
  expect(await requestAll(), 'results beyond the maximum age are always recomputed').toEqual(
    Array(100).fill(now),
  )
})
