/**
 * The bridge between the partner's page and the frame: messages, their order, and the public
 * events. The page `/docs/protocol` of the service describes the same.
 *
 * Handshake:
 * 1. The frame posts `hello` to its parent window (target `*`: it contains nothing secret), on
 * every load.
 * 2. The loader, which knows the frame's window and origin, responds with `init` to that exact
 * origin and transfers one end of a MessageChannel. Its `id` is the 128-bit instance id, which is
 * also the frame's `window.name`.
 * 3. The loader's first message through the port is `start`, with the credentials. All further
 * messages use the port.
 * 4. The frame sends `ready` when it is usable.
 *
 * Uses plain guards instead of a schema library, because this code is part of the loader.
 * contract/bridge/bridge-messages.ts parses messages of the port.
 */
import type { Holding } from './holdings.ts'
import type { SetTheme } from './options/live-options.ts'
import type { PageOptions, Theme, WidgetType } from './options/options.ts'
import type { TicketReceived, TradeTicket } from './trade-ticket.ts'
import type { WidgetEvent } from './widget-events.ts'

export type { WidgetEvent } from './widget-events.ts'

/** Distinguishes these window messages from those of other scripts. */
export const bridgeNamespace = 'service-widget'

/** Version of the messages below. Each side sends `bridgeProtocol` and accepts versions from `bridgeProtocolMin`. */
export const bridgeProtocol = 1
export const bridgeProtocolMin = 1

/**
 * The public event types. One text in this order, because a list would need more bytes in the
 * loader.
 */
const eventTypes =
  'ERROR SYMBOL_CHANGED TICKET_RECEIVED SET_SYMBOL TRADE_TICKET_EXECUTE CONNECTION READY SET_LOCALE SET_THEME SET_HOLDINGS STATE_CHANGED'
type WordsOf<Text extends string> = Text extends `${infer First} ${infer Others}`
  ? First | WordsOf<Others>
  : Text
export type EventType = WordsOf<typeof eventTypes>
/** The event types as an object, for pages: `EventType.READY`. */
export const EventType = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ eventTypes.split(' ').map((name) => [name, name]),
) as {
  readonly [E in keyof EventPayloads]: E
}

/**
 * Expected direction. SET_SYMBOL accepts all three; ideas and rules are never Neutral.
 */
export type Sentiment = 'Bullish' | 'Bearish' | 'Neutral'

/** Payload of SET_SYMBOL. */
export type SetSymbol = {
  /** Ticker: `AAPL`, `BRK.B`. */
  symbol: string
  /** Direction in place of the analysis's. Default: that of the analysis. */
  sentiment?: Sentiment | undefined
}

/** The closed list of error codes that a partner's page may receive. The page `/docs/errors` of the service has a paragraph for each. */
export const loaderErrorCodes = [
  'DESTINATION_NOT_FOUND',
  'BAD_OPTION',
  'CSP_BLOCKED',
  'TIMEOUT',
  'VERSION',
  'AUTH',
  'DOMAIN_NOT_WHITELISTED',
  'NETWORK',
  'FRAME_LOST',
  'INSECURE_PAGE',
  'BAD_COMMAND',
  'UNKNOWN_EVENT',
  'UNKNOWN_SYMBOL',
] as const
export type LoaderErrorCode = (typeof loaderErrorCodes)[number]

/** Payload of ERROR. */
export type WidgetError = {
  /** What failed. */
  code: LoaderErrorCode
  /**
   * The mistake and what was expected, in one English sentence that begins with the code: `BAD_OPTION: userId
   * must …`.
   */
  message: string
  /** Address of the code's paragraph. */
  docs: string
  /** The service's id of the failed request, if one failed: quote it to support. Also in `diagnose()`. */
  errorId?: string | undefined
}

/**
 * Whether quotes reach the widget: `live`; `stale` while the feed is lost and reconnecting (displayed values
 * keep their age); `offline` while the browser reports no network.
 */
export type Connection = 'live' | 'stale' | 'offline'

