/**
 * The frame's side of the bridge (contract/bridge/bridge.ts): what is said and heard, whatever carries it: in a frame a port
 * (handshake.ts), in an app's web view what native code gave (native.ts). Either is open before any of this is here.
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

/** What the app may say to the embedding page. */
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

/** A token is one word. What has blanks or tags is an answer of the page's server that is none: an error page above all. */
const isToken = (given: string | undefined): given is string => !!given && /^[^\s<]{1,4096}$/.test(given)
const whyNone = ({ authToken, reason }: Extract<ToFrame, { type: 'token' }>): string =>
  authToken
    ? `it gave a text that is no token: ${JSON.stringify(authToken.slice(0, 40))}`
    : reason || 'it has none'

/** What the embedding page says. */
export type Listener = {
  /** Once: a page that wants to start again reloads the frame. `origin` is the page's, as the browser asserts it. */
  start: (start: Start, origin: string, page: Page) => void
  command: (command: Command) => void
  /** Hears every command, and which events the page listens to, as they were said: right or wrong. */
  remark: Receive
  destroy: () => void
}

/** Milliseconds that the page may take to give a token. */
const tokenPatience = 30_000

/** Carries messages between the app and whoever embeds it. */
export type Transport = {
  /** Says nothing, and throws nothing, where nobody listens yet or any more. */
  say: (message: FromFrame) => void
  stop: Stop
}

/**
 * Says `hello` and from then on passes what it is told to `hear`, with the origin of who says it; never before it has
 * returned. What it is told it passes on as it came.
 */
export type OpenTransport = (hear: Receive) => Transport

/** Connects the app to whoever embeds it. */
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
        setTimeout(reject, tokenPatience, new Error('no answer in 30 seconds'))
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

/** The way that the first script has opened, and what was said on it so far. */
export const transportOf =
  (handshake: Handshake): OpenTransport =>
  (hear) => {
    handshake.listen(hear)
    return handshake
  }
