import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Look } from '#contract/bridge/bridge.ts'
import type { Page } from '#app/bridge/bridge.ts'
import type { Stop } from '#app/state/stop.ts'
import { tellHeight } from './report-height.ts'

let widget: HTMLElement
let told: number[]
let stop: Stop

beforeEach(() => {
  widget = document.createElement('div')
  widget.style.blockSize = '480px'
  document.body.append(widget)
  told = []
  stop = tellHeight(
    { page: { look: ({ height }: Look) => told.push(parseFloat(height!)) } as unknown as Page },
    widget,
  )
})
afterEach(() => {
  stop()
  widget.remove()
  vi.useRealTimers()
})
const become = (height: string) => {
  widget.style.blockSize = height
  // The observer speaks before the next frame is painted.
  return new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))
}

test('what grows is told at once, in whole pixels, and each height once', async () => {
  await become('480px')
  await become('900.2px')
  await become('900.4px')
  expect(told).toEqual([480, 901])
})

test('what shrinks is told when it has lasted', async () => {
  await become('900px')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await become('500px')
  expect(told.at(-1)).toBe(900)
  vi.advanceTimersByTime(600)
  expect(told.at(-1)).toBe(500)
})

test('a panel that is low for a moment moves nothing', async () => {
  await become('900px')
  const before = [...told]
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await become('500px')
  await become('900px')
  vi.advanceTimersByTime(10_000)
  expect(told).toEqual(before)
})

test('stopped, it says nothing more', async () => {
  await become('480px')
  const before = told.length
  stop()
  await become('1000px')
  expect(told).toHaveLength(before)
})
