/**
 * The bridge without an embedding page: an app opens `/widget?toplevel=1` in a web view and its native code acts as
 * the page. Messages are those of contract/bridge/bridge.ts as JSON text (docs/mobile.md).
 */
import type { Stop } from '#app/state/stop.ts'
import { type Handshake, makeHello } from './handshake.ts'
import { makeMailbox, type RawMessageHandler } from './mailbox.ts'

/** A message channel to native code. */
export type NativeBridge = {
  post: (text: string) => void
  /** Passes messages from native code to `onData`, unchecked. */
  listen: (onData: (data: unknown) => void) => Stop
}

/** Objects that a web view may have injected into the page. */
type InjectedBridges = {
  /** iOS: `WKUserContentController.add(_:name: "serviceWidget")`. */
  webkit?: { messageHandlers?: { serviceWidget?: { postMessage: (text: string) => void } } }
  /** Android: `WebViewCompat.addWebMessageListener(webView, "serviceWidget", …)`. */
  serviceWidget?: {
    postMessage: (text: string) => void
    onmessage: ((event: { data: unknown }) => void) | null
  }
  /** react-native-webview with `onMessage`. */
  ReactNativeWebView?: { postMessage: (text: string) => void }
}

/** Returns the channel of the web view that the widget runs in; undefined in a browser. */
export function findNativeBridge(): NativeBridge | undefined {
  const { webkit, serviceWidget, ReactNativeWebView } = window as unknown as InjectedBridges
  const ios = webkit?.messageHandlers?.serviceWidget
  if (ios) return { post: (text) => ios.postMessage(text), listen: listenToEvents }
  if (serviceWidget?.postMessage) {
    return {
      post: (text) => serviceWidget.postMessage(text),
      listen(onData) {
        serviceWidget.onmessage = ({ data }) => onData(data)
        return () => (serviceWidget.onmessage = null)
      },
    }
  }
  return (
    ReactNativeWebView && {
      post: (text) => ReactNativeWebView.postMessage(text),
      listen: listenToEvents,
    }
  )
}

/**
 * iOS and React Native dispatch `message` events without a source: React Native on iOS at the window, on Android at
 * the document. Messages of other windows have a source or an origin, and are ignored.
 */
function listenToEvents(onData: (data: unknown) => void): Stop {
  const receive = (event: Event) => {
    const { data, source, origin } = event as MessageEvent
    if (source ? source === window : !origin) onData(data)
  }
  addEventListener('message', receive)
  document.addEventListener('message', receive)
  return () => {
    removeEventListener('message', receive)
    document.removeEventListener('message', receive)
  }
}

/**
 * Sends hello to the native app. The embedding origin is the widget's own, because no page embeds it.
 *
 * @param onRawMessage receives every message immediately, whether or not the widget's app is loaded
 */
export function openNative(bridge: NativeBridge, onRawMessage?: RawMessageHandler): Handshake {
  let open = true
  const send = (message: object) => {
    if (open) bridge.post(JSON.stringify(message))
  }
  const { accept, listen } = makeMailbox(send, onRawMessage)
  const stopListening = bridge.listen((text) => open && accept(parseMessage(text), location.origin))
  // The window has no name; the session is stored under this id, and a reload takes over the previous one.
  window.name ||= crypto.randomUUID()
  send(makeHello(window.name))
  return {
    send,
    listen,
    stop() {
      open = false
      stopListening()
    },
  }
}

/**
 * Parses a message; undefined for data that is not a message, such as that of other events in a web
 * view.
 */
function parseMessage(text: unknown): unknown {
  if (typeof text !== 'string') return undefined
  try {
    const message: unknown = JSON.parse(text)
    return (message as { type?: unknown } | null)?.type === 'start'
      ? completeStart(message as object)
      : message
  } catch {
    return undefined
  }
}

/** Adds the fields that the loader would add to `start`, and the options in the address. */
function completeStart(start: { options?: object }): object {
  const query = new URLSearchParams(location.search)
  const queryValue = (name: string) => query.get(name) ?? undefined
  const options = {
    destinationId: 'root',
    theme: queryValue('theme'),
    locale: queryValue('locale'),
    ...start.options,
  }
  return { widgetType: queryValue('type'), ...start, options }
}
