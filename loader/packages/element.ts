/**
 * The package's entry `/element`: `<service-widget src="https://SERVICE/widgetLoader" api-key="…"
 * user-id="…">`.
 *
 * Every option is an attribute (`show-header="false"`, `user-id`) and a property (`showHeader`,
 * `userId`), because some frameworks set attributes and others set properties. Functions and
 * `holdings` are properties only. `theme`, `accent-color`, `font-family`, `radius`, `density`, `symbol`, `locale` and
 * `holdings` update the widget on screen, any other change creates a new one. Importing defines the element, once, and does
 * nothing on a server.
 * Children have a `slot`: `loading` is shown until the widget is usable, `error` if no widget can
 * be shown. All other children are removed at the start, because a router's copy of the page
 * contains a frame without a connection. The element must be in the document, not in a shadow root.
 */
import { EventType } from '#contract/bridge/bridge.ts'
import type { Holding } from '#contract/bridge/holdings.ts'
import { liveOptions, type SetTheme } from '#contract/bridge/options/live-options.ts'
import type { GetAuthToken, WidgetType } from '#contract/bridge/options/options.ts'
import type { AttributeOptions, ServiceWidgetElement } from './element-types.ts'
import { type FailureLook, showFailure } from './failure/failure-line.ts'
import { keepWidget, type WidgetStatus, type WidgetFailure } from './keep-widget.ts'
import { setWidgetCovered, reservedHeight } from './reserved-height.ts'
import { answerTicket, type TicketHandler } from './ticket-answer.ts'
import type { WidgetInstance } from '../widget.ts'

export type { WidgetError } from '#contract/bridge/bridge.ts'
export type { Holding, OpenOption } from '#contract/bridge/holdings.ts'
export type { GetAuthToken, Theme, WidgetType } from '#contract/bridge/options/options.ts'
export type { OptionLeg, SecurityLeg, TradeTicket } from '#contract/bridge/trade-ticket.ts'
export type { WidgetInstance } from '../widget.ts'
export type { ServiceWidgetAttributes, ServiceWidgetElement, ServiceWidgetEvents } from './element-types.ts'
export type { WidgetFailure } from './keep-widget.ts'
export type { TicketAnswer, TicketHandler } from './ticket-answer.ts'

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface HTMLElementTagNameMap {
    'service-widget': ServiceWidgetElement
  }
}

const attributeOf = (name: string) => name.replace(/[A-Z]/g, (char) => `-${char.toLowerCase()}`)

/** Attributes whose changes update the widget on screen: attribute → command and field. */
const commands = new Map<string, readonly ['SET_SYMBOL' | 'SET_LOCALE' | 'SET_THEME', string]>([
  ['symbol', ['SET_SYMBOL', 'symbol']],
  ['locale', ['SET_LOCALE', 'locale']],
  ...liveOptions.map((name) => [attributeOf(name), ['SET_THEME', name]] as const),
])

/**
 * All options that are attributes: 1 for a flag, 0 for a text. The compiler requires a row for
 * every option.
 */
const options = {
  apiKey: 0,
  authToken: 0,
  userId: 0,
  width: 0,
  height: 0,
  theme: 0,
  symbol: 0,
  locale: 0,
  showHeader: 1,
  showMarketToneInHeader: 1,
  showWhatPanel: 1,
  showSupportButtons: 1,
  showDisclaimer: 1,
  showBusinessInquiries: 1,
  showSocialButtons: 1,
  showNewsTab: 1,
  hideLocalizationOptions: 1,
  shortcuts: 1,
  colorConvention: 0,
  colorVision: 0,
  density: 0,
  accentColor: 0,
  fontFamily: 0,
  radius: 0,
  tab: 0,
  loading: 0,
  acknowledgesTickets: 1,
  state: 0,
} satisfies {
  [N in keyof AttributeOptions]-?: NonNullable<AttributeOptions[N]> extends boolean ? 1 : 0
}
/** Widget events that the element dispatches as DOM events. */
const forwardedEvents = ['READY', 'SYMBOL_CHANGED', 'CONNECTION', 'STATE_CHANGED'] as const

/** All attributes, by the names of their properties. */
const attributes = { src: 0, integrity: 0, widgetType: 0, tryAgainText: 0, ...options }

const noop = () => undefined

const isNonBlankText = (node: Node) => node instanceof Text && /\S/.test(node.data)

