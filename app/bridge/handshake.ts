/**
 * The frame's side of the handshake, before the app is loaded. Sends hello, accepts one `init` from
 * the embedding page, responds to pings, and buffers other messages until the app listens. On a
 * slow network the page receives a response from its widget long before the app is loaded.
 */
import {
  bridgeNamespace,
  bridgeProtocol,
  bridgeProtocolMin,
  type FromFrame,
  type Hello,
  isSupported,
  type LoaderErrorCode,
  readInit,
  type WidgetError,
} from '#contract/bridge/bridge.ts'
import type { Stop } from '#app/state/stop.ts'
import { makeMailbox, type RawMessageHandler } from './mailbox.ts'

/** The transport to the embedding side, which may not be open yet. */
export type Handshake = {
  /**
   * Sends a message, buffered until there is a receiver. Has no effect, and does not throw, if the
   * receiver no longer exists.
   */
  send: (message: FromFrame) => void
  /** Delivers buffered and future messages to the receiver, always after `listen` has returned. */
  listen: (receive: RawMessageHandler) => void
  stop: Stop
}

/** The first message of every transport. Contains nothing secret. */
export const makeHello = (id: string): Hello => ({
  ns: bridgeNamespace,
  type: 'hello',
  id,
  protocol: bridgeProtocol,
  min: bridgeProtocolMin,
  app: __VERSION__,
})

/** Returns the payload of an ERROR. @param text without the code */
export const widgetError = (
  code: WidgetError['code'],
  text: string,
  errorId?: string | null,
): WidgetError => ({
  code,
  message: `${code}: ${text}`,
  docs: `${location.origin}/docs/errors#${code}`,
  ...(errorId && { errorId }),
})

/**
 * Creates an ERROR for the page and logs it to the console.
 *
 * @param text without the code
 * @param errorId the service's id of the failed request
 * @param isFatal whether the widget is unusable
 */
export function makeError(
  code: LoaderErrorCode,
  text: string,
  errorId?: string | null,
  isFatal = true,
): FromFrame {
  const payload = widgetError(code, text, errorId)
  console.error(payload.message, payload.docs)
  const state = isFatal ? 'error' : undefined
  return { type: 'event', name: 'ERROR', payload, state }
}

/**
 * Sends hello to the embedding page.
 *
 * @param onRawMessage receives every message immediately, whether or not the app is loaded
 */
export function openHandshake(onRawMessage?: RawMessageHandler): Handshake {
  let port: MessagePort | undefined
  let isStopped = false
  const queued: FromFrame[] = []
  const send: Handshake['send'] = (message) => {
    if (port) port.postMessage(message)
    else if (!isStopped) queued.push(message)
  }
  const mailbox = makeMailbox(send, onRawMessage)

  function receive(event: MessageEvent): void {
    const { data, origin, source, ports } = event
    const init = readInit(data, window.name)
    if (source !== window.parent || !init || !ports[0]) return
    // The browser's own information about the embedding page, if the browser supports it.
    const ancestor = location.ancestorOrigins?.[0]
    if (ancestor !== undefined && ancestor !== origin) return
    removeEventListener('message', receive)
    port = ports[0]
    // The app reports the mismatch (bridge.ts); no further message of this loader is read.
    if (!isSupported(init)) return mailbox.accept(init, origin)
    port.onmessage = (message) => {
      if (!isStopped) mailbox.accept(message.data, origin)
    }
    queued.splice(0).forEach(send)
  }

  addEventListener('message', receive)
  // Target `*`: the embedding page's origin is not known yet, and hello contains nothing secret.
  window.parent.postMessage(makeHello(window.name), '*')

  return {
    send,
    listen(receiver) {
      mailbox.listen((data, sender) => isStopped || receiver(data, sender))
    },
    stop() {
      isStopped = true
      removeEventListener('message', receive)
      port?.close()
      port = undefined
    },
  }
}
