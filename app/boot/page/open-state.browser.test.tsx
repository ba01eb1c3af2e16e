/* oxlint-disable no-restricted-globals -- keeps the widget's storage over a reload */
/** The option `state`, in the whole app. mocks/shared-state.browser.test.ts opens random states. */
import '#app/ui/base.css'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type AppState, makeState } from '#app/state/app-state.ts'
import { setFilters } from '#app/state/choices/list-choice.ts'
import { readState, type SharedView, writeState } from '#app/state/shared-view/shared-view.ts'
import type { Stop } from '#app/state/stop.ts'
import { initialView, noFilters, selectSymbol, useView } from '#app/state/view.ts'
import { startApp } from '#app/boot/start.tsx'
import { fakeResponse } from '#app/testing/fake-responses.ts'
import { type FakeTransport, makeFakeTransport } from '#app/testing/fake-transport.ts'
import { loadLazyModules } from '#app/testing/lazy-modules.ts'

let state: AppState
let root: HTMLElement
let page: FakeTransport
let stop: Stop
let requests: string[]

async function open(options: object, messages: readonly object[] = []) {
  state = makeState()
  page = makeFakeTransport('https://partner.example')
  stop = await startApp({ root, state, instance: 'instance-1', open: page.open })
  const credentials = { destinationId: 'x', apiKey: 'k', userId: 'user-4711' }
  page.post({ type: 'start', widgetType: 'pro', options: { ...credentials, ...options }, loader: '1' })
  messages.forEach((message) => page.post(message))
}
const payloadsOf = (name: string) =>
  page.sent.flatMap((message) => {
    const event = message as { name?: string; payload?: unknown }
    return event.name === name ? [event.payload] : []
  })
const waitForState = () => expect.poll(() => payloadsOf('STATE_CHANGED').at(-1)).toBeTypeOf('string')
const view = () => useView.of(state).getState()

const shared: SharedView = {
  ...initialView,
  symbol: 'MSFT',
  sentimentOverride: 'Bearish',
  leg: 'call',
  timeframe: 'short',
  tab: 'how',
  range: '1Y',
  filters: { ...noFilters, direction: 'Bearish' },
  sort: { column: 'symbol', descending: false },
}
const text = writeState(shared)

beforeAll(loadLazyModules, 60_000)
beforeEach(() => {
  requests = []
  localStorage.clear()
  sessionStorage.clear()
  root = document.createElement('div')
  root.style.cssText = 'inline-size: 1280px; block-size: 768px'
  document.body.append(root)
  vi.stubGlobal(
    'WebSocket',
    class {
      close() {}
      send() {}
    },
  )
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path)
    return Response.json(fakeResponse(path))
  })
})
afterEach(() => {
  stop()
  root.remove()
  vi.unstubAllGlobals()
})

test('opens what was displayed, before anything else is requested or displayed', async () => {
  const lists = new Set<string>()
  const observer = new MutationObserver(() => {
    const rows = [...root.querySelectorAll<HTMLElement>('[data-idea]')].map((row) => row.dataset['idea'])
    if (rows.length) lists.add(rows.join())
  })
  observer.observe(root, { childList: true, subtree: true })
  await open({ state: text, symbol: 'AAPL', tab: 'what' })
  await waitForState()
  observer.disconnect()
  expect(payloadsOf('STATE_CHANGED')).toEqual([text])
  expect(readState(writeState(view()))).toEqual(readState(text))
  expect(requests.filter((path) => /why|income/.test(path)).every((path) => path.includes('MSFT'))).toBe(true)
  const bearish = [...lists]
  expect(bearish, 'the list never had another order or filter').toHaveLength(1)
  expect(bearish[0]!.split(',')).toEqual(bearish[0]!.split(',').toSorted())
  // The page asked for another symbol.
  await expect.poll(() => payloadsOf('SYMBOL_CHANGED')).toEqual(['MSFT'])
})

test.each([
  ['damaged text', text.replace('MSFT', 'MSFU'), /^BAD_OPTION: state must .* cut off or changed/],
  ['text of another version', text.replace('1_', '9_'), /version 9, this widget reads version 1/],
])('a %s is reported, and the other options apply', async (_, damaged, sentence) => {
  await open({ state: damaged, symbol: 'AAPL', tab: 'how' })
  await waitForState()
  expect(payloadsOf('ERROR')).toMatchObject([
    { code: 'BAD_OPTION', message: expect.stringMatching(sentence) as string },
  ])
  expect(view()).toMatchObject({ symbol: 'AAPL', tab: 'how', filters: noFilters })
})

test('a command that the page sends right after load wins over the symbol of the state', async () => {
  const payload = { symbol: 'KO', sentiment: 'Bullish' }
  await open({ state: text }, [{ type: 'command', name: 'SET_SYMBOL', payload }])
  await waitForState()
  expect(view()).toMatchObject({ symbol: 'KO', sentimentOverride: 'Bullish', leg: 'put', range: '1Y' })
})

test('after a reload of the frame the user has everything back, not the state of the link', async () => {
  await open({ state: text })
  await waitForState()
  selectSymbol(state, 'KO', { origin: 'user' })
  setFilters(state, { direction: 'all', sector: 'Technology' })
  const last = writeState(view())
  const stored = sessionStorage.getItem('instance-1')!
  // A reload does not end the app, which would delete the entry.
  stop()
  sessionStorage.setItem('instance-1', stored)
  await open({ state: text })
  await waitForState()
  expect(writeState(view())).toBe(last)
  stop()
  sessionStorage.setItem('instance-1', stored)
  await open({ state: writeState({ ...shared, symbol: 'IBM' }) })
  await waitForState()
  expect(view().symbol, 'another link wins').toBe('IBM')
})
