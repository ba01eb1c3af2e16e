import { describe, expect, test, vi } from 'vitest'
import { Problem } from '#contract/api/problem.ts'
import { memoryStore } from '#service/store/memory/memory.ts'
import { testMarket } from '#service/testing/test-market.ts'
import { createAnalysisScheduler } from './analysis-scheduler.ts'
import { createLookups } from './lookups.ts'

/** Analyses that the test completes. */
function environment(bounds: Parameters<typeof createAnalysisScheduler>[0]) {
  const queue = createAnalysisScheduler(bounds)
  const begun: string[] = []
  const finish = new Map<string, () => void>()
  const ask = (caller: string, name: string) =>
    queue(caller, async () => {
      begun.push(name)
      await new Promise<void>((resolve) => finish.set(name, resolve))
      return name
    }).catch((error: { code: string; facts: { retryAfterSeconds: number } }) => [
      error.code,
      error.facts.retryAfterSeconds,
    ])
  const done = async (name: string) => {
    await expect.poll(() => finish.has(name)).toBe(true)
    finish.get(name)!()
  }
  return { queue, begun, ask, done }
}

describe('analyses', () => {
  test('run up to the limit at once; the queue is round-robin by caller', async () => {
    const { begun, ask, done } = environment({ atOnce: 2, waiting: 10, waitingOfOne: 10 })
    const all = [
      ask('greedy', 'g1'),
      ask('greedy', 'g2'),
      ask('greedy', 'g3'),
      ask('greedy', 'g4'),
      ask('greedy', 'g5'),
      ask('modest', 'm1'),
      ask('other', 'o1'),
    ]
    expect(begun).toEqual(['g1', 'g2'])
    for (const name of ['g1', 'g3', 'm1', 'o1', 'g4', 'g2', 'g5']) await done(name)
    expect(await Promise.all(all)).toEqual(['g1', 'g2', 'g3', 'g4', 'g5', 'm1', 'o1'])
    expect(begun).toEqual(['g1', 'g2', 'g3', 'm1', 'o1', 'g4', 'g5'])
  })

  test('are refused with Retry-After if too many wait, of one caller or in total', async () => {
    const { ask, done } = environment({ atOnce: 1, waiting: 3, waitingOfOne: 2 })
    const first = ask('greedy', 'g1')
    const waiting = [ask('greedy', 'g2'), ask('greedy', 'g3')]
    expect(await ask('greedy', 'g4')).toEqual(['unavailable', 2])
    const modest = ask('modest', 'm1')
    expect(await ask('other', 'o1')).toEqual(['unavailable', 2])
    for (const name of ['g1', 'g2', 'm1', 'g3']) await done(name)
    expect(await Promise.all([first, ...waiting, modest])).toEqual(['g1', 'g2', 'g3', 'm1'])
    const last = ask('other', 'o2')
    await done('o2')
    expect(await last).toBe('o2')
  })

  test('release their slot after twelve seconds if they hang', async () => {
    vi.useFakeTimers()
    try {
      const queue = createAnalysisScheduler({ atOnce: 1, waiting: 5, waitingOfOne: 5 })
      void queue('one', () => new Promise(() => {}))
      let answer = ''
      void queue('two', async () => (answer = 'there'))
      await vi.advanceTimersByTimeAsync(11_999)
      expect(answer).toBe('')
      await vi.advanceTimersByTimeAsync(2)
      expect(answer).toBe('there')
    } finally {
      vi.useRealTimers()
    }
  })

  test('release their slot if they fail', async () => {
    const { queue, ask, done } = environment({ atOnce: 1, waiting: 1, waitingOfOne: 1 })
    for (let at = 0; at < 3; at++)
      await expect(queue('one', () => Promise.reject(new Error('no market')))).rejects.toThrow('no market')
    const answer = ask('one', 'a')
    await done('a')
    expect(await answer).toBe('a')
  })
})

test('with a full queue cached results are served, even old ones, and other requests are refused', async () => {
  let now = Date.UTC(2026, 10, 20, 15)
  let isBusy = false
  const logged: string[] = []
  const queue = createAnalysisScheduler()
  const lookups = createLookups({
    market: testMarket(() => now),
    batches: memoryStore().batches,
    elapsed: () => now,
    log: (_, event) => void logged.push(event),
    runQueued: (caller, make) =>
      isBusy ? Promise.reject(new Problem('unavailable', {}, { retryAfterSeconds: 2 })) : queue(caller, make),
  })
  const first = await lookups.why('AAPL')
  isBusy = true
  expect(await lookups.why('AAPL', 'one')).toBe(first)
  now += 60_000
  expect(await lookups.why('AAPL', 'one')).toBe(first)
  await expect(lookups.income('AAPL', {}, 'one')).rejects.toMatchObject({ code: 'unavailable' })
  expect(logged).toEqual([])
})
