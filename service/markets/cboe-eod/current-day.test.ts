/** Checks of the folder that fail, or end after the market was closed. */
import { expect, test, vi } from 'vitest'
import { createCurrentDay } from './current-day.ts'
import type { DayData } from './day-data.ts'
import type { DayFinder } from './day-finder.ts'

const dayOf = (day: string, close = async () => {}): DayData => ({
  day,
  file: { name: `${day}.csv`, day, size: 1, mtimeMs: 0, fingerprint: day },
  scratchPath: null,
  symbols: [],
  isKnown: () => false,
  read: async () => undefined,
  close,
})
const first = dayOf('2026-08-20')

function setUp(find: DayFinder['find']) {
  const reasons: unknown[] = []
  const log = (_level: string, _event: string, fields?: object) => void reasons.push({ ...fields })
  return { reasons, current: createCurrentDay('/data', { first, finder: { find }, log }) }
}

test('a folder that cannot be read is logged once for each reason', async () => {
  const failures = ['disk error', 'disk error', 'no such folder']
  const { current, reasons } = setUp(() => Promise.reject(new Error(failures.shift() ?? 'none')))
  while (failures.length > 0) {
    expect(await current.check()).toBe(false)
    expect(current.isFailing()).toBe(true)
  }
  expect(reasons).toEqual([
    { folder: '/data', reason: 'disk error' },
    { folder: '/data', reason: 'no such folder' },
  ])
})

test('a day that was opened while the market closed is closed again, and not used', async () => {
  const close = vi.fn(async () => {})
  const data = dayOf('2026-08-21', close)
  const { current } = setUp(async () => ({ data, isSettling: false }))
  const onNewDay = vi.fn()
  const checking = current.check()
  current.onNewDay(onNewDay)
  await current.close()
  await checking
  expect(close).toHaveBeenCalledOnce()
  expect(current.data()).toBe(first)
  expect(onNewDay).not.toHaveBeenCalled()
})
