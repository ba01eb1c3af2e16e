/** `<service-widget>` as a script sees it, and as it is written in a template of a framework that checks templates. */
import type { EventPayloads, WidgetError } from '#contract/bridge/bridge.ts'
import type { Holding } from '#contract/bridge/holdings.ts'
import type { GetAuthToken, WidgetSettings } from '#contract/bridge/options.ts'
import type { WidgetFailure } from './keep-widget.ts'
import type { TicketHandler } from './ticket-answer.ts'
import type { WidgetInstance } from '../widget.ts'

/** The element's own events; `detail` is the payload. They do not bubble. */
export type ServiceWidgetEvents = {
  ready: CustomEvent<EventPayloads['READY']>
  symbolchanged: CustomEvent<EventPayloads['SYMBOL_CHANGED']>
  tradeticketexecute: CustomEvent<EventPayloads['TRADE_TICKET_EXECUTE']>
  connection: CustomEvent<EventPayloads['CONNECTION']>
  error: CustomEvent<WidgetError>
}

/** `<service-widget>` as a script sees it. */
export type ServiceWidgetElement = {
  addEventListener: <E extends keyof ServiceWidgetEvents>(
    type: E,
    listener: (event: ServiceWidgetEvents[E]) => void,
    options?: boolean | AddEventListenerOptions,
  ) => void
  /** Gives a fresh one-time token; called when one is needed, so it may be set at any time before. */
  getAuthToken?: GetAuthToken | undefined
  /**
   * What the page does with a trade ticket, and its answer, which is told to the user. With this, or a listener to
   * `tradeticketexecute`, the widget knows that the page takes tickets; with neither it tells the user that none does.
   */
  answerTradeTicket?: TicketHandler | undefined
  /** All that the user holds and watches; set again, it reaches the widget on screen. */
  holdings?: readonly Holding[] | undefined
  /** The widget that is shown. */
  readonly widget?: WidgetInstance | undefined
  /** Why there is none, and what comes next; undefined while there is one or it is coming. */
  readonly failure?: WidgetFailure | undefined
  /** Starts anew, with what the attributes say now. */
  restart: () => void
} & HTMLElement

/** Options that are attributes: all but the functions, the place and the holdings. */
export type AttributeOptions = Omit<WidgetSettings, 'destinationId' | 'holdings'> & {
  apiKey?: string
  authToken?: string
}

/** `showHeader` → `show-header`. */
type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : Name

/**
 * A flag: there, it is on; `"false"` is off. `true` writes it as every framework does; `false` is none, because half of
 * them take the attribute away for it, and a flag that is on by default would be on.
 */
export type Flag = true | '' | 'true' | 'false'

/** Attributes of `<service-widget>`; an option's meaning is where the options are told. */
export type ServiceWidgetAttributes = {
  [N in keyof AttributeOptions as Kebab<N>]?:
    | (NonNullable<AttributeOptions[N]> extends boolean ? Flag : AttributeOptions[N])
    | undefined
} & {
  /** Address of `/widgetLoader` or `/widgetLoader/<version>.js` on the service. */
  src?: string | undefined
  /** Subresource Integrity value of a pinned version. */
  integrity?: string | undefined
  /** Default: `pro`. */
  'widget-type'?: 'pro' | 'proStrategies' | undefined
  /** What the button says where no widget can be shown. Default: `Try again` in the language of `locale`, or the browser's. */
  'try-again-text'?: string | undefined
}

/** Listeners as attributes (`onsymbolchanged`), in frameworks that add them by such names. */
export type ServiceWidgetListeners = {
  [E in keyof ServiceWidgetEvents as `on${E}`]?: ((event: ServiceWidgetEvents[E]) => void) | undefined
}