/** Event → payload. */
export type EventPayloads = {
  /** Event: the user went to another symbol, its ticker. */
  SYMBOL_CHANGED: string
  /** Event: the user pressed Trade. A ticket is not an order: only the page can place one. */
  TRADE_TICKET_EXECUTE: TradeTicket
  /** Command: shows a symbol. */
  SET_SYMBOL: SetSymbol
  /** Event: the widget is usable, since this time. */
  READY: Date
  /** Event: something failed, or the page made a mistake. */
  ERROR: WidgetError
  /** Command: changes theme, accent, font, radius and density. Only given fields change; `null` sets the default. */
  SET_THEME: SetTheme
  /** Command: changes the language, any BCP 47 tag. */
  SET_LOCALE: { locale: string }
  /** Command: the page's response to a trade ticket. */
  TICKET_RECEIVED: TicketReceived
  /**
   * Command: replaces all positions and watched symbols of the user. `null` takes the page's list away, so that users
   * have their own list again.
   */
  SET_HOLDINGS: { holdings: readonly Holding[] | null }
  /** Event: whether quotes reach the widget, and since when, UTC. */
  CONNECTION: { state: Connection; since: string }
  /** Event: the displayed view as text; `getState` returns it and the option `state` opens it. */
  STATE_CHANGED: string
}

/**
 * Commands that the page sends to the widget. Each sets a state, so the last command of a kind
 * takes precedence.
 */
export type WidgetCommand = 'SET_SYMBOL' | 'SET_THEME' | 'SET_LOCALE' | 'TICKET_RECEIVED' | 'SET_HOLDINGS'

/** Frame → parent window, target `*`. `id` is the frame's `window.name`. */
export type Hello = {
  ns: typeof bridgeNamespace
  type: 'hello'
  id: string
  protocol: number
  min: number
  /** Version of the app in the frame. */
  app: string
}

/** Loader → frame window, exact origin, transferring one MessagePort. */
export type Init = {
  ns: typeof bridgeNamespace
  type: 'init'
  id: string
  protocol: number
  /** Oldest protocol of a frame that the loader supports. Default: every protocol. */
  min?: number
}

/** Returns the message if it is an `init` for the frame with this id. Its numbers are unchecked. */
export function readInit(data: unknown, id: string): Init | undefined {
  const init = Object(data) as Init
  return init.ns === bridgeNamespace && init.type === 'init' && init.id === id ? init : undefined
}

/** Returns whether the frame and the loader that sent this `init` support each other. A missing protocol is too old. */
export const isSupported = ({ protocol, min }: Init): boolean =>
  protocol >= bridgeProtocolMin && !(min! > bridgeProtocol)

/** Loader → frame, through the port. */
export type ToFrame =
  | {
      type: 'start'
      widgetType: WidgetType
      /** Options as passed by the page, with credentials but without functions; the frame parses them again. */
      options: PageOptions
      /** Whether the page passed `getAuthToken`, so that the frame may send `need-token`. */
      canRenew: boolean
      /** Version of the loader. */
      loader: string
    }
  | { [C in WidgetCommand]: { type: 'command'; name: C; payload: EventPayloads[C] } }[WidgetCommand]
  /**
   * The page listens to events of this name. Sent when the page subscribes, and again after a
   * reload of the frame. `payload` is true if the page's callback is no function.
   */
  | { type: 'listener'; name: string; payload?: boolean }
  /** Response to `need-token`; without `authToken` the page could not supply a token. */
  | { type: 'token'; authToken?: string | undefined; reason?: string | undefined }
  | { type: 'destroy' }
  | { type: 'ping' }

export type Start = Extract<ToFrame, { type: 'start' }>
export type Command = Extract<ToFrame, { type: 'command' }>

/** Properties of the element around the frame: CSS height if the option is `auto`, and the current theme. */
export type Look = { height?: string; theme?: Theme }

/** Value of `data-service-widget` on the frame, for the page's style sheet: whether the widget is usable. */
export type FrameState = 'ready' | 'error'

/** Frame → loader, through the port. Only an event has a `name`. */
export type FromFrame =
  | { type: 'ready'; state: FrameState }
  | {
      [E in WidgetEvent]: {
        type: 'event'
        name: E
        payload: EventPayloads[E]
        state?: FrameState | undefined
      }
    }[WidgetEvent]
  | { type: 'look'; look: Look }
  /** Requests a fresh one-time auth_token from the page. */
  | { type: 'need-token' }
  | { type: 'pong' }
