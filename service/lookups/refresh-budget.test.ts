import { expect, test } from 'vitest'
import { createRefreshBudget } from './refresh-budget.ts'

test('at low load allows thirty concurrent recomputations, then four a second', () => {
  let now = 0
  const refreshBudget = createRefreshBudget(() => now)
  const taken = () => Array.from({ length: 40 }, () => refreshBudget.take()).filter(Boolean).length
  expect(taken()).toBe(30)
  now += 1000
  expect(taken()).toBe(4)
  expect(refreshBudget.areMany()).toBe(false)
})

test('at high load allows one recomputation at a time, four a second, until the load has dropped for a while', () => {
  let now = 0
  const refreshBudget = createRefreshBudget(() => now)
  const ask = (count: number) => {
    for (let at = 0; at < count; at++) refreshBudget.asked()
  }
  ask(2000)
  expect(refreshBudget.areMany()).toBe(true)
  for (let made = 0; made < 4; made++) {
    const done = refreshBudget.take()
    expect(done).toBeDefined()
    expect(refreshBudget.take(), 'another is being made').toBeUndefined()
    done!()
  }
  expect(refreshBudget.take(), 'four were').toBeUndefined()
  now += 250
  expect(refreshBudget.take()).toBeDefined()

  now += 10_000
  expect(refreshBudget.areMany(), 'the last ten seconds count').toBe(true)
  ask(10)
  now += 10_000
  expect(refreshBudget.areMany()).toBe(false)
  const side = Array.from({ length: 40 }, () => refreshBudget.take()).filter(Boolean)
  expect(side.length).toBeGreaterThan(4)
})

test('many requests spread over hours are not high load', () => {
  let now = 0
  const refreshBudget = createRefreshBudget(() => now)
  for (let second = 0; second < 3600; second++) {
    now += 1000
    for (let at = 0; at < 50; at++) refreshBudget.asked()
    expect(refreshBudget.areMany()).toBe(false)
  }
})
