import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSessionWaits } from './session-waits.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a request continues as soon as its session is open, without a timer', async () => {
  const waits = createSessionWaits()
  let session: string | undefined
  const found = waits.untilOpen('token', async () => session)
  session = 'session'
  waits.openingEnded('token')
  await expect(found).resolves.toBe('session')
  expect(vi.getTimerCount()).toBe(0)
})

test('a refused opening refuses the waiting requests at once', async () => {
  const waits = createSessionWaits()
  const lookUp = vi.fn(async () => undefined)
  const found = waits.untilOpen('token', lookUp)
  waits.openingEnded('token')
  await expect(found).resolves.toBeUndefined()
  expect(lookUp).toHaveBeenCalledTimes(1)
})

test('a request after a refused opening is refused without a wait', async () => {
  const waits = createSessionWaits()
  waits.openingEnded('token')
  const lookUp = vi.fn(async () => 'session')
  await expect(waits.untilOpen('token', lookUp)).resolves.toBeUndefined()
  expect(lookUp).not.toHaveBeenCalled()
})

test('the end of another opening does not end a wait', async () => {
  const waits = createSessionWaits()
  const lookUp = vi.fn(async () => undefined)
  void waits.untilOpen('token', lookUp)
  waits.openingEnded('other token')
  await vi.advanceTimersByTimeAsync(0)
  expect(lookUp).not.toHaveBeenCalled()
})

test('a session that another node opens is found by look-ups', async () => {
  const waits = createSessionWaits()
  let session: string | undefined
  const found = waits.untilOpen('token', async () => session)
  await vi.advanceTimersByTimeAsync(100)
  session = 'session'
  await vi.advanceTimersByTimeAsync(60)
  await expect(found).resolves.toBe('session')
})

test('a request without a session is refused after one second', async () => {
  const waits = createSessionWaits()
  const settled = vi.fn()
  void waits.untilOpen('token', async () => undefined).then(settled)
  await vi.advanceTimersByTimeAsync(999)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(settled).toHaveBeenCalledWith(undefined)
})

test('at most a thousand requests wait; each end makes room for another', async () => {
  const waits = createSessionWaits()
  const lookUp = vi.fn(async () => 'session')
  for (let request = 0; request < 1000; request += 1) void waits.untilOpen('token', lookUp)
  await expect(waits.untilOpen('token', lookUp)).resolves.toBeUndefined()
  expect(lookUp).not.toHaveBeenCalled()
  waits.openingEnded('token')
  await vi.advanceTimersByTimeAsync(0)
  const found = waits.untilOpen('other token', lookUp)
  waits.openingEnded('other token')
  await expect(found).resolves.toBe('session')
})

test('a failed look-up rejects and stops waiting', async () => {
  const waits = createSessionWaits()
  const found = waits.untilOpen('token', async () => {
    throw new Error('The store is down.')
  })
  waits.openingEnded('token')
  await expect(found).rejects.toThrow('The store is down.')
  expect(vi.getTimerCount()).toBe(0)
})