function define(): void {
  // The rules have zero specificity, so that any style of the page takes precedence. An adopted style sheet is not
  // subject to the page's policy for inline styles. Test environments may not support it.
  if ('adoptedStyleSheets' in document) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      ':where(service-widget){display:block;min-height:var(--service-widget-height)}:where(service-widget)>[hidden]{display:none!important}',
    )
    document.adoptedStyleSheets.push(sheet)
  }

  class ServiceWidgetTag extends HTMLElement {
    static observedAttributes = Object.keys(attributes).map(attributeOf)
    widget: WidgetInstance | undefined
    failure: WidgetFailure | undefined
    /** Number of starts and ends, so that an outdated start is ignored. */
    #attempt = 0
    #stop: (() => void) | undefined
    #renew: GetAuthToken | undefined
    #ticketHandler: TicketHandler | undefined
    #holdings: readonly Holding[] | undefined
    /** Changed attributes that have not been sent; null for a removed one, whose default applies. */
    #looks: Record<string, string | null> | undefined
    /** Whether the page accepts tickets: by the property, or by a listener. */
    #acceptsTickets = false
    /** Whether this element listens to tickets of the current widget. */
    #isListeningToTickets = false

    constructor() {
      super()
      // Own properties that were set before the element was defined would shadow its accessors: set them again.
      const element = this as Record<string, unknown>
      for (const [name, value] of Object.entries(element)) {
        if (!(name in ServiceWidgetTag.prototype)) continue
        delete element[name]
        element[name] = value
      }
    }

    // Accessors, because frameworks set properties that an element has, and attributes otherwise.
    get getAuthToken(): GetAuthToken | undefined {
      return this.#renew
    }
    set getAuthToken(renew: GetAuthToken | undefined) {
      this.#renew = renew
      // The function may be the missing credential.
      if (this.failure && !this.failure.tryAgain) this.restart()
    }

    get answerTradeTicket(): TicketHandler | undefined {
      return this.#ticketHandler
    }
    set answerTradeTicket(handler: TicketHandler | undefined) {
      this.#ticketHandler = handler
      if (typeof handler === 'function') this.#listenToTickets()
    }

    get holdings(): readonly Holding[] | undefined {
      return this.#holdings
    }
    set holdings(holdings: readonly Holding[] | undefined) {
      const hadHoldings = this.#holdings
      this.#holdings = holdings
      if (holdings || hadHoldings) this.widget?.postMessage('SET_HOLDINGS', { holdings: holdings ?? null })
    }

    override addEventListener(...args: Parameters<HTMLElement['addEventListener']>) {
      super.addEventListener(...args)
      if (args[0] === 'tradeticketexecute') this.#listenToTickets()
    }

    connectedCallback() {
      this.restart()
    }

    disconnectedCallback() {
      this.#end()
    }

    /** With this callback, `moveBefore` does not disconnect and reconnect the element. */
    connectedMoveCallback() {}

    attributeChangedCallback(name: string, previous: string | null, value: string | null) {
      if (previous === value || !this.isConnected) return
      // A framework has set the state that the widget has just reported.
      if (name === 'state' && value === this.widget?.getState()) return
      const [command, field] = commands.get(name) ?? []
      // Without a widget, the new value may correct a refused one.
      if (!command || !this.widget) this.restart()
      else if (command === 'SET_THEME') this.#changeLook(field!, value)
      else if (value) this.widget.postMessage(command, { [field!]: value } as never)
    }

    /** Sends attributes that are set one after another in one command, so that they are shown at once. */
    #changeLook(name: string, value: string | null) {
      if (!this.#looks) {
        this.#looks = {}
        queueMicrotask(() => {
          this.widget?.postMessage('SET_THEME', this.#looks as SetTheme)
          this.#looks = undefined
        })
      }
      this.#looks[name] = value || null
    }

    restart() {
      this.#end()
      const attempt = this.#attempt
      if (!this.isConnected) return
      // After a task, so that attributes set one after another create one widget. Angular inserts the element first, and
      // sets its bindings in a timer that it starts in the same task: this timer is started in a microtask, after it.
      queueMicrotask(() => setTimeout(() => attempt === this.#attempt && this.#start()))
    }

    #end() {
      this.#attempt += 1
      this.#stop?.()
      this.#stop = this.widget = this.failure = undefined
      // Removes the content of a router's copy of the page too. Comments and blank texts stay, because frameworks use
      // them as placeholders.
      const leftovers = [...this.childNodes].filter((node) =>
        node instanceof Element ? !node.slot : isNonBlankText(node),
      )
      leftovers.forEach((node) => node.remove())
      this.#showSlots('loading')
    }

    #start() {
      const container = document.createElement('div')
      container.id = `${this.id || 'service-widget'}-${Math.random()}`
      this.append(container)
      this.#stop = keepWidget(container, {
        read: () => ({
          source: {
            src: this.#read('src') ?? '',
            integrity: this.#read('integrity'),
            nonce: this.nonce || undefined,
          },
          type: (this.#read('widgetType') ?? 'pro') as WidgetType,
          options: this.#options() as AttributeOptions & { getAuthToken: GetAuthToken },
          callbacks: { answerTradeTicket: this.#ticketHandler },
        }),
        onStatus: (status) => {
          this.failure = typeof status === 'object' ? status : undefined
          if (this.failure) {
            this.widget = undefined
            if (!this.#slotted('error').length) showFailure(container, this.failure, this.#failureLook())
          }
          this.#showSlots(status, container)
        },
        onStarted: (widget) => {
          this.widget = widget
          this.#isListeningToTickets = false
          for (const name of forwardedEvents) widget.on(EventType[name], (detail) => this.#emit(name, detail))
          if (this.#acceptsTickets) this.#listenToTickets()
        },
        onError: (error) => {
          if (!this.widget) console.error(error)
          this.#emit('ERROR', error)
        },
      })
    }

    /** Reads the property of an attribute that is a text. */
    #read(name: keyof typeof attributes): string | undefined {
      return Reflect.get(this, name) as string | undefined
    }

    #failureLook(): FailureLook {
      return {
        height: this.#read('height'),
        theme: this.#read('theme'),
        locale: this.#read('locale'),
        tryAgainText: this.#read('tryAgainText'),
      }
    }

    #options(): Record<string, unknown> {
      const values: Record<string, unknown> = { holdings: this.#holdings }
      // With a key no token is requested. With a first token, the function may be set at any time before the second
      // one is needed.
      if (!this.hasAttribute('api-key') && (this.hasAttribute('auth-token') || this.#renew))
        // A function that is missing when it is called is reported as an error; another value is refused by `load`.
        values['getAuthToken'] =
          typeof (this.#renew ?? noop) === 'function' ? () => this.#renew!() : this.#renew
      for (const name in options) values[name] = Reflect.get(this, name)
      return values
    }

    #slotted(name: string): HTMLElement[] {
      return [...this.children].filter((child): child is HTMLElement => child.slot === name)
    }

    /** Shows the page's content for this state and hides the rest. */
    #showSlots(status: WidgetStatus, container?: HTMLElement) {
      const height = reservedHeight(this.#read('height'), status === 'frame')
      this.style.setProperty('--service-widget-height', height)
      const loading = this.#slotted('loading')
      for (const content of loading) content.hidden = status !== 'loading'
      for (const content of this.#slotted('error')) content.hidden = typeof status !== 'object'
      if (container) setWidgetCovered(this, container, status === 'loading' && loading.length > 0)
    }

    /**
     * Listens to tickets. The subscription indicates to the widget that the page accepts tickets.
     */
    #listenToTickets() {
      this.#acceptsTickets = true
      const { widget } = this
      if (!widget || this.#isListeningToTickets) return
      this.#isListeningToTickets = true
      widget.on('TRADE_TICKET_EXECUTE', (ticket) => {
        this.#emit('TRADE_TICKET_EXECUTE', ticket)
        const acknowledges = this.#options()['acknowledgesTickets'] as boolean | undefined
        if (typeof this.#ticketHandler === 'function')
          void answerTicket(widget, ticket, this.#ticketHandler, acknowledges)
      })
    }

    #emit(name: string, detail: unknown) {
      this.dispatchEvent(new CustomEvent(name.toLowerCase().replaceAll('_', ''), { detail }))
    }
  }
  for (const [name, flag] of Object.entries(attributes)) {
    const attribute = attributeOf(name)
    Object.defineProperty(ServiceWidgetTag.prototype, name, {
      get(this: HTMLElement) {
        const value = this.getAttribute(attribute) ?? undefined
        // As in HTML, a present flag is on. The value `"false"` turns off flags that are on by default.
        return flag && value !== undefined ? value !== 'false' : value
      },
      set(this: HTMLElement, value: string | boolean | null | undefined) {
        if (value == null) this.removeAttribute(attribute)
        else this.setAttribute(attribute, value === true ? '' : `${value}`)
      },
    })
  }
  customElements.define('service-widget', ServiceWidgetTag)
}

if (typeof customElements !== 'undefined' && !customElements.get('service-widget')) define()
