import { expect, test } from 'vitest'
import { createRefreshBudget } from './refresh-budget.ts'

test('allows thirty concurrent recomputations at low load, then four a second', () => {
  let now = 0
  const refreshBudget = createRefreshBudget(() => now)
  const acquireAll = () => Array.from({ length: 40 }, () => refreshBudget.tryAcquire()).filter(Boolean).length
  expect(acquireAll()).toBe(30)
  now += 1000
  expect(acquireAll()).toBe(4)
  expect(refreshBudget.isHighLoad()).toBe(false)
})

test('allows one recomputation at a time, four a second, from high load until twenty seconds after it', () => {
  let now = 0
  const refreshBudget = createRefreshBudget(() => now)
  const request = (count: number) => {
    for (let index = 0; index < count; index++) refreshBudget.countRequest()
  }
  request(2000)
  expect(refreshBudget.isHighLoad()).toBe(true)
  for (let count = 0; count < 4; count++) {
    const release = refreshBudget.tryAcquire()
    expect(release).toBeDefined()
    expect(refreshBudget.tryAcquire(), 'one is running').toBeUndefined()
    release!()
  }
  expect(refreshBudget.tryAcquire(), 'four have run').toBeUndefined()
  now += 250
  expect(refreshBudget.tryAcquire()).toBeDefined()

  now += 10_000
  expect(refreshBudget.isHighLoad(), 'the last ten seconds count').toBe(true)
  request(10)
  now += 10_000
  expect(refreshBudget.isHighLoad()).toBe(false)
  const acquired = Array.from({ length: 40 }, () => refreshBudget.tryAcquire()).filter(Boolean)
  expect(acquired.length).toBeGreaterThan(4)
})

test('does not report high load for many requests spread over an hour', () => {
  let now = 0
  const refreshBudget = createRefreshBudget(() => now)
  for (let second = 0; second < 3600; second++) {
    now += 1000
    for (let index = 0; index < 50; index++) refreshBudget.countRequest()
    expect(refreshBudget.isHighLoad()).toBe(false)
  }
})
