/**
 * The frame's first message, before the rest of the app is loaded. Sends hello, accepts one `init` from the
 * embedding page, answers pings, and buffers other messages until the app listens. On a slow network the page
 * knows long before the app is loaded that its widget responds.
 */
import {
  bridgeNamespace,
  bridgeProtocol,
  bridgeProtocolMin,
  type FromFrame,
  type Hello,
  type LoaderErrorCode,
  readInit,
  type WidgetError,
} from '#contract/bridge/bridge.ts'
import type { Stop } from '#app/state/stop.ts'
import { makeMailbox, type Receive } from './mailbox.ts'

/** The transport to the embedding side, open or not yet. */
export type Handshake = {
  /**
   * Sends a message, buffered until there is a receiver. Has no effect, and does not throw, if the receiver
   * is gone.
   */
  say: (message: FromFrame) => void
  /** Delivers buffered and future messages, never before it has returned. */
  listen: (hear: Receive) => void
  stop: Stop
}

/** The first thing said, by every transport. Holds nothing secret. */
export const makeHello = (id: string): Hello => ({
  ns: bridgeNamespace,
  type: 'hello',
  id,
  protocol: bridgeProtocol,
  min: bridgeProtocolMin,
  app: __VERSION__,
})

/**
 * Creates an ERROR for the page and logs it to the console.
 *
 * @param words without the code
 * @param errorId the service's id of the failed request
 * @param isOver whether the widget is unusable
 */
export function makeError(
  code: LoaderErrorCode,
  words: string,
  errorId?: string | null,
  isOver = true,
): FromFrame {
  const docs = `${location.origin}/docs/errors#${code}`
  const message = `${code}: ${words}`
  console.error(message, docs)
  const payload: WidgetError = { code, message, docs, ...(errorId && { errorId }) }
  const state = isOver ? 'error' : undefined
  return { type: 'event', name: 'ERROR', payload, state }
}

/**
 * Says hello to the page that embeds us.
 *
 * @param onRawMessage hears at once what the page says, whether or not the app is there
 */
export function openHandshake(onRawMessage?: Receive): Handshake {
  let port: MessagePort | undefined
  let over = false
  const unsaid: FromFrame[] = []
  const say: Handshake['say'] = (message) => {
    if (port) port.postMessage(message)
    else if (!over) unsaid.push(message)
  }
  const mailbox = makeMailbox(say, onRawMessage)

  function receive(event: MessageEvent): void {
    const { data, origin, source, ports } = event
    const init = readInit(data, window.name)
    if (source !== window.parent || !init || !ports[0]) return
    // The browser's own information about the embedding page, if available.
    const ancestor = location.ancestorOrigins?.[0]
    if (ancestor !== undefined && ancestor !== origin) return
    removeEventListener('message', receive)
    port = ports[0]
    if (init.protocol < bridgeProtocolMin) {
      document.body.textContent = 'ERROR VERSION'
      return say(makeError('VERSION', `loader of protocol ${init.protocol}`))
    }
    port.onmessage = (message) => {
      if (!over) mailbox.take(message.data, origin)
    }
    unsaid.splice(0).forEach(say)
  }

  addEventListener('message', receive)
  // Any embedding page may receive it.
  window.parent.postMessage(makeHello(window.name), '*')

  return {
    say,
    listen(next) {
      mailbox.listen((data, from) => over || next(data, from))
    },
    stop() {
      over = true
      removeEventListener('message', receive)
      port?.close()
      port = undefined
    },
  }
}
