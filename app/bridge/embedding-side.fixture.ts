/** The other ends of a transport, and a widget that is started over one. For tests in a browser. */
import { expect, vi } from 'vitest'
import { bridgeNamespace, type ToFrame } from '#contract/bridge/bridge.ts'
import type { Stop } from '#app/state/stop.ts'
import { makeFakeTransport } from '#app/testing/fake-transport.ts'
import { type Listener, openBridge, type OpenTransport, type Page, transportOf } from './bridge.ts'
import { openHandshake } from './handshake.ts'
import { findNativeBridge, openNative } from './native.ts'

const id = '0123456789abcdef0123456789abcdef'
const embedderOrigin = location.ancestorOrigins?.[0] ?? location.origin

/** The page or native code at the other end of a transport. */
export type EmbeddingSide = {
  open: OpenTransport
  /** Messages that the widget has sent. */
  sent: unknown[]
  post: (message: unknown) => void
  /** Sends every kind of invalid message that this side can send. */
  sendInvalid: (post: (message: ToFrame) => void) => void
  origin: string
}

const invalidMessages = [
  null,
  undefined,
  0,
  'hello',
  '{',
  '[]',
  'null',
  '7',
  [],
  {},
  { type: 'none' },
  '{"type":{}}',
]

/**
 * The native side, which exchanges text. `deliver` passes data to the widget; `installBridge` adds the native object to
 * which the widget sends.
 */
function nativeSide(
  deliver: (data: unknown) => void,
  installBridge: (send: (text: string) => void) => void,
): EmbeddingSide {
  const sent: unknown[] = []
  installBridge((text) => sent.push(JSON.parse(text)))
  return {
    open: transportOf(openNative(findNativeBridge()!)),
    sent,
    post: (message) => deliver(JSON.stringify(message)),
    sendInvalid: (post) => {
      invalidMessages.forEach(deliver)
      // Native code sends text only, never objects.
      deliver({ type: 'destroy' })
      post({ type: 'ping' })
    },
    origin: location.origin,
  }
}
const dispatchTo = (target: EventTarget) => (data: unknown) =>
  target.dispatchEvent(new MessageEvent('message', { data }))

/** Functions that create the embedding side, by transport. */
export const sideFactories = {
  'a port of the embedding page': () => {
    const sent: unknown[] = []
    const { port1, port2 } = new MessageChannel()
    vi.spyOn(window.parent, 'postMessage').mockImplementation((message: unknown) => {
      sent.push(message)
      queueMicrotask(() =>
        dispatchEvent(
          new MessageEvent('message', {
            data: { ns: bridgeNamespace, type: 'init', id, protocol: 1 },
            source: window.parent,
            origin: embedderOrigin,
            ports: [port2],
          }),
        ),
      )
    })
    port1.onmessage = ({ data }) => sent.push(data)
    return {
      open: (receive) => transportOf(openHandshake())(receive),
      sent,
      post: (message) => port1.postMessage(message),
      sendInvalid: () => invalidMessages.forEach((data) => port1.postMessage(data)),
      origin: embedderOrigin,
    }
  },
  iOS: () =>
    nativeSide(dispatchTo(window), (postMessage) =>
      vi.stubGlobal('webkit', { messageHandlers: { serviceWidget: { postMessage } } }),
    ),
  Android: () => {
    const injected = { onmessage: null as ((event: object) => void) | null }
    return nativeSide(
      (data) => injected.onmessage?.({ data }),
      (postMessage) => vi.stubGlobal('serviceWidget', Object.assign(injected, { postMessage })),
    )
  },
  'React Native on iOS': () =>
    nativeSide(dispatchTo(window), (postMessage) => vi.stubGlobal('ReactNativeWebView', { postMessage })),
  'React Native on Android': () =>
    nativeSide(dispatchTo(document), (postMessage) => vi.stubGlobal('ReactNativeWebView', { postMessage })),
  'the fake transport of the tests': () => {
    const fake = makeFakeTransport('https://partner.example')
    return {
      ...fake,
      sendInvalid: () => invalidMessages.forEach(fake.post),
      origin: 'https://partner.example',
    }
  },
} satisfies Record<string, () => EmbeddingSide>

export const start = {
  type: 'start',
  widgetType: 'proStrategies',
  canRenew: true,
  loader: '1',
  options: { destinationId: 'x', authToken: 'secret', userId: 'u', theme: 'dark' },
}
export const listener = {
  start: vi.fn<Listener['start']>(),
  command: vi.fn<Listener['command']>(),
  rawMessage: vi.fn<Listener['rawMessage']>(),
  destroy: vi.fn<Listener['destroy']>(),
}

let stop: Stop | undefined
let originalName: string
let originalUrl: string

/** Gives the frame its name, as the loader does. */
export function prepareFrame(): void {
  originalName = window.name
  originalUrl = location.href
  window.name = id
}
/** Stops the widget, and restores the frame and the globals. */
export function restoreFrame(): void {
  stopWidget()
  window.name = originalName
  history.replaceState(null, '', originalUrl)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.clearAllMocks()
}

export function openWidget(side: EmbeddingSide): void {
  stop = openBridge(listener, side.open)
}
export function stopWidget(): void {
  stop?.()
  stop = undefined
}
export async function startWidget(side: EmbeddingSide, startMessage: unknown = start): Promise<Page> {
  openWidget(side)
  await expect.poll(() => side.sent.length).toBe(1)
  side.post(startMessage)
  await expect.poll(() => listener.start.mock.calls.length).toBe(1)
  return listener.start.mock.calls[0]![2]
}
