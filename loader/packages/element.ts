/**
 * The package's entry `/element`: `<service-widget src="https://SERVICE/widgetLoader" api-key="…" user-id="…">`.
 *
 * Every option is an attribute (`show-header="false"`, `user-id`); `getAuthToken` is a property. `theme`, `symbol` and
 * `locale` reach the widget on screen, any other change makes a new one. Importing defines the element, once, and does
 * nothing on a server. What is inside the element goes when it starts: a failure is told there, and a copy of the page
 * has a dead frame there. It must stand in the document, not in a shadow root: the loader looks it up by its id.
 */
import { type EventPayloads, EventType, type WidgetCommand, type WidgetError } from '#contract/bridge.ts'
import type { GetAuthToken, WidgetOptions, WidgetType } from '#contract/options.ts'
import { isOffline, showFailure } from '../fallback.ts'
import { loadServiceWidget } from './module.ts'
import type { WidgetInstance } from '../widget.ts'

/** The element's own events; `detail` is the payload. They do not bubble. */
export type ServiceWidgetEvents = {
  ready: CustomEvent<EventPayloads['READY']>
  symbolchanged: CustomEvent<EventPayloads['SYMBOL_CHANGED']>
  tradeticketexecute: CustomEvent<EventPayloads['TRADE_TICKET_EXECUTE']>
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
  /** The widget that is shown. */
  readonly widget?: WidgetInstance | undefined
} & HTMLElement

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface HTMLElementTagNameMap {
    'service-widget': ServiceWidgetElement
  }
}

/** Attributes that the widget on screen follows. A new command needs its row. */
const commands = {
  SET_SYMBOL: (symbol) => ({ symbol }),
  SET_THEME: (theme) => ({ theme: theme as EventPayloads['SET_THEME']['theme'] }),
  SET_LOCALE: (locale) => ({ locale }),
} satisfies { [C in WidgetCommand]: (value: string) => EventPayloads[C] }

const commandOf = (attribute: string) => `SET_${attribute.toUpperCase()}` as WidgetCommand
const attributeOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Every option that is an attribute: 1 for a flag, 0 for a text. A new option needs its row. */
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
} satisfies {
  [N in Exclude<keyof WidgetOptions, 'destinationId' | 'getAuthToken'>]-?: NonNullable<
    WidgetOptions[N]
  > extends boolean
    ? 1
    : 0
}
/** Events that leave the element, by the name they leave under. */
const told = ['READY', 'SYMBOL_CHANGED', 'TRADE_TICKET_EXECUTE', 'ERROR'] as const

function define(): void {
  class ServiceWidgetTag extends HTMLElement {
    static observedAttributes = ['src', 'integrity', 'widget-type', ...Object.keys(options).map(attributeOf)]
    // Perhaps set before the element was defined. There from the beginning: frameworks set a property that an element
    // has, and make anything else an attribute.
    getAuthToken: GetAuthToken | undefined = (this as ServiceWidgetElement).getAuthToken
    widget: WidgetInstance | undefined
    /** Rises with every start and end, so that a start that was overtaken knows it. */
    #turn = 0
    #retry = () => {
      if (isOffline(this)) this.#start()
    }

    connectedCallback() {
      addEventListener('online', this.#retry)
      this.#start()
    }

    disconnectedCallback() {
      removeEventListener('online', this.#retry)
      this.#end()
    }

    /** With this, `moveBefore` leaves the widget alone. */
    connectedMoveCallback() {}

    attributeChangedCallback(name: string, before: string | null, value: string | null) {
      if (before === value || !this.isConnected) return
      const command = commandOf(name)
      // Without a widget a theme that was refused may be right now.
      if (!(command in commands && this.widget)) this.#start()
      else if (value) this.widget.postMessage(command, commands[command](value))
    }

    #end() {
      this.#turn += 1
      this.widget?.destroyWidget()
      this.widget = undefined
      // Also what a copy of the page, kept by a router, has in it.
      this.replaceChildren()
    }

    #start() {
      this.#end()
      const turn = this.#turn
      const read = (name: string) => this.getAttribute(name) ?? undefined
      // A copy in the page has the id of another.
      if (document.getElementById(this.id) !== this) this.id = `service-widget-${Math.random()}`
      // Later, so that attributes that are set one after another make one widget.
      queueMicrotask(() => {
        const src = read('src')
        if (turn !== this.#turn || !src) return
        loadServiceWidget({ src, integrity: read('integrity'), nonce: this.nonce || undefined })
          .then((loader) => {
            if (turn !== this.#turn) return
            const widget = loader.load((read('widget-type') ?? 'pro') as WidgetType, this.#options())
            this.widget = widget
            for (const name of told) widget.on(EventType[name], (detail) => this.#tell(name, detail))
          })
          .catch((error: WidgetError) => {
            if (turn !== this.#turn) return
            showFailure(this, error.code, this.#options())
            console.error(error)
            this.#tell('ERROR', error)
          })
      })
    }

    #options(): WidgetOptions {
      const given: Record<string, unknown> = {
        destinationId: this.id,
        // Where there is none when it is asked for, that is the reason why there is no token.
        getAuthToken: () => this.getAuthToken!(),
      }
      for (const [name, flag] of Object.entries(options)) {
        const value = this.getAttribute(attributeOf(name))
        // As in HTML, a flag that is there is on; `"false"` is for those that are on by default.
        if (value !== null) given[name] = flag ? value !== 'false' : value
      }
      return given as WidgetOptions
    }

    #tell(name: string, detail: unknown) {
      this.dispatchEvent(new CustomEvent(name.toLowerCase().replaceAll('_', ''), { detail }))
    }
  }
  customElements.define('service-widget', ServiceWidgetTag)
}

if (typeof customElements !== 'undefined' && !customElements.get('service-widget')) define()
