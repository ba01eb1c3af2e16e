import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConfirmations } from './confirmations.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Waits for topics; `isDone` after the promise has resolved. */
function waitFor(topics: readonly string[]) {
  const confirmations = createConfirmations()
  let isDone = false
  void confirmations.wait(topics).then(() => (isDone = true))
  const settle = async (ms = 0) => {
    await vi.advanceTimersByTimeAsync(ms)
    return isDone
  }
  return { confirmations, settle }
}

test('a subscription is confirmed once every topic is, together or one by one', async () => {
  const { confirmations, settle } = waitFor(['A.AAPL', 'A.SPY', 'A.KO'])
  confirmations.receive('subscribed to: A.AAPL')
  confirmations.receive('unsubscribed to: A.SPY')
  expect(await settle()).toBe(false)
  confirmations.receive('subscribed to: A.SPY, A.KO')
  expect(await settle()).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('without a confirmation the wait ends after a second, and with the connection at once', async () => {
  const slow = waitFor(['A.AAPL'])
  expect(await slow.settle(999)).toBe(false)
  expect(await slow.settle(1)).toBe(true)
  const lost = waitFor(['A.AAPL'])
  lost.confirmations.end()
  expect(await lost.settle()).toBe(true)
})
