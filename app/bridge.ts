/**
 * The frame's side of the bridge (contract/bridge.ts): what is said and heard, whatever carries it. In a frame that is
 * a port: the transport here says hello, takes one `init` from the embedding page, and from then on listens to the
 * port only. In an app's web view it is native-bridge.ts.
 */
import {
  bridgeNamespace,
  bridgeProtocol,
  bridgeProtocolMin,
  type EventPayloads,
  type FromFrame,
  type Hello,
  isInit,
  type LoaderErrorCode,
  type ToFrame,
  type WidgetError,
  type WidgetEvent,
} from '#contract/bridge.ts'

export type Stop = () => void

/** What the app may say to the embedding page. */
export type Page = {
  emit: <E extends WidgetEvent>(name: E, payload: EventPayloads[E]) => void
  fail: (code: LoaderErrorCode, message: string) => void
  /** The widget is usable. Said once. */
  ready: () => void
  /** Asks for a fresh one-time token; rejects where the page has none. */
  needToken: () => Promise<string>
}

/** What the embedding page says. */
export type Listener = {
  /** `origin` is the page's, as the browser asserts it. */
  start: (start: Extract<ToFrame, { type: 'start' }>, origin: string, page: Page) => void
  command: (command: Extract<ToFrame, { type: 'command' }>) => void
  destroy: () => void
}

/** Milliseconds to wait for the page's answer to `need-token`. */
const tokenPatience = 30_000

/** Carries messages between the app and whoever embeds it. */
export type Transport = {
  /** Says nothing, and throws nothing, where nobody listens yet or any more. */
  say: (message: FromFrame) => void
  stop: Stop
}

/**
 * Says `hello` and from then on passes what it is told to `hear`, with the origin of who says it; never before it has
 * returned. The messages are of the right kind at best: `hear` takes any shape.
 */
export type OpenTransport = (hear: (message: ToFrame, origin: string) => void) => Transport

/** The first thing said, by every transport. Holds nothing secret. */
export const makeHello = (id: string): Hello => ({
  ns: bridgeNamespace,
  type: 'hello',
  id,
  protocol: bridgeProtocol,
  min: bridgeProtocolMin,
  app: __VERSION__,
})

const errorEvent = (code: LoaderErrorCode, message: string): FromFrame => ({
  type: 'event',
  name: 'ERROR',
  payload: {
    code,
    message,
    docs: new URL(`/docs/embedding#${code}`, location.href).href,
  } satisfies WidgetError,
})

/** Connects the app to whoever embeds it. */
export function openBridge(listener: Listener, open: OpenTransport = openPort): Stop {
  let asked: { resolve: (token: string) => void; reject: (reason: Error) => void } | undefined
  let saidReady = false
  const { say, stop } = open(hear)

  const page: Page = {
    emit: (name, payload) => say({ type: 'event', name, payload } as FromFrame),
    fail: (code, message) => say(errorEvent(code, message)),
    ready: () => {
      if (saidReady) return
      saidReady = true
      say({ type: 'ready' })
    },
    needToken: () =>
      new Promise<string>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('The page did not answer')), tokenPatience)
        asked = {
          resolve: (token) => (clearTimeout(timer), resolve(token)),
          reject: (reason) => (clearTimeout(timer), reject(reason)),
        }
        say({ type: 'need-token' })
      }),
  }

  function hear(message: ToFrame, origin: string): void {
    switch (message?.type) {
      case 'start':
        return listener.start(message, origin, page)
      case 'command':
        return listener.command(message)
      case 'token':
        if (message.authToken) asked?.resolve(message.authToken)
        else asked?.reject(new Error(message.reason ?? 'The page has no token'))
        asked = undefined
        return
      case 'destroy':
        return listener.destroy()
      case 'ping':
        return say({ type: 'pong' })
    }
  }

  return stop
}

/** The transport of a frame: the port that the embedding page's loader sends. */
export const openPort: OpenTransport = (hear) => {
  let port: MessagePort | undefined
  const say: Transport['say'] = (message) => port?.postMessage(message)

  function receive(event: MessageEvent): void {
    const { data, origin, source, ports } = event
    if (source !== window.parent || !isInit(data) || data.id !== window.name || !ports[0]) return
    // The browser's own word about who embeds us, where there is one.
    const ancestor = location.ancestorOrigins?.[0]
    if (ancestor !== undefined && ancestor !== origin) return
    removeEventListener('message', receive)
    port = ports[0]
    if (data.protocol < bridgeProtocolMin) {
      return say(
        errorEvent(
          'VERSION',
          `The loader speaks protocol ${data.protocol}; this widget needs ${bridgeProtocolMin} or newer.`,
        ),
      )
    }
    port.onmessage = (message: MessageEvent<ToFrame>) => hear(message.data, origin)
  }

  addEventListener('message', receive)
  // Whoever embeds us may hear it.
  window.parent.postMessage(makeHello(window.name), '*')

  return {
    say,
    stop: () => {
      removeEventListener('message', receive)
      port?.close()
      port = undefined
    },
  }
}
