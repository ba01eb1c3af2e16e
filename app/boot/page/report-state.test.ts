import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Page } from '#app/bridge/bridge.ts'
import { makeState } from '#app/state/app-state.ts'
import { setFilters } from '#app/state/choices/list-choice.ts'
import { readState } from '#app/state/shared-view/shared-view.ts'
import type { Stop } from '#app/state/stop.ts'
import { setPosition } from '#app/state/choices/trade-choice.ts'
import { selectSymbol, setAppearance, setTab } from '#app/state/view.ts'
import { reportState } from './report-state.ts'

const app = { state: makeState() }
let stop: Stop
let sent: unknown[]
const sentViews = () => sent.map(readState)

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  app.state = makeState()
  selectSymbol(app.state, 'AAPL', { origin: 'scan' })
  const emit = (name: string, payload: unknown) => void (name === 'STATE_CHANGED' && sent.push(payload))
  stop = reportState({ ...app, page: { emit } as unknown as Page })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

test('reports the state at once, so that getState has it', () => {
  expect(sentViews()).toMatchObject([{ symbol: 'AAPL', tab: 'what' }])
})

test('reports a user who types at most once a second, and the last text in the end', () => {
  for (let count = 1; count <= 50; count += 1) {
    setFilters(app.state, { text: 'x'.repeat(count % 40) })
    vi.advanceTimersByTime(100)
  }
  vi.advanceTimersByTime(1_000)
  expect(sent.length).toBeLessThanOrEqual(7)
  expect(sentViews().at(-1)?.filters.text).toBe('x'.repeat(10))
})

test('does not report what belongs to the user, or a change that was undone', () => {
  setPosition(app.state, 'AAPL', { stockQuantity: 4711, costBasis: 180.5 })
  setAppearance(app.state, { density: 'compact', locale: 'fr' })
  setTab(app.state, 'how')
  setTab(app.state, 'what')
  vi.advanceTimersByTime(5_000)
  expect(sent).toHaveLength(1)
})

test('reports nothing after it has been stopped', () => {
  setTab(app.state, 'how')
  stop()
  setTab(app.state, 'why')
  vi.advanceTimersByTime(5_000)
  expect(sent).toHaveLength(1)
})
