/**
 * The bridge between the partner's page and the frame: what crosses, in which order, and the public events.
 * docs/protocol.md tells the same story in prose. Spec sections 4.4 and 6.
 *
 * Handshake:
 * 1. The frame posts `hello` to its parent window (target `*`: it carries nothing secret), on every load.
 * 2. The loader, knowing the frame's window and origin, answers `init` to that exact origin and transfers one
 *    end of a MessageChannel. Its `id` is the 128-bit instance id, which is also the frame's `window.name`.
 * 3. The loader's first message through the port is `start`, with the credentials. From here on the windows
 *    are silent and everything goes through the port.
 * 4. The frame answers `ready` when it is usable.
 *
 * Plain guards and no schema library: the loader ships these bytes. What is said through the port is read by
 * contract/bridge-messages.ts.
 */
import type { PageOptions, Theme, WidgetType } from './options.ts'

/** Marks our window messages among everybody's. */
export const bridgeNamespace = 'service-widget'

/** Version of the messages below. A side speaks `bridgeProtocol` and understands down to `bridgeProtocolMin`. */
export const bridgeProtocol = 1
export const bridgeProtocolMin = 1

/** The public event types. The first three are the spec's (section 6), the others additive. */
export const EventType = {
  SYMBOL_CHANGED: 'SYMBOL_CHANGED',
  TRADE_TICKET_EXECUTE: 'TRADE_TICKET_EXECUTE',
  SET_SYMBOL: 'SET_SYMBOL',
  READY: 'READY',
  ERROR: 'ERROR',
  SET_THEME: 'SET_THEME',
  SET_LOCALE: 'SET_LOCALE',
} as const
export type EventType = (typeof EventType)[keyof typeof EventType]

/** `Bullish`, `Bearish` or `Neutral`: the direction a SET_SYMBOL may carry. Spec 6. */
export type Sentiment = 'Bullish' | 'Bearish' | 'Neutral'

/** Payload of SET_SYMBOL. Spec 6. */
export type SetSymbol = { symbol: string; sentiment?: Sentiment | undefined }

/** One option of a trade ticket. Prices are dollars per share; `quantity` counts contracts, negative = sell. Spec 2.5. */
export type OptionLeg = {
  ask: number
  bid: number
  /** The price used for calculations, dollars per share. */
  price: number
  quantity: number
  /** Expiration date, `YYYY-MM-DD`. */
  expiry: string
  strike: number
  /** Additive: `Call` or `Put`. */
  legType: 'Call' | 'Put'
  /** Additive: the contract's OSI symbol. */
  id: string
}

/** Shares of a trade ticket. Prices are dollars per share; `quantity` counts shares, negative = sell. Spec 2.5. */
export type SecurityLeg = {
  ask: number
  bid: number
  price: number
  quantity: number
  /** Additive: the ticker. */ symbol: string
}

/** Payload of TRADE_TICKET_EXECUTE. Spec 2.5. */
export type TradeTicket = {
  symbol: string
  strategyName: string
  /** Total trade price in dollars: what the trade costs; negative = what it pays. */
  price: number
  optionLegs: OptionLeg[]
  securityLegs: SecurityLeg[]
  /** Additive: version of the disclosures that were on screen. */
  disclosureVersion: string
}

/** The closed list of error codes a partner's page may hear. Each has its paragraph in docs/embedding.md. */
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
] as const
export type LoaderErrorCode = (typeof loaderErrorCodes)[number]

/** Payload of ERROR. `docs` is the address of the code's paragraph. */
export type WidgetError = { code: LoaderErrorCode; message: string; docs: string }

/** Event → payload. */
export type EventPayloads = {
  SYMBOL_CHANGED: string
  TRADE_TICKET_EXECUTE: TradeTicket
  SET_SYMBOL: SetSymbol
  /** When it became ready. */
  READY: Date
  ERROR: WidgetError
  SET_THEME: { theme: Theme }
  SET_LOCALE: { locale: string }
}

/** Events the widget sends to the page. */
export type WidgetEvent = 'SYMBOL_CHANGED' | 'TRADE_TICKET_EXECUTE' | 'READY' | 'ERROR'
/** Commands the page sends to the widget. All are state-like: the last one wins. */
export type WidgetCommand = 'SET_SYMBOL' | 'SET_THEME' | 'SET_LOCALE'

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
export type Init = { ns: typeof bridgeNamespace; type: 'init'; id: string; protocol: number }

/**
 * Reads an `init` for the frame of this id; undefined for whatever else a window hears. One that names no protocol is of
 * protocol 0, which is before our time.
 */
export function readInit(data: unknown, id: string): Init | undefined {
  const { ns, type, id: named, protocol } = Object(data) as { readonly [field in keyof Init]?: unknown }
  return ns === bridgeNamespace && type === 'init' && named === id
    ? { ns, type, id, protocol: Number(protocol) || 0 }
    : undefined
}

/** Loader → frame, through the port. */
export type ToFrame =
  | {
      type: 'start'
      widgetType: WidgetType
      /** Options as the page gave them, credentials included, functions left out; the frame reads them again. */
      options: PageOptions
      /** Whether the page gave `getAuthToken`, so that the frame may ask for `need-token`. */
      canRenew: boolean
      /** Version of the loader. */
      loader: string
    }
  | { [C in WidgetCommand]: { type: 'command'; name: C; payload: EventPayloads[C] } }[WidgetCommand]
  /** Answer to `need-token`; no `authToken` means that the page could not give one. */
  | { type: 'token'; authToken?: string | undefined; reason?: string | undefined }
  | { type: 'destroy' }
  | { type: 'ping' }

export type Start = Extract<ToFrame, { type: 'start' }>
export type Command = Extract<ToFrame, { type: 'command' }>

/** Frame → loader, through the port. */
export type FromFrame =
  | { type: 'ready' }
  | { [E in WidgetEvent]: { type: 'event'; name: E; payload: EventPayloads[E] } }[WidgetEvent]
  /** Asks the page for a fresh one-time auth_token (spec 5.4.4). */
  | { type: 'need-token' }
  | { type: 'pong' }
