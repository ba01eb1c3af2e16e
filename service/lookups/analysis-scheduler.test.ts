import { describe, expect, test, vi } from 'vitest'
import { Problem } from '#contract/api/problem.ts'
import { memoryStore } from '#service/store/memory/memory.ts'
import { createEventLoopYield } from '#service/shared/yield-to-event-loop.ts'
import { createMetrics } from '#service/shared/metrics.ts'
import type { SchedulerLimits } from '#service/shared/limits.ts'
import { testMarket } from '#service/testing/test-market.ts'
import { createAnalysisScheduler } from './analysis-scheduler.ts'
import { createLookups } from './lookups.ts'

/** Limits without a share of a caller, except if a test is about it. */
type TestLimits = Omit<SchedulerLimits, 'concurrentPerCaller'> & Partial<SchedulerLimits>
const limitsOf = (limits: TestLimits): SchedulerLimits => ({
  concurrentPerCaller: limits.concurrent,
  ...limits,
})

/** A scheduler, and requests for analyses that the test completes. */
function createTestScheduler(limits: TestLimits, watch?: Parameters<typeof createAnalysisScheduler>[2]) {
  const queue = createAnalysisScheduler(limitsOf(limits), undefined, watch)
  const started: string[] = []
  const finish = new Map<string, () => void>()
  const request = (caller: string, name: string) =>
    queue(caller, async () => {
      started.push(name)
      await new Promise<void>((resolve) => finish.set(name, resolve))
      return name
    }).catch((error: { code: string; facts: { retryAfterSeconds: number } }) => [
      error.code,
      error.facts.retryAfterSeconds,
    ])
  const complete = async (name: string) => {
    await expect.poll(() => finish.has(name)).toBe(true)
    finish.get(name)!()
  }
  return { queue, started, request, complete }
}

describe('analyses', () => {
  test('run concurrently up to the limit, and are queued round-robin by caller', async () => {
    const { started, request, complete } = createTestScheduler({
      concurrent: 2,
      queueLength: 10,
      queueLengthPerCaller: 10,
    })
    const requests = [
      request('greedy', 'g1'),
      request('greedy', 'g2'),
      request('greedy', 'g3'),
      request('greedy', 'g4'),
      request('greedy', 'g5'),
      request('modest', 'm1'),
      request('other', 'o1'),
    ]
    expect(started).toEqual(['g1', 'g2'])
    for (const name of ['g1', 'g3', 'm1', 'o1', 'g4', 'g2', 'g5']) await complete(name)
    expect(await Promise.all(requests)).toEqual(['g1', 'g2', 'g3', 'g4', 'g5', 'm1', 'o1'])
    expect(started).toEqual(['g1', 'g2', 'g3', 'm1', 'o1', 'g4', 'g5'])
  })

  test('of one caller have a share of those that run, so that another caller starts at once', async () => {
    const { started, request, complete } = createTestScheduler({
      concurrent: 3,
      concurrentPerCaller: 2,
      queueLength: 10,
      queueLengthPerCaller: 10,
    })
    const requests = ['g1', 'g2', 'g3', 'g4'].map((name) => request('greedy', name))
    requests.push(request('modest', 'm1'), request('other', 'o1'))
    expect(started).toEqual(['g1', 'g2', 'm1'])
    for (const name of ['m1', 'o1', 'g1', 'g3', 'g2', 'g4']) await complete(name)
    expect(await Promise.all(requests)).toEqual(['g1', 'g2', 'g3', 'g4', 'm1', 'o1'])
    expect(started).toEqual(['g1', 'g2', 'm1', 'o1', 'g3', 'g4'])
  })

  test('of one caller get as many steps in all as a single analysis of another', async () => {
    let now = 0
    const queue = createAnalysisScheduler(
      limitsOf({ concurrent: 8, queueLength: 8, queueLengthPerCaller: 8 }),
      createEventLoopYield({ elapsed: () => now++, sliceMs: 0 }),
    )
    let greedySteps = 0
    function* analyse(count: number, onStep: () => void) {
      for (let step = 0; step < count; step++) {
        onStep()
        yield
      }
    }
    const greedy = Array.from({ length: 7 }, () =>
      queue('greedy', (runSteps) => runSteps(analyse(20, () => greedySteps++))),
    )
    await queue('modest', (runSteps) => runSteps(analyse(20, () => {})))
    expect(greedySteps).toBeLessThan(30)
    await Promise.all(greedy)
    expect(greedySteps).toBe(140)
  })

  test('are refused with Retry-After if one caller has too many', async () => {
    const { request, complete } = createTestScheduler({
      concurrent: 1,
      queueLength: 5,
      queueLengthPerCaller: 2,
    })
    const requests = [request('greedy', 'g1'), request('greedy', 'g2'), request('greedy', 'g3')]
    expect(await request('greedy', 'g4')).toEqual(['unavailable', 2])
    for (const name of ['g1', 'g2', 'g3']) await complete(name)
    expect(await Promise.all(requests)).toEqual(['g1', 'g2', 'g3'])
  })

  test('of the longest queue give way to other callers, the last one first', async () => {
    const { request, complete } = createTestScheduler({
      concurrent: 1,
      queueLength: 4,
      queueLengthPerCaller: 4,
    })
    const greedy = ['g1', 'g2', 'g3', 'g4', 'g5'].map((name) => request('greedy', name))
    const others = [request('modest', 'm1'), request('other', 'o1')]
    expect(await Promise.all(greedy.slice(3))).toEqual([
      ['unavailable', 2],
      ['unavailable', 2],
    ])
    // Each of the others has one queued analysis, and `greedy` two: nothing would be gained.
    expect(await request('modest', 'm2')).toEqual(['unavailable', 2])
    for (const name of ['g1', 'g2', 'm1', 'o1', 'g3']) await complete(name)
    expect(await Promise.all([...greedy.slice(0, 3), ...others])).toEqual(['g1', 'g2', 'g3', 'm1', 'o1'])
    const last = request('other', 'o2')
    await complete('o2')
    expect(await last).toBe('o2')
  })

  test('release their slot after twelve seconds if they do not end', async () => {
    vi.useFakeTimers()
    try {
      const queue = createAnalysisScheduler(
        limitsOf({ concurrent: 1, queueLength: 5, queueLengthPerCaller: 5 }),
      )
      void queue('one', () => new Promise(() => {}))
      let result = ''
      void queue('two', async () => (result = 'there'))
      await vi.advanceTimersByTimeAsync(11_999)
      expect(result).toBe('')
      await vi.advanceTimersByTimeAsync(2)
      expect(result).toBe('there')
    } finally {
      vi.useRealTimers()
    }
  })

  test('release their slot if they fail', async () => {
    const { queue, request, complete } = createTestScheduler({
      concurrent: 1,
      queueLength: 1,
      queueLengthPerCaller: 1,
    })
    for (let attempt = 0; attempt < 3; attempt++)
      await expect(queue('one', () => Promise.reject(new Error('no market')))).rejects.toThrow('no market')
    const result = request('one', 'a')
    await complete('a')
    expect(await result).toBe('a')
  })
})

