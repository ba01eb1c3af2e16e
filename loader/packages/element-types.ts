/** Types of `<service-widget>`: for scripts, and for templates of frameworks that check them. */
import type { EventPayloads, WidgetError } from '#contract/bridge/bridge.ts'
import type { Holding } from '#contract/bridge/holdings.ts'
import type { GetAuthToken, WidgetSettings, WidgetType } from '#contract/bridge/options/options.ts'
import type { WidgetFailure } from './keep-widget.ts'
import type { TicketHandler } from './ticket-answer.ts'
import type { WidgetInstance } from '../widget.ts'

/** The element's own events; `detail` is the payload. They do not bubble. */
export type ServiceWidgetEvents = {
  /** The widget is usable; `detail` is the time. */
  ready: CustomEvent<EventPayloads['READY']>
  /** The user went to another symbol; `detail` is its ticker. */
  symbolchanged: CustomEvent<EventPayloads['SYMBOL_CHANGED']>
  /** The user pressed Trade; `detail` is the ticket. A ticket is not an order. */
  tradeticketexecute: CustomEvent<EventPayloads['TRADE_TICKET_EXECUTE']>
  /** Whether quotes reach the widget: live, stale or offline, and since when. */
  connection: CustomEvent<EventPayloads['CONNECTION']>
  /** The displayed view changed; `detail` is the new state, as `getState()` returns it. */
  statechanged: CustomEvent<EventPayloads['STATE_CHANGED']>
  /** Something failed, or the page made a mistake; `detail` has the code, a message and the address of the docs. */
  error: CustomEvent<WidgetError>
}

/** The element's properties, methods and events. */
export type ServiceWidgetElement = {
  addEventListener: <E extends keyof ServiceWidgetEvents>(
    type: E,
    listener: (event: ServiceWidgetEvents[E]) => void,
    options?: boolean | AddEventListenerOptions,
  ) => void
  /** Returns a fresh one-time token. May be set after the start, because it is called on demand. */
  getAuthToken?: GetAuthToken | undefined
  /**
   * The page's handler of trade tickets, whose result is shown to the user. With it, or a listener to
   * `tradeticketexecute`, the widget knows that the page accepts tickets; otherwise it shows the user that
   * the page accepts none.
   */
  answerTradeTicket?: TicketHandler | undefined
  /** All positions and watched symbols of the user. Setting it again updates the widget on screen. */
  holdings?: readonly Holding[] | undefined
  /** The current widget; undefined if no widget is shown. */
  readonly widget?: WidgetInstance | undefined
  /**
   * The reason why there is no widget, and the retry, if any; undefined while a widget is loading
   * or shown.
   */
  readonly failure?: WidgetFailure | undefined
  /** Restarts with the current attributes. */
  restart: () => void
} & AttributeProperties &
  HTMLElement

/** Options that are attributes: all except functions, the destination and holdings. Each is a text or a flag. */
export type AttributeOptions = Omit<WidgetSettings, 'destinationId' | 'holdings' | 'accentColor'> & {
  /** One colour, or two: `light-dark(#0b5fb3, #7ab8ff)`. */
  accentColor?: string | undefined
  apiKey?: string
  authToken?: string
}

/** The attributes as properties; undefined without the attribute. Setting `undefined` removes it. */
type AttributeProperties = {
  [N in keyof AttributeOptions]?: AttributeOptions[N] | undefined
} & {
  /** Address of `/widgetLoader` or `/widgetLoader/<version>.js` on the service. */
  src?: string | undefined
  /** Subresource Integrity value of a pinned version. */
  integrity?: string | undefined
  /** `pro` has What, Why and How; `proStrategies` has only How. Default: `pro`. */
  widgetType?: WidgetType | undefined
  /** Label of the button if no widget can be shown. */
  tryAgainText?: string | undefined
}

/** `showHeader` → `show-header`. */
type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : Name

/**
 * A flag: present means on; `"false"` means off. All frameworks write `true` as present; `false` is excluded,
 * because half of them remove the attribute for it, and a flag that is on by default would be on.
 */
export type Flag = true | '' | 'true' | 'false'

/**
 * The options as attributes. Editors show no descriptions of renamed members, so the build of the package writes this
 * type and `ServiceWidgetListeners` with one described member each (published-types.ts).
 */
export type OptionAttributes = {
  [N in keyof AttributeOptions as Kebab<N>]?:
    | (NonNullable<AttributeOptions[N]> extends boolean ? Flag : AttributeOptions[N])
    | undefined
}

/** Attributes of `<service-widget>`. */
export type ServiceWidgetAttributes = OptionAttributes & {
  /** Address of `/widgetLoader` or `/widgetLoader/<version>.js` on the service. */
  src?: string | undefined
  /** Subresource Integrity value of a pinned version. */
  integrity?: string | undefined
  /** `pro` has What, Why and How; `proStrategies` has only How. Default: `pro`. */
  'widget-type'?: 'pro' | 'proStrategies' | undefined
  /**
   * Label of the button if no widget can be shown. Default: `Try again` in the language of `locale`, or the
   * browser's.
   */
  'try-again-text'?: string | undefined
}

/**
 * Listeners as attributes (`onsymbolchanged`), for frameworks that add listeners by these names.
 */
export type ServiceWidgetListeners = {
  [E in keyof ServiceWidgetEvents as `on${E}`]?: ((event: ServiceWidgetEvents[E]) => void) | undefined
}
