import { expect, test } from 'vitest'
import { createRefreshBudget } from './refresh-budget.ts'

test('at low load allows thirty concurrent recomputations, then four a second', () => {
  let now = 0
  const renewals = createRefreshBudget(() => now)
  const taken = () => Array.from({ length: 40 }, () => renewals.take()).filter(Boolean).length
  expect(taken()).toBe(30)
  now += 1000
  expect(taken()).toBe(4)
  expect(renewals.areMany()).toBe(false)
})

test('at high load allows one recomputation at a time, four a second, until the load has dropped for a while', () => {
  let now = 0
  const renewals = createRefreshBudget(() => now)
  const ask = (count: number) => {
    for (let at = 0; at < count; at++) renewals.asked()
  }
  ask(2000)
  expect(renewals.areMany()).toBe(true)
  for (let made = 0; made < 4; made++) {
    const done = renewals.take()
    expect(done).toBeDefined()
    expect(renewals.take(), 'another is being made').toBeUndefined()
    done!()
  }
  expect(renewals.take(), 'four were').toBeUndefined()
  now += 250
  expect(renewals.take()).toBeDefined()

  now += 10_000
  expect(renewals.areMany(), 'the last ten seconds count').toBe(true)
  ask(10)
  now += 10_000
  expect(renewals.areMany()).toBe(false)
  const side = Array.from({ length: 40 }, () => renewals.take()).filter(Boolean)
  expect(side.length).toBeGreaterThan(4)
})

test('many requests spread over hours are not high load', () => {
  let now = 0
  const renewals = createRefreshBudget(() => now)
  for (let second = 0; second < 3600; second++) {
    now += 1000
    for (let at = 0; at < 50; at++) renewals.asked()
    expect(renewals.areMany()).toBe(false)
  }
})
