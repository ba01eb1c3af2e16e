/**
 * Scripts that report why a release cannot be served. They run in browsers: release-notice.ts sends the text of these
 * functions, so they use their parameters only, and no other value of this module.
 */
import type { EventType, FromFrame, Hello, Init, ToFrame, WidgetError } from '#contract/bridge/bridge.ts'

/** Properties of a browser's `MessagePort` that the script uses. */
type Port = {
  postMessage: (message: FromFrame) => void
  onmessage: ((event: { data: ToFrame | null }) => void) | null
}
type InitEvent = { data: Init | null; source: unknown; ports: readonly Port[] }
/** Object of native code (docs/mobile.md), which receives text. */
type NativeBridge = { postMessage?: (text: string) => void }

/** Properties of the frame's `window` that the script uses. */
type FrameWindow = {
  name: string
  parent: { postMessage: (message: Hello, targetOrigin: string) => void }
  console: { error: (...texts: string[]) => void }
  addEventListener: (type: 'message', listen: (event: InitEvent) => void) => void
  webkit?: { messageHandlers?: { serviceWidget?: NativeBridge } }
  serviceWidget?: NativeBridge
  ReactNativeWebView?: NativeBridge
}

/** Runs in the frame: completes the handshake of a page, or of native code, and reports the error. */
export function reportFromFrame(
  frame: FrameWindow,
  { greeting, error }: { greeting: Omit<Hello, 'id'>; error: WidgetError },
): void {
  const hello: Hello = { ...greeting, id: frame.name }
  const event: FromFrame = { type: 'event', name: 'ERROR', payload: error, state: 'error' }
  frame.console.error(error.message, error.docs)
  if ((frame.parent as unknown) === frame) {
    const { webkit, serviceWidget, ReactNativeWebView } = frame
    const injected = serviceWidget?.postMessage ? serviceWidget : ReactNativeWebView
    const native = webkit?.messageHandlers?.serviceWidget ?? injected
    for (const message of [hello, event]) native?.postMessage?.(JSON.stringify(message))
    return
  }
  frame.addEventListener('message', ({ data, source, ports: [port] }) => {
    const isInit = data?.ns === hello.ns && data.type === 'init' && data.id === hello.id
    if (source !== frame.parent || !isInit || !port) return
    port.onmessage = (received) => {
      if (received.data?.type === 'ping') port.postMessage({ type: 'pong' })
    }
    port.postMessage(event)
  })
  frame.parent.postMessage(hello, '*')
}

/** Properties of the page's `window` that the script uses. */
type PageWindow = {
  origin: string
  console: { error: (...texts: string[]) => void; log: (report: object) => void }
  document: { getElementById: (id: string | undefined) => { textContent: string | null } | null }
  queueMicrotask: (call: () => void) => void
  serviceWidgetLoader?: { version?: string }
}

/** Runs in the page, instead of the loader: each widget reports the error. */
export function reportFromLoader(
  page: PageWindow,
  { version, error, eventTypes }: { version: string; error: WidgetError; eventTypes: typeof EventType },
): void {
  if (page.serviceWidgetLoader?.version) return
  page.console.error(error.message, error.docs)
  const load = (_type: string, options?: { destinationId?: string }) => {
    const element = page.document.getElementById(options?.destinationId)
    if (element) element.textContent = 'ERROR VERSION'
    let isDestroyed = false
    return {
      on(name: string, call: (error: WidgetError) => void) {
        let isListening = name === eventTypes.ERROR
        page.queueMicrotask(() => {
          if (isListening && !isDestroyed) call(error)
        })
        return () => {
          isListening = false
        }
      },
      postMessage() {},
      destroyWidget() {
        isDestroyed = true
        if (element) element.textContent = ''
      },
      EventType: eventTypes,
    }
  }
  const diagnose = () => {
    const report = [{ loader: version, origin: page.origin, ERROR: error }]
    page.console.log(report)
    return report
  }
  page.serviceWidgetLoader = Object.assign({ version }, { load, EventType: eventTypes, diagnose })
}
