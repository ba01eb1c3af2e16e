import { expect, test } from 'vitest'
import { cachedCalls } from './cached-calls.ts'
import type { CurrentPriority } from './rate-budget.ts'

function setUp(ttlMs: number | ((value: string | undefined) => number) = 1000) {
  let nowMs = 0
  let result: () => Promise<string | undefined> = async () => 'first'
  const requested: string[] = []
  const call = cachedCalls({
    max: 10,
    ttlMs,
    maxStaleMs: 5000,
    elapsed: () => nowMs,
    load: (key) => {
      requested.push(key)
      return result()
    },
  })
  return {
    call,
    requested,
    at: (ms: number) => (nowMs = ms),
    respond: (next: typeof result) => (result = next),
  }
}

test('concurrent calls for a key share one request, other keys have their own', async () => {
  const { call, requested } = setUp()
  expect(await Promise.all([call('A'), call('A'), call('B')])).toEqual(['first', 'first', 'first'])
  expect(requested).toEqual(['A', 'B'])
})

test('a value is requested again after its lifetime, and `undefined` is a value', async () => {
  const { call, requested, at, respond } = setUp()
  respond(async () => undefined)
  await call('A')
  at(999)
  await call('A')
  expect(requested).toEqual(['A'])
  at(1000)
  respond(async () => 'second')
  expect(await call('A')).toBe('second')
})

test('a lifetime may depend on the value', async () => {
  const { call, requested, at, respond } = setUp((value) => (value === 'complete' ? 2000 : 100))
  await call('A')
  at(100)
  respond(async () => 'complete')
  expect(await call('A')).toBe('complete')
  at(2099)
  await call('A')
  expect(requested).toEqual(['A', 'A'])
  at(2100)
  await call('A')
  expect(requested).toEqual(['A', 'A', 'A'])
})

test('after a failure the last good value is returned until it is too old', async () => {
  const { call, at, respond } = setUp()
  await call('A')
  respond(() => Promise.reject(new Error('down')))
  at(4999)
  expect(await call('A')).toBe('first')
  await expect(call('B')).rejects.toThrow('down')
  at(5001)
  await expect(call('A')).rejects.toThrow('down')
  respond(async () => 'back')
  expect(await call('A')).toBe('back')
})

test('a load for the scan becomes one for a user if a user requests the key meanwhile', async () => {
  const priorities: CurrentPriority[] = []
  let respond: (value: string) => void = () => {}
  const call = cachedCalls({
    max: 10,
    ttlMs: 1000,
    maxStaleMs: 1000,
    load: (_, priority) => {
      priorities.push(priority)
      return new Promise<string>((resolve) => (respond = resolve))
    },
  })
  const current = () => priorities.map((priority) => priority())
  const calls = [call('A', 'scan'), call('A', 'scan')]
  expect(current()).toEqual(['scan'])
  calls.push(call('A'), call('A', 'scan'))
  expect(current()).toEqual(['user'])
  respond('value')
  expect(await Promise.all(calls)).toEqual(['value', 'value', 'value', 'value'])
  void call('B')
  expect(current()).toEqual(['user', 'user'])
})
