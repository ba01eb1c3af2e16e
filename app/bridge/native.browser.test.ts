/** The bridge in a native app. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  sideFactories,
  listener,
  openWidget,
  prepareFrame,
  restoreFrame,
  startWidget,
  stopWidget,
} from './embedding-side.fixture.ts'
import { findNativeBridge } from './native.ts'

beforeEach(prepareFrame)
afterEach(restoreFrame)

test('adds the options of the URL, and the fields that a loader would send, to `start`', async () => {
  history.replaceState(null, '', '?toplevel=1&type=proStrategies&theme=dark&locale=de')
  const side = sideFactories.iOS()
  await startWidget(side, { type: 'start', options: { authToken: 't', userId: 'u' } })
  expect(listener.start.mock.calls[0]![0]).toEqual({
    type: 'start',
    widgetType: 'proStrategies',
    options: { destinationId: 'root', theme: 'dark', locale: 'de', authToken: 't', userId: 'u' },
    canRenew: false,
    loader: '',
  })
})

test('keeps its id through a reload', async () => {
  window.name = ''
  const beforeReload = sideFactories.iOS()
  await startWidget(beforeReload)
  const instance = window.name
  expect(instance).toMatch(/^[0-9a-f-]{36}$/)
  stopWidget()
  const afterReload = sideFactories.iOS()
  openWidget(afterReload)
  expect(afterReload.sent).toMatchObject([{ id: instance }])
})

test('ignores messages of other windows', async () => {
  const side = sideFactories.iOS()
  await startWidget(side)
  const data = JSON.stringify({ type: 'destroy' })
  for (const sender of [
    { source: window.parent, origin: location.origin },
    { source: window.parent, origin: '' },
    { source: null, origin: 'https://evil.example' },
  ])
    dispatchEvent(new MessageEvent('message', { data, ...sender }))
  expect(listener.destroy).not.toHaveBeenCalled()
  dispatchEvent(new MessageEvent('message', { data, source: window, origin: location.origin }))
  expect(listener.destroy).toHaveBeenCalledOnce()
})

test('prefers the handler `serviceWidget` to React Native’s, and finds no native bridge in a browser', () => {
  expect(findNativeBridge()).toBeUndefined()
  const [ownHandler, reactNative] = [vi.fn(), vi.fn()]
  vi.stubGlobal('ReactNativeWebView', { postMessage: reactNative })
  vi.stubGlobal('webkit', { messageHandlers: { ReactNativeWebView: { postMessage: reactNative } } })
  findNativeBridge()!.post('1')
  vi.stubGlobal('webkit', { messageHandlers: { serviceWidget: { postMessage: ownHandler } } })
  findNativeBridge()!.post('2')
  expect([ownHandler.mock.calls, reactNative.mock.calls]).toEqual([[['2']], [['1']]])
})
