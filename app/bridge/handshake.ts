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
} from '#contract/bridge.ts'
import type { Stop } from '#app/state/stop.ts'

/** Hears what was said, as it came, and the origin of who said it. */
export type Receive = (data: unknown, origin: string) => void

/** The way to the embedding page, open or not yet. */
export type Handshake = {
  /** Says nothing where nobody listens yet. */
  say: (message: FromFrame) => void
  /** Passes on what the page has said so far and says from now on, never before this has returned. */
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

/** An ERROR for the page, which is told to whoever reads the console as well. */
export function makeError(code: LoaderErrorCode, message: string): FromFrame {
  const docs = `${location.origin}/docs/embedding#${code}`
  console.error(`${code}: ${message} ${docs}`)
  return { type: 'event', name: 'ERROR', payload: { code, message, docs } satisfies WidgetError }
}

/** Says hello to whoever embeds us. */
export function openHandshake(): Handshake {
  let port: MessagePort | undefined
  let hear: Receive | undefined
  let lost: FromFrame | undefined
  const early: MessageEvent[] = []
  const say: Handshake['say'] = (message) => port?.postMessage(message)

  function receive(event: MessageEvent): void {
    const { data, origin, source, ports } = event
    const init = readInit(data, window.name)
    if (source !== window.parent || !init || !ports[0]) return
    // The browser's own word about who embeds us, where there is one.
    const ancestor = location.ancestorOrigins?.[0]
    if (ancestor !== undefined && ancestor !== origin) return
    removeEventListener('message', receive)
    port = ports[0]
    if (init.protocol < bridgeProtocolMin)
      return say(
        makeError(
          'VERSION',
          `The loader speaks protocol ${init.protocol}, not ${bridgeProtocolMin} or newer.`,
        ),
      )
    port.onmessage = (message: MessageEvent<{ type?: unknown } | null>) => {
      if (hear) hear(message.data, origin)
      else if (message.data?.type === 'ping') say({ type: 'pong' })
      else early.push(message)
    }
    if (lost) say(lost)
  }

  /** A script of the document did not come: without it nobody will ever listen. */
  function miss({ target }: Event): void {
    if (lost || !(target instanceof HTMLScriptElement)) return
    lost = makeError('NETWORK', 'The widget’s script did not come.')
    say(lost)
    document.body.textContent = 'ERROR NETWORK'
    addEventListener('online', () => location.reload())
  }

  addEventListener('message', receive)
  addEventListener('error', miss, true)
  // Whoever embeds us may hear it.
  window.parent.postMessage(makeHello(window.name), '*')

  return {
    say,
    listen(next) {
      removeEventListener('error', miss, true)
      queueMicrotask(() => {
        hear = next
        for (const message of early.splice(0)) port?.onmessage?.(message)
      })
    },
    stop() {
      removeEventListener('message', receive)
      removeEventListener('error', miss, true)
      port?.close()
      port = undefined
      hear = () => undefined
    },
  }
}
