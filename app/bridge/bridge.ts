/**
 * The frame's side of the bridge (contract/bridge/bridge.ts), independent of the transport: in a frame a port
 * (handshake.ts), in an app's web view an object of native code (native.ts). The transport is open before
 * this module is loaded.
 */
import type {
  Command,
  EventPayloads,
  FromFrame,
  LoaderErrorCode,
  Look,
  Start,
  ToFrame,
  WidgetEvent,
} from '#contract/bridge/bridge.ts'
import { readToFrame } from '#contract/bridge/bridge-messages.ts'
import type { Stop } from '#app/state/stop.ts'
import { type Handshake, makeError } from './handshake.ts'
import type { Receive } from './mailbox.ts'

/** Messages from the app to the embedding page. */
export type Page = {
  /** Tells an event; never before `ready`. */
  emit: <E extends WidgetEvent>(name: E, payload: EventPayloads[E]) => void
  /**
   * Tells an error, at once.
   *
   * @param words without the code
   * @param errorId the service's name for the request that failed
   * @param isOver whether the widget is of no use
   */
  fail: (code: LoaderErrorCode, words: string, errorId?: string, isOver?: boolean) => void
  /** Says what is new of how the element looks that the widget is in. */
  look: (look: Look) => void
  /** The widget is usable. Said once. */
  ready: () => void
  /** Asks for a fresh one-time token; rejects where the page has none. */
  needToken: () => Promise<string>
}

/** A token is one word. Text with blanks or tags is an error page of the page's server. */
const isToken = (given: string | undefined): given is string => !!given && /^[^\s<]{1,4096}$/.test(given)
const whyNone = ({ authToken, reason }: Extract<ToFrame, { type: 'token' }>): string =>
  authToken
    ? `it gave a text that is no token: ${JSON.stringify(authToken.slice(0, 40))}`
    : reason || 'it has none'

/** Messages from the embedding page. */
export type Listener = {
  /** Once: a page that wants to start again reloads the frame. `origin` is the page's, as the browser asserts it. */
  start: (start: Start, origin: string, page: Page) => void
  command: (command: Command) => void
  /** Receives every raw command and subscription, valid or not. */
  remark: Receive
  destroy: () => void
}

/** Milliseconds that the page may take to give a token. */
const tokenTimeoutMs = 30_000

/** Carries messages between the app and the embedding side. */
export type Transport = {
  /** Sends a message; has no effect, and does not throw, without a receiver. */
  say: (message: FromFrame) => void
  stop: Stop
}

/**
 * Sends `hello` and then passes raw messages to `hear`, with the sender's origin; never before it has
 * returned.
 */
export type OpenTransport = (hear: Receive) => Transport

/** Connects the app to the embedding side. */
export function openBridge(listener: Listener, open: OpenTransport): Stop {
  let asked: { resolve: (token: string) => void; reject: (reason: Error) => void } | undefined
  let started = false
  let saidReady = false
  /** What happened before the widget was usable: told right after `ready`. */
  const held: FromFrame[] = []
  const { say, stop } = open(hear)

  const page: Page = {
    emit(name, payload) {
      const event = { type: 'event', name, payload } as FromFrame
      if (saidReady) say(event)
      else held.push(event)
    },
    fail: (code, words, errorId, isOver = false) => say(makeError(code, words, errorId, isOver)),
    look: (look) => say({ type: 'look', look }),
    ready: () => {
      if (saidReady) return
      saidReady = true
      say({ type: 'ready', state: 'ready' })
      held.splice(0).forEach(say)
    },
    needToken: () =>
      new Promise<string>((resolve, reject) => {
        asked = { resolve, reject }
        // Too late where there is an answer: a promise is settled once.
        setTimeout(reject, tokenTimeoutMs, new Error('no answer in 30 seconds'))
        say({ type: 'need-token' })
      }),
  }

  function hear(data: unknown, origin: string): void {
    if (/^(command|listener)$/.test((Object(data) as { type: string }).type)) listener.remark(data, origin)
    const message = readToFrame(data)
    switch (message?.type) {
      case 'start':
        if (!started) listener.start(message, origin, page)
        started = true
        return
      case 'command':
        return listener.command(message)
      case 'token':
        if (isToken(message.authToken)) asked?.resolve(message.authToken)
        else asked?.reject(new Error(whyNone(message)))
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

/** The transport that the bootstrap script has opened, with its messages so far. */
export const transportOf =
  (handshake: Handshake): OpenTransport =>
  (hear) => {
    handshake.listen(hear)
    return handshake
  }
