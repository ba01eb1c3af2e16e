import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Look } from '#contract/bridge/bridge.ts'
import type { Page } from '#app/bridge/bridge.ts'
import type { Stop } from '#app/state/stop.ts'
import { reportHeight } from './report-height.ts'

let widget: HTMLElement
let reported: number[]
let stop: Stop

beforeEach(() => {
  widget = document.createElement('div')
  widget.style.blockSize = '480px'
  document.body.append(widget)
  reported = []
  stop = reportHeight(
    { page: { sendLook: ({ height }: Look) => reported.push(parseFloat(height!)) } as unknown as Page },
    widget,
  )
})
afterEach(() => {
  stop()
  widget.remove()
  vi.useRealTimers()
})
const resizeTo = (height: string) => {
  widget.style.blockSize = height
  // The resize observer runs before the next frame is painted.
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

test('reports growth immediately, in whole pixels, and each height once', async () => {
  await resizeTo('480px')
  await resizeTo('900.2px')
  await resizeTo('900.4px')
  expect(reported).toEqual([480, 901])
})

test('reports a smaller height after a delay', async () => {
  await resizeTo('900px')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await resizeTo('500px')
  expect(reported.at(-1)).toBe(900)
  vi.advanceTimersByTime(600)
  expect(reported.at(-1)).toBe(500)
})

test('does not report a height that is smaller for less than the delay', async () => {
  await resizeTo('900px')
  const before = [...reported]
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await resizeTo('500px')
  await resizeTo('900px')
  vi.advanceTimersByTime(10_000)
  expect(reported).toEqual(before)
})

test('reports nothing after it was stopped', async () => {
  await resizeTo('480px')
  const before = reported.length
  stop()
  await resizeTo('1000px')
  expect(reported).toHaveLength(before)
})
