/**
 * The first word of the frame: what runs before the rest of the app is there. It says hello, takes one `init` from the
 * embedding page, answers pings, and keeps whatever else it is told until the app listens. On a slow network the page
 * so hears from its widget long before the app has come.
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

/** The way to whoever embeds the app, open or not yet. */
export type Handshake = {
  /** Where nobody listens yet it is said once somebody does. Says nothing, and throws nothing, where nobody does any more. */
  say: (message: FromFrame) => void
  /** Passes on what was said so far and is said from now on, never before this has returned. */
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
 * An ERROR for the page, which is told to whoever reads the console as well.
 *
 * @param words without the code
 * @param errorId the service's name for the request that failed
 * @param isOver whether the widget is of no use
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
 * @param overhear hears at once what the page says, whether or not the app is there
 */
export function openHandshake(overhear?: Receive): Handshake {
  let port: MessagePort | undefined
  let over = false
  const unsaid: FromFrame[] = []
  const say: Handshake['say'] = (message) => {
    if (port) port.postMessage(message)
    else if (!over) unsaid.push(message)
  }
  const mailbox = makeMailbox(say, overhear)

  function receive(event: MessageEvent): void {
    const { data, origin, source, ports } = event
    const init = readInit(data, window.name)
    if (source !== window.parent || !init || !ports[0]) return
    // The browser's own word about who embeds us, where there is one.
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
  // Whoever embeds us may hear it.
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
