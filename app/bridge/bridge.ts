/**
 * The frame's side of the bridge (contract/bridge/bridge.ts), independent of the transport: in a frame a port
 * (handshake.ts), in an app's web view an object of native code (native.ts). The transport is open before
 * this module is loaded.
 */
import type {
  Command,
  EventPayloads,
  FromFrame,
  Init,
  LoaderErrorCode,
  Look,
  Start,
  WidgetEvent,
} from '#contract/bridge/bridge.ts'
import { readToFrame } from '#contract/bridge/bridge-messages.ts'
import type { Stop } from '#app/state/stop.ts'
import { type Handshake, makeError } from './handshake.ts'
import type { RawMessageHandler } from './mailbox.ts'

/** Messages from the app to the embedding page. */
export type Page = {
  /** Sends an event to the page; queued until `ready`. */
  emit: <E extends WidgetEvent>(name: E, payload: EventPayloads[E]) => void
  /**
   * Sends an error immediately, even before `ready`.
   *
   * @param text without the code
   * @param errorId the service's id of the failed request
   * @param isFatal whether the widget is unusable
   */
  reportError: (code: LoaderErrorCode, text: string, errorId?: string, isFatal?: boolean) => void
  /** Sends properties of the element around the frame: its height or theme. */
  sendLook: (look: Look) => void
  /**
   * Reports that the widget is usable, then sends the queued events. Further calls have no effect.
   */
  ready: () => void
  /** Requests a fresh one-time token, unchecked; rejects if the page supplies none. */
  requestToken: () => Promise<string>
}

/** Messages from the embedding page. */
export type Listener = {
  /** Called once: the frame must be reloaded to start again. `origin` is the page's, as the browser asserts it. */
  start: (start: Start, origin: string, page: Page) => void
  command: (command: Command) => void
  /** Receives every raw command and subscription, valid or not. */
  rawMessage: RawMessageHandler
  destroy: () => void
}

/** Time for the page to supply a token, milliseconds. */
const tokenTimeoutMs = 30_000

/** Carries messages between the app and the embedding side. */
export type Transport = {
  /** Sends a message; has no effect, and does not throw, without a receiver. */
  send: (message: FromFrame) => void
  stop: Stop
}

/**
 * Sends `hello`, then passes raw messages with their sender's origin to `receive`, always after
 * `OpenTransport` has returned.
 */
export type OpenTransport = (receive: RawMessageHandler) => Transport

/** Connects the app to the embedding side. */
export function openBridge(listener: Listener, open: OpenTransport): Stop {
  let tokenRequest: { resolve: (token: string) => void; reject: (reason: Error) => void } | undefined
  let started = false
  let isReady = false
  /** Events from before the widget was usable, sent right after `ready`. */
  const queuedEvents: FromFrame[] = []
  const { send, stop } = open(receive)

  const page: Page = {
    emit(name, payload) {
      const event = { type: 'event', name, payload } as FromFrame
      if (isReady) send(event)
      else queuedEvents.push(event)
    },
    reportError: (code, text, errorId, isFatal = false) => send(makeError(code, text, errorId, isFatal)),
    sendLook: (look) => send({ type: 'look', look }),
    ready: () => {
      if (isReady) return
      isReady = true
      send({ type: 'ready', state: 'ready' })
      queuedEvents.splice(0).forEach(send)
    },
    requestToken: () =>
      new Promise<string>((resolve, reject) => {
        tokenRequest = { resolve, reject }
        // Has no effect after a response: a promise settles once.
        setTimeout(reject, tokenTimeoutMs, new Error('no response within 30 seconds'))
        send({ type: 'need-token' })
      }),
  }

  function receive(data: unknown, origin: string): void {
    const { type } = Object(data) as { type: string }
    if (/^(command|listener)$/.test(type)) listener.rawMessage(data, origin)
    // The handshake passes on an `init` of a loader that does not fit, and nothing else of it.
    if (type === 'init')
      void import('./version-mismatch.ts').then((mismatch) =>
        mismatch.reportMismatch((text) => page.reportError('VERSION', text, undefined, true), data as Init),
      )
    const message = readToFrame(data)
    switch (message?.type) {
      case 'start':
        if (!started) listener.start(message, origin, page)
        started = true
        return
      case 'command':
        return listener.command(message)
      case 'token':
        if (message.authToken) tokenRequest?.resolve(message.authToken)
        else tokenRequest?.reject(new Error(message.reason || 'the page has none'))
        tokenRequest = undefined
        return
      case 'destroy':
        return listener.destroy()
      case 'ping':
        return send({ type: 'pong' })
    }
  }

  return stop
}

/** Adapts the handshake of the bootstrap script, which has buffered the messages so far. */
export const transportOf =
  (handshake: Handshake): OpenTransport =>
  (receive) => {
    handshake.listen(receive)
    return handshake
  }
