/**
 * The bridge where no page embeds the widget: an app opens `/widget?toplevel=1` in a web view and is the page. The
 * messages are those of contract/bridge/bridge.ts as JSON text; the native side says how they travel. docs/mobile.md.
 */
import type { Stop } from '#app/state/stop.ts'
import { type Handshake, makeHello } from './handshake.ts'
import { makeMailbox, type Receive } from './mailbox.ts'

/** One of the three ways to speak with native code. */
export type Shell = {
  post: (text: string) => void
  /** Passes on what the native side says, which may be anything. */
  listen: (take: (data: unknown) => void) => Stop
}

/** Objects that a web view may have injected into the page. */
type Injected = {
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

/** The native side that is present, or undefined in a browser. */
export function findShell(): Shell | undefined {
  const { webkit, serviceWidget, ReactNativeWebView } = window as unknown as Injected
  const ios = webkit?.messageHandlers?.serviceWidget
  if (ios) return { post: (text) => ios.postMessage(text), listen: listenToEvents }
  if (serviceWidget?.postMessage) {
    return {
      post: (text) => serviceWidget.postMessage(text),
      listen(take) {
        serviceWidget.onmessage = ({ data }) => take(data)
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
 * iOS and React Native dispatch `message` events; React Native on iOS to the window, on Android to the document. Such
 * an event has no source. What another window posts has one, and its origin: it is not taken.
 */
function listenToEvents(take: (data: unknown) => void): Stop {
  const receive = (event: Event) => {
    const { data, source, origin } = event as MessageEvent
    if (source ? source === window : !origin) take(data)
  }
  addEventListener('message', receive)
  document.addEventListener('message', receive)
  return () => {
    removeEventListener('message', receive)
    document.removeEventListener('message', receive)
  }
}

/**
 * Says hello to the app whose web view this is. The embedding origin is the widget's own: no page is in between.
 *
 * @param onRawMessage hears at once what the app says, whether or not ours is there
 */
export function openNative(shell: Shell, onRawMessage?: Receive): Handshake {
  let open = true
  const say = (message: object) => {
    if (open) shell.post(JSON.stringify(message))
  }
  const { take, listen } = makeMailbox(say, onRawMessage)
  const stopListening = shell.listen((text) => open && take(parse(text), location.origin))
  // The window has no name; the session is stored under this id, and a reload takes over the previous one.
  window.name ||= crypto.randomUUID()
  say(makeHello(window.name))
  return {
    say,
    listen,
    stop() {
      open = false
      stopListening()
    },
  }
}

/** Parses a JSON text; undefined for other events in a web view. */
function parse(text: unknown): unknown {
  if (typeof text !== 'string') return undefined
  try {
    const message: unknown = JSON.parse(text)
    return (message as { type?: unknown } | null)?.type === 'start' ? complete(message as object) : message
  } catch {
    return undefined
  }
}

/** Fills in what the loader would add to `start`, and what the address has already. */
function complete(start: { options?: object }): object {
  const query = new URLSearchParams(location.search)
  const said = (name: string) => query.get(name) ?? undefined
  const options = { destinationId: 'root', theme: said('theme'), locale: said('locale'), ...start.options }
  return { widgetType: said('type'), ...start, options }
}