test('if the queue is full, cached results are served, even old ones, and other requests are refused', async () => {
  let now = Date.UTC(2026, 10, 20, 15)
  let isBusy = false
  const logged: string[] = []
  const queue = createAnalysisScheduler()
  const lookups = createLookups({
    market: testMarket(() => now),
    batches: memoryStore().batches,
    elapsed: () => now,
    log: (_, event) => void logged.push(event),
    runQueued: (caller, analyse) =>
      isBusy
        ? Promise.reject(new Problem('unavailable', {}, { retryAfterSeconds: 2 }))
        : queue(caller, analyse),
  })
  const first = await lookups.why('AAPL')
  isBusy = true
  expect(await lookups.why('AAPL', 'one')).toBe(first)
  now += 60_000
  expect(await lookups.why('AAPL', 'one')).toBe(first)
  await expect(lookups.income('AAPL', {}, 'one')).rejects.toMatchObject({ code: 'unavailable' })
  expect(logged).toEqual([])
})

test('running, queued and refused analyses are counted, and each wait is measured', async () => {
  const metrics = createMetrics()
  let now = 0
  const { request, complete } = createTestScheduler(
    { concurrent: 1, queueLength: 3, queueLengthPerCaller: 3 },
    { metrics, elapsed: () => now },
  )
  const lines = () =>
    metrics
      .text()
      .split('\n')
      .filter((line) =>
        /^service_(analyses_|analysis_(refusals_total\{|wait_seconds_(sum|count)|.*="2.5"))/.test(line),
      )
  expect(lines()).toEqual(['service_analyses_running 0', 'service_analyses_waiting 0'])
  const requests = ['g1', 'g2', 'g3', 'g4'].map((name) => request('greedy', name))
  await request('greedy', 'g5')
  const displacing = request('modest', 'm1')
  expect(await requests[3]).toEqual(['unavailable', 2])
  const second = request('modest', 'm2')
  await expect(second).resolves.toEqual(['unavailable', 2])
  expect(lines()).toEqual([
    'service_analyses_running 1',
    'service_analyses_waiting 3',
    'service_analysis_wait_seconds_bucket{le="2.5"} 1',
    'service_analysis_wait_seconds_sum 0',
    'service_analysis_wait_seconds_count 1',
    'service_analysis_refusals_total{cause="caller-full"} 1',
    'service_analysis_refusals_total{cause="displaced"} 1',
    'service_analysis_refusals_total{cause="queue-full"} 1',
  ])
  now = 2000
  for (const name of ['g1', 'g2', 'm1', 'g3']) await complete(name)
  await Promise.all([...requests, displacing])
  expect(lines().slice(0, 5)).toEqual([
    'service_analyses_running 0',
    'service_analyses_waiting 0',
    'service_analysis_wait_seconds_bucket{le="2.5"} 4',
    'service_analysis_wait_seconds_sum 6',
    'service_analysis_wait_seconds_count 4',
  ])
})
